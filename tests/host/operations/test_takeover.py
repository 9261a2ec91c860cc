"""Taking over a seat whose player left, where the table agreed on that."""

import json
from random import Random

from bot.host import lobby
from bot.host.fairness import exports, verification
from bot.host.kernel.host import Host
from bot.host.lobby import OPTION
from bot.host.match import panel_actions, queries
from bot.host.workers import timekeeper
from bot.storage import matches
from engine.players.characters import CHARACTERS, level_of
from tests.host.players import ADA, BEN, CLEO, begin, check_timers, click, opened, play_out, posts_of, table_of
from tests.support.clocks import ManualClock


async def agreed(host: Host, game: str, users: tuple[int, ...], takeover: str | None = "easy") -> int:
    """Start a match of some people who agreed on a house player going on, or on none."""
    shown = await opened(host, game=game, opponent=None, seats=len(users), user=users[0])
    if takeover is not None:
        await lobby.arrange(host, click(users[0]), shown.match.id, "takeover", takeover)
    if game == "varia":
        await lobby.arrange(host, click(users[0]), shown.match.id, f"{OPTION}turn_cap", "5")
    for user in users[1:]:
        await lobby.join(host, click(user), shown.match.id)
    await begin(host, click(users[0]), shown.match.id)
    return shown.match.id


async def test_a_house_player_goes_on_to_the_end_and_the_match_is_unrated(host: Host, clock: ManualClock) -> None:
    match = await agreed(host, "varia", (ADA, BEN))
    await panel_actions.leave(host, click(BEN), match)
    table = await table_of(host, match)
    assert table.outcome is None
    house = table.seats[1].house
    assert (level_of(house or ""), table.seats[1].left, table.row.unrated) == ("easy", True, "takeover")
    assert len(await posts_of(host, match, "house")) == 1
    await check_timers(host, match)
    await play_out(host, clock, match, Random(2), (ADA,))
    assert (await table_of(host, match)).row.status == "over"
    async with host.database.reading() as connection:
        kinds = [(each.kind, each.seat) for each in await matches.log_of(connection, match)]
    assert kinds.count(("house", 1)) == 1
    assert ("leave", 1) not in kinds
    data = await exports.export(host, match)
    assert data is not None
    assert verification.verify(json.loads(json.dumps(data)), host.games).outcome == data["outcome"]


async def test_without_an_agreement_the_seat_is_out(host: Host) -> None:
    match = await agreed(host, "varia", (ADA, BEN), takeover=None)
    await panel_actions.leave(host, click(BEN), match)
    table = await table_of(host, match)
    assert table.outcome is not None
    assert table.row.unrated == "short"


async def test_who_misses_turn_after_turn_is_taken_over_too_and_hears_no_more_of_it(
    host: Host, clock: ManualClock
) -> None:
    match = await agreed(host, "varia", (ADA, BEN))
    away = (ADA, BEN)[(await table_of(host, match)).open()[0].seat]
    there = ADA if away == BEN else BEN
    while not (await table_of(host, match)).seats[(ADA, BEN).index(away)].left:
        asked = (await panel_actions.show(host, match, there)).asked
        if asked is not None and asked.most == 1:
            panel = await panel_actions.show(host, match, there)
            await panel_actions.pick(host, click(there), match, asked.id, panel.draft.revision, [asked.options[-1].key])
        else:
            clock.advance(10)
            await timekeeper.work(host)
    table = await table_of(host, match)
    assert table.seats[(ADA, BEN).index(away)].house in CHARACTERS
    assert await queries.waiting(host, away) == []


async def test_when_nobody_is_left_there_is_nobody_to_go_on_for(host: Host) -> None:
    match = await agreed(host, "warmage", (ADA, BEN, CLEO))
    await panel_actions.leave(host, click(CLEO), match)
    await panel_actions.leave(host, click(BEN), match)
    assert (await table_of(host, match)).row.status == "running"
    await panel_actions.leave(host, click(ADA), match)
    row = (await table_of(host, match)).row
    assert row.status == "closed"


async def test_a_rematch_asks_the_person_back_and_not_the_house_player(host: Host, clock: ManualClock) -> None:
    match = await agreed(host, "varia", (ADA, BEN))
    await panel_actions.leave(host, click(BEN), match)
    await play_out(host, clock, match, Random(4), (ADA,))
    again = await lobby.rematch(host, click(ADA), match)
    assert [(row.user, row.invited, row.house) for row in again.seats] == [(None, BEN, None), (ADA, ADA, None)]
    assert again.match.takeover == "easy"
