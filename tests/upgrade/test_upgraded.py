"""What 0.1.0 left goes on today: matches and tournaments to their ends, drafts, votes, trades, packs and buttons."""

from itertools import count
from random import Random

import pytest
from sqlalchemy import func, select, update

from bot.host import lobby
from bot.host.collections import boosters, trades
from bot.host.fairness import exports, verification
from bot.host.house import worker
from bot.host.house.thinking import InProcess
from bot.host.kernel.host import Host
from bot.host.match import panel_actions, rewind
from bot.host.match.players import players_of
from bot.host.tournament import entry, rounds
from bot.host.tournament.tournament import Tournament, look
from bot.host.workers import sender, timekeeper
from bot.host.workers.delivery_results import Report, Sent
from bot.interactions import router
from bot.messenger.avatars import fetched
from bot.rendering.languages import Languages
from bot.rendering.posts import Posts
from bot.storage import matches, timers
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.schema import copies, posts, seats, surfaces, tournaments
from bot.storage.schema import drafts as draft_table
from bot.storage.schema import matches as match_table
from bot.storage.schema import trades as trade_table
from bot.ui.games import RENDERERS
from bot.ui.messages.custom_ids import parse
from bot.ui.texts.words import Words
from engine.registry import GAMES
from tests.host.collections.collectors import check as check_collections
from tests.host.players import answered_at_random, begin, click, table_of
from tests.host.tournament.organisers import check as check_tournament
from tests.host.tournament.organisers import game_of, settle, win
from tests.support.clicks import Clicks, front_of
from tests.support.clocks import ManualClock
from tests.upgrade import kept

NAMED: dict[str, int] = kept.frozen()["matches"]
INCIDENT = Words(None).plain("error.incident", incident="").split(",")[0]
"""What somebody is told where something should not have happened."""

WAITING = 60
"""How many posts that waited are sent."""

PRESSED = 3
"""How many ids of each action are pressed."""


async def running(host: Host, game: str) -> list[tuple[int, int, list[int]]]:
    """The running matches of a game, how long their logs are, and the people who sit there."""
    async with host.database.reading() as connection:
        where = (match_table.c.status == "running", match_table.c.game == game, match_table.c.series.is_(None))
        query = select(match_table.c.id, match_table.c.entries).where(*where).order_by(match_table.c.id)
        found = [(row.id, row.entries) for row in await connection.execute(query)]
        sitting = {match: await matches.seats_of(connection, match) for match, _ in found}
    return [(match, long, [row.user for row in sitting[match] if row.user and not row.left]) for match, long in found]


async def played_out(host: Host, clock: ManualClock, match: int, users: list[int]) -> None:
    """Play a match to its end at random, the clock moving on to what is due where nobody has anything to answer."""
    chance = Random(match)
    while (await table_of(host, match)).row.status == "running":
        seated = [user for user in users if (await table_of(host, match)).seat_of(user) is not None]
        acted = [user for user in seated if await answered_at_random(host, match, user, chance)]
        if not acted:
            async with host.database.reading() as connection:
                due = min(row.due for row in await timers.of_match(connection, match))
            clock.advance(max(0.5, due - clock.now()))
            await timekeeper.work(host)
        await worker.work(host, InProcess())


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_running_matches_are_played_to_their_end(upgraded: tuple[Host, ManualClock], game: str) -> None:
    """Some of each game's, at different points; where the rules changed, the log says so and the export holds."""
    host, clock = upgraded
    found = await running(host, game)
    assert len(found) >= 7
    for match, before, users in found[::3]:
        await played_out(host, clock, match, users)
        row = (await table_of(host, match)).row
        assert row.status in ("over", "closed")
        data = await exports.export(host, match) if row.status == "over" else None
        if data is not None:
            verdict = verification.verify(data, host.games)
            assert verdict.first == (0 if host.games[game].state_version == 1 or row.entries == before else before)


