"""Seals: no match begins before Discord has the message that carries its seal, and after it the bot has no choice."""

from collections.abc import Awaitable, Callable
from copy import deepcopy
from itertools import count
from typing import Any, Final

import pytest
from sqlalchemy import func, select

from bot.host import lobby
from bot.host.fairness import verification
from bot.host.fairness.export_files import TournamentDeal
from bot.host.fairness.tournament_secrets import game_secret, seal_name
from bot.host.house import worker as house
from bot.host.house.thinking import InProcess
from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.timers import LEASE
from bot.host.lobby import OPTION, Opening
from bot.host.lobby.creation import ANSWER_SECONDS
from bot.host.match import panel_actions
from bot.host.tournament import creation, entry, management, pairing, rounds
from bot.host.tournament.tournament import look
from bot.host.workers import sender, timekeeper
from bot.host.workers.delivery_results import Later, Never, Report, Sent
from bot.storage import matches, outbox, seals, tournaments
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow, SurfaceRow, match_of
from bot.storage.schema import matches as match_rows
from engine.dice import seal
from tests.host.crash_points import Crash, crashing
from tests.host.players import ADA, BEN, CHANNEL, CLEO, click, posts_of, probe_of, started, table_of
from tests.host.tournament.organisers import ORGANISER, announced, begun, game_of, settle, win
from tests.support.clocks import ManualClock

HOUR: Final = 3600.0


class Taker:
    """A messenger who hands everything to Discord, which numbers the messages; with `result` nothing arrives."""

    def __init__(self, result: Report | None = None) -> None:
        self.result = result
        self.carried: dict[int, list[int]] = {}
        self._ids = count(5000)

    async def post(self, row: PostRow) -> Report:
        return self._taken(row)

    async def surface(self, row: SurfaceRow) -> Report:
        return self._taken(row)

    def _taken(self, row: PostRow | SurfaceRow) -> Report:
        if self.result is not None and (row.kind in ("lobby", "seal")):
            return self.result
        message = next(self._ids)
        if row.kind in ("lobby", "seal"):
            self.carried.setdefault(match_of(row), []).append(message)
        return Sent(CHANNEL, message, "")


async def deliver(host: Host, clock: ManualClock, taker: Taker) -> None:
    """Hand over all that waits for Discord; a lobby is left to the answer of its command for some seconds."""
    clock.advance(ANSWER_SECONDS + 1)
    await sender.drain(host, taker)


async def due(host: Host) -> None:
    """Let happen all that is due, without anything reaching Discord."""
    while any([await timekeeper.work(host), await pairing.work(host), await house.work(host, InProcess())]):
        pass


async def table(host: Host, *, opponent: int | None = BEN, house: str | None = None, seats: int = 2) -> int:
    """Open a table that Discord has not taken yet."""
    options, asked = host.games["probe"].spec.options(), () if opponent is None else (opponent,)
    wanted = Opening("probe", "live", None, CHANNEL, options, opponents=asked, house=house, seats=seats)
    found = await lobby.open_table(host, click(ADA), wanted)
    assert found is not None
    return found.match.id


# Every way in which a match comes to its beginning


async def a_challenge(host: Host) -> int:
    match = await table(host)
    await lobby.join(host, click(BEN), match)
    await lobby.start(host, click(ADA), match)
    return match


async def a_house_player(host: Host) -> int:
    match = await table(host, opponent=None, house="easy")
    await lobby.start(host, click(ADA), match)
    return match


async def a_table_of_three(host: Host) -> int:
    match = await table(host, opponent=None, seats=3)
    for user in (BEN, CLEO):
        await lobby.join(host, click(user), match)
    await lobby.start(host, click(CLEO), match)
    return match


async def a_rematch(host: Host) -> int:
    match = await probe_of(host)
    await panel_actions.leave(host, click(BEN), match)
    await lobby.rematch(host, click(BEN), match)
    return (await lobby.rematch(host, click(ADA), match)).match.id


async def a_rematch_with_the_house(host: Host) -> int:
    match = await started(host, house="easy")
    await panel_actions.leave(host, click(ADA), match)
    return (await lobby.rematch(host, click(ADA), match)).match.id


async def a_first_game(host: Host) -> int:
    number = await announced(host, format="single", best_of="3")
    for user in (ADA, BEN):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await due(host)
    return await newest(host)


async def a_second_game(host: Host) -> int:
    found = await look(host, await begun(host, 2, format="single", best_of="3"))
    series = found.series[0]
    await win(host, found, series, series.first)
    await due(host)
    return await newest(host)


async def a_third_game(host: Host) -> int:
    found = await look(host, await begun(host, 2, format="single", best_of="3"))
    series = found.series[0]
    assert series.second is not None
    await win(host, found, series, series.first)
    await settle(host)
    await win(host, found, series, series.second)
    await due(host)
    return await newest(host)


async def a_game_anew(host: Host) -> int:
    found = await look(host, await begun(host, 2, format="single", best_of="3"))
    await management.play_again(host, click(ORGANISER), found.row.id, found.series[0].id, manages=False)
    await due(host)
    return await newest(host)