async def test_drafts_that_were_open_are_committed(upgraded: tuple[Host, ManualClock]) -> None:
    """Picks that were made before the upgrade are in the log after the next final answer."""
    host, _ = upgraded
    async with host.database.reading() as connection:
        query = select(draft_table, seats.c.user).join(
            seats, (seats.c.match == draft_table.c.match) & (seats.c.seat == draft_table.c.seat)
        )
        found = [row for row in await connection.execute(query) if row.picks and row.user is not None]
    assert found
    committed = 0
    for row in found:
        panel = await panel_actions.show(host, row.match, row.user)
        assert len(panel.draft.made) == len(row.picks), row.match
        while panel.asked is not None and not any(option.final for option in panel.asked.options):
            keys = [option.key for option in panel.asked.options[: max(1, panel.asked.least)]]
            taken = await panel_actions.pick(
                host, click(row.user), row.match, panel.asked.id, panel.draft.revision, keys
            )
            assert taken is not None
            panel = taken
        if panel.asked is None:
            continue
        finals = [option.key for option in panel.asked.options if option.final][: max(1, panel.asked.least)]
        await panel_actions.pick(host, click(row.user), row.match, panel.asked.id, panel.draft.revision, finals)
        async with host.database.reading() as connection:
            log = [each.decision for each in await matches.log_of(connection, row.match)]
        committed += all(decision in log for decision, _ in row.picks)
    assert committed


async def test_a_vote_that_was_open_comes_to_its_end(upgraded: tuple[Host, ManualClock]) -> None:
    host, clock = upgraded
    match = NAMED["warmage vote"]
    table = await table_of(host, match)
    assert table.vote is not None
    voters = [table.seats[seat].user for seat in table.vote.voters(players_of(table.seats))]
    if host.games["warmage"].state_version == 1:
        for user in voters:
            assert user is not None
            await rewind.vote(host, click(user), match, yes=True)
        assert (await table_of(host, match)).row.branch == table.row.branch + 1
    else:
        async with host.database.reading() as connection:
            due = [row.due for row in await timers.of_match(connection, match)]
        clock.advance(min(due) - clock.now() + 1)
        await timekeeper.work(host)
        assert (await table_of(host, match)).row.branch == table.row.branch
    assert (await table_of(host, match)).vote is None


class Room:
    """A messenger that renders each message and has a place for all of them, but for pictures that change."""

    def __init__(self, host: Host) -> None:
        self.posts = Posts(host, Languages(host), RENDERERS, fetched)
        self.numbers = count(10**15)
        self.sent: list[PostRow] = []

    async def post(self, row: PostRow) -> Report:
        async with self.posts.host.database.reading() as connection:
            message = await self.posts.post(row, connection)
        assert message is not None or row.kind in ("changed", "reminder", "turn", "answer")
        self.sent.append(row)
        return Sent(kept.CHANNEL, next(self.numbers), "")

    async def surface(self, row: SurfaceRow) -> Report:
        if row.kind == "lobby":
            async with self.posts.host.database.reading() as connection:
                draw = await self.posts.surface(row, connection)
            assert await draw() is not None
        return Sent(row.channel or kept.CHANNEL, row.message or next(self.numbers), "")


async def shortened(host: Host) -> None:
    """Take it that Discord has taken all but the newest posts, and all surfaces but lobbies: the rest takes long."""
    async with host.database.transaction() as tx:
        newest = int(await tx.scalar(select(func.max(posts.c.id))) or 0)
        await tx.execute(update(posts).where(posts.c.id <= newest - WAITING).values(status="sent"))
        await tx.execute(update(surfaces).where(surfaces.c.kind != "lobby").values(shown=surfaces.c.wanted))


async def test_lobbies_that_were_open_begin_and_what_waited_is_sent(upgraded: tuple[Host, ManualClock]) -> None:
    """A lobby of 0.1.0 is changed to carry its seal before it begins."""
    host, clock = upgraded
    for game in GAMES:
        found = await lobby.look(host, NAMED[f"{game} lobby"])
        assert found.match.status == "lobby"
        users = [row.user for row in found.seats if row.user is not None]
        for user in users:
            await lobby.agree(host, click(user), found.match.id)
        await begin(host, click(found.match.opener), found.match.id)
    room = Room(host)
    await shortened(host)
    clock.advance(10)  # a message is not changed twice in a moment
    await sender.drain(host, room)
    assert len(room.sent) > WAITING // 2
    while await timekeeper.work(host):
        pass
    for game in GAMES:
        assert (await table_of(host, NAMED[f"{game} lobby"])).row.status == "running"