WAYS: Final[list[Callable[[Host], Awaitable[int]]]] = [
    a_challenge,
    a_house_player,
    a_table_of_three,
    a_rematch,
    a_rematch_with_the_house,
    a_first_game,
    a_second_game,
    a_third_game,
    a_game_anew,
]
every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)


async def newest(host: Host) -> int:
    async with host.database.reading() as connection:
        return await connection.scalar(select(func.max(match_rows.c.id))) or 0


async def row_of(host: Host, match: int) -> MatchRow:
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
    assert row is not None
    return row


async def begins_of(host: Host, match: int) -> int:
    """How often a match began."""
    async with host.database.reading() as connection:
        return sum(each.kind == "start" for each in await matches.log_of(connection, match))


async def check_waits(host: Host, match: int) -> None:
    row = await row_of(host, match)
    assert (row.status, row.state, row.started, row.entries) == ("lobby", None, None, 0)
    assert row.starting is not None


@every_way
async def test_no_match_is_dealt_before_its_seal_is_posted(
    host: Host, clock: ManualClock, way: Callable[[Host], Awaitable[int]]
) -> None:
    match = await way(host)
    await check_waits(host, match)
    await sender.drain(host, Taker(Later("Discord cannot be reached")))
    clock.advance(HOUR / 2)
    await due(host)
    await check_waits(host, match)
    taker = Taker()
    await sender.drain(host, taker)
    await check_waits(host, match)
    await due(host)
    row = await row_of(host, match)
    async with host.database.reading() as connection:
        posted = await seals.get(connection, match)
    assert posted is not None
    assert (posted.seal, [posted.message]) == (seal(row.secret, str(match)), taker.carried[match][:1])
    assert row.started is not None
    assert posted.at <= row.started
    assert (row.status, await begins_of(host, match)) == ("running", 1)


@every_way
async def test_nothing_about_a_sealed_table_is_changed(host: Host, way: Callable[[Host], Awaitable[int]]) -> None:
    match = await way(host)
    before = await lobby.look(host, match)
    acts: list[Callable[[int], Awaitable[Any]]] = [
        lambda user: lobby.say_word(host, click(user), match, "another"),
        lambda user: lobby.choose_deck(host, click(user), match, "Another"),
        lambda user: lobby.arrange(host, click(user), match, f"{OPTION}turn_cap", "5"),
        lambda user: lobby.give_up(host, click(user), match),
        lambda user: lobby.start(host, click(user), match),
        lambda user: lobby.join(host, click(user), match),
    ]
    for act in acts:
        for user in (ADA, BEN, CLEO):
            with pytest.raises(Refused):
                await act(user)
    after = await lobby.look(host, match)
    assert (after.seats, after.match) == (before.seats, before.match)


@pytest.mark.parametrize("way", [a_challenge, a_first_game], ids=lambda way: way.__name__)
async def test_a_match_begins_once_and_sealed_wherever_the_process_dies(
    host: Host, clock: ManualClock, way: Callable[[Host], Awaitable[int]]
) -> None:
    for statement in count(1):
        match, taker, died = await way(host), Taker(), False
        try:
            clock.advance(ANSWER_SECONDS + 1)
            with crashing(host.database, statement):
                await sender.drain(host, taker)
                await due(host)
        except Crash:
            died = True
            row = await row_of(host, match)
            assert row.status == "lobby" or match in taker.carried, f"it began without a seal: statement {statement}"
        clock.advance(max(sender.LEASE, LEASE) + 1)
        await sender.drain(host, taker)
        await due(host)
        async with host.database.reading() as connection:
            posted = await seals.get(connection, match)
        assert posted is not None
        assert posted.message in taker.carried[match]
        assert (await row_of(host, match)).started is not None, f"it does not begin: statement {statement}"
        assert await begins_of(host, match) == 1, f"statement {statement}"
        if not died:
            break
        await _end(host, match)
    assert statement > 10


async def _end(host: Host, match: int) -> None:
    """End a match and its tournament, so that as many more can be opened as there are statements."""
    async with host.database.reading() as connection:
        series = (await row_of(host, match)).series
        of = None if series is None else await tournaments.of_series(connection, series)
    if of is None:
        await panel_actions.leave(host, click(ADA), match)
    else:
        await management.change_course(host, click(ORGANISER), of.id, "cancel", manages=False)
    await due(host)


async def test_a_match_whose_seal_no_place_takes_ends_without_result_and_tells_its_people(
    host: Host, clock: ManualClock
) -> None:
    match = await a_challenge(host)
    for _ in range(3):
        await deliver(host, clock, Taker(Never("nothing may be written there")))
        await due(host)
    row = await row_of(host, match)
    assert (row.status, row.started, row.entries) == ("closed", None, 0)
    told = await posts_of(host, match, "unsealed")
    assert {post.destination for post in told} == {Destination.dm(ADA), Destination.dm(BEN)}