async def test_trades_and_packs_that_were_open_are_ended(upgraded: tuple[Host, ManualClock]) -> None:
    host, _ = upgraded
    async with host.database.reading() as connection:
        trade = (await connection.execute(select(trade_table).where(trade_table.c.status == "open"))).one()
    settled = await trades.agree(host, click(trade.partner), trade.id, trade.revision)
    assert settled.row.status == "settled"
    sealed = await boosters.look(host, 502, "artbot")
    assert sealed.row is not None
    opened = await boosters.open_pack(host, click(502), "artbot", "carrot")
    assert opened.row is not None
    assert opened.row.cards is not None
    async with host.database.reading() as connection:
        made = len(list(await connection.scalars(select(copies.c.id))))
    await check_collections(host, made)


async def decided(host: Host, number: int) -> Tournament:
    """Let the first of each series win its games until the tournament is over."""
    for _ in range(60):
        found = await look(host, number)
        if found.row.status != "running":
            break
        for series in found.now_played:
            if series.state == "open" and await game_of(host, series) is not None:
                await win(host, found, series, series.first)
        await settle(host)
    return await look(host, number)


async def test_tournaments_that_ran_are_played_to_their_end(upgraded: tuple[Host, ManualClock]) -> None:
    host, _ = upgraded
    async with host.database.reading() as connection:
        found = {row.id: row for row in await connection.execute(select(tournaments))}
    assert {row.status for row in found.values()} == {"draft", "open", "running", "over", "cancelled"}
    for number, row in found.items():
        await check_tournament(host, number)
        if row.status == "running":
            assert (await decided(host, number)).row.status == "over"
        elif row.status == "open" and row.entry == "invitation":
            await entry.join(host, click(2), number, "Player 2", ())
            await rounds.start(host, click(kept.ORGANISER), number, manages=False)
            assert (await look(host, number)).row.status == "running"


async def test_every_old_button_is_answered(
    upgraded: tuple[Host, ManualClock],
) -> None:
    """Each gets an answer, and none an incident."""
    host, _ = upgraded
    clicks = Clicks(kept.GUILD, kept.CHANNEL)
    front = front_of(host)
    often: dict[tuple[str, bool], int] = {}
    failed = []
    for each in kept.frozen()["clicks"]:
        action = (parse(each["custom_id"]).action, each["modal"] is not None)
        often[action] = often.get(action, 0) + 1
        if often[action] > PRESSED or action[0] == "forget":
            continue
        before = len(clicks.discord.said)
        if each["modal"] is not None:
            await router.modal(front, clicks.modal(each["user"], each["custom_id"], each["modal"]))
        else:
            await router.component(front, clicks.of(each["user"], each["custom_id"], each["values"]))
        said = clicks.discord.said[before:]
        if not said or INCIDENT in str(said):
            failed.append((each["custom_id"], said))
    assert failed == []
    assert len(often) > 100


async def test_an_old_button_still_does_what_it_says(upgraded: tuple[Host, ManualClock]) -> None:
    """Picks that were offered before the upgrade count after it, as long as nothing has changed in between."""
    host, _ = upgraded
    clicks = Clicks(kept.GUILD, kept.CHANNEL)
    front = front_of(host)
    counted = set()
    for each in kept.frozen()["clicks"]:
        wanted = parse(each["custom_id"])
        if wanted.action != "pick" or wanted.number in counted:
            continue
        before = await table_of(host, wanted.number)
        seat = before.seat_of(each["user"])
        if seat is None or before.draft(seat).revision != wanted.revision or before.row.status != "running":
            continue
        await router.component(front, clicks.of(each["user"], each["custom_id"], each["values"]))
        after = await table_of(host, wanted.number)
        if after.drafts[seat].revision > before.drafts[seat].revision:
            counted.add(wanted.number)
    assert counted