async def test_a_tournament_stands_still_where_no_place_takes_a_seal(host: Host, clock: ManualClock) -> None:
    match = await a_first_game(host)
    for _ in range(3):
        await deliver(host, clock, Taker(Never("nothing may be written there")))
        await due(host)
    row = await row_of(host, match)
    assert (row.status, row.started) == ("closed", None)
    found = await look(host, 1)
    assert (found.row.status, found.row.paused is not None) == ("running", True)
    assert await game_of(host, found.series[0]) is None


# The bot has no choice


@every_way
async def test_the_secret_that_is_sealed_first_is_the_one_that_is_used(
    host: Host, clock: ManualClock, way: Callable[[Host], Awaitable[int]]
) -> None:
    match = await way(host)
    before = (await row_of(host, match)).secret
    await deliver(host, clock, Taker())
    await due(host)
    row = await row_of(host, match)
    assert row.secret == before
    assert row.table_string is not None
    assert (await table_of(host, match)).row.secret == before


async def test_a_lobby_seals_its_secret_before_anybody_says_a_word(host: Host) -> None:
    match = await table(host)
    first = (await row_of(host, match)).secret
    sealed = (await lobby.look(host, match)).seal
    await lobby.join(host, click(BEN), match)
    await lobby.say_word(host, click(BEN), match, "carrot")
    assert (await row_of(host, match)).secret == first
    assert (await lobby.look(host, match)).seal == sealed == seal(first, str(match))


async def test_what_the_bot_puts_in_by_itself_changes_no_draw(host: Host) -> None:
    """Neither a house player's word nor, in a tournament, the match's number is in what the key is made from."""
    match = await started(host, house="easy")
    running = await table_of(host, match)
    row, seats = running.row, running.seats
    agreed = verification.table_string(row, seats)
    other = deepcopy(seats)
    other[1].word = "one of many that the bot could try"
    assert verification.table_string(row, other) == agreed == row.table_string
    deal = TournamentDeal(1, 1, 1, 1, 1)
    in_series = verification.table_string(row, seats, deal)
    renumbered = deepcopy(row)
    renumbered.id += 1
    assert verification.table_string(renumbered, seats, deal) == in_series
    assert verification.table_string(row, seats, TournamentDeal(1, 1, 1, 2, 2)) != in_series


async def test_every_secret_of_a_tournament_follows_from_the_one_sealed_before_anybody_joined(host: Host) -> None:
    made = await creation.create(host, click(ORGANISER), 77, CHANNEL, "artbot", "Friday")
    assert made is not None
    number = made.row.id
    for what, value in {"format": "single", "best_of": "3"}.items():
        await creation.arrange(host, click(ORGANISER), number, what, value, manages=False)
    await creation.announce(host, click(ORGANISER), number, manages=False)
    announcement = await look(host, number)
    secret = announcement.row.secret
    assert announcement.entrants == ()
    assert announcement.seal == seal(secret, seal_name(number))
    for user in (1, 2):
        await entry.join(host, click(user), number, f"Player {user}", ())
    await rounds.start(host, click(ORGANISER), number, manages=False)
    await settle(host)
    found = await look(host, number)
    series = found.series[0]
    await management.play_again(host, click(ORGANISER), number, series.id, manages=False)
    await settle(host)
    assert series.second is not None
    for winner in (series.first, series.second, series.first):
        await win(host, found, series, winner)
        await settle(host)
    assert ((await look(host, number)).row.secret, (await look(host, number)).seal) == (secret, announcement.seal)
    deals = [TournamentDeal(number, 1, 1, 1, 1), *(TournamentDeal(number, 1, 1, game, game + 1) for game in (1, 2, 3))]
    async with host.database.reading() as connection:
        played = list(await connection.scalars(select(match_rows.c.secret).order_by(match_rows.c.id)))
    assert played == [game_secret(secret, deal) for deal in deals]
    assert len(set(played)) == len(deals)


async def test_a_lobby_that_discord_has_begins_at_once(host: Host, clock: ManualClock) -> None:
    match = await table(host)
    await deliver(host, clock, Taker())
    await lobby.join(host, click(BEN), match)
    assert (await lobby.start(host, click(ADA), match)).match.status == "running"


async def test_a_table_that_opens_again_keeps_the_hand_of_who_stays_and_of_nobody_who_leaves(
    host: Host, clock: ManualClock
) -> None:
    match = await table(host)
    await lobby.join(host, click(BEN), match)
    await lobby.start(host, click(ADA), match)
    early = Click(71, BEN, 0.0)
    await lobby.keep_hand(host, early, match, "early", 72)
    async with host.database.transaction() as tx:
        assert await outbox.surface(tx, match, "panel", 1) is not None
        row = await matches.get(tx, match)
        assert row is not None
        await matches.change(tx, row, {"origin": {"match": 1, "step": 1}, "state_version": 0})  # rules of another time
    await deliver(host, clock, Taker())
    await due(host)
    assert (await lobby.look(host, match)).open
    async with host.database.reading() as connection:
        assert await outbox.surface(connection, match, "panel", 1) is not None
    await lobby.give_up(host, click(BEN), match)
    async with host.database.reading() as connection:
        assert await outbox.surface(connection, match, "panel", 1) is None
