"""People at a table of the host, for tests: they open, join, start and click, each click with a unique id."""

from itertools import count
from random import Random
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.house import worker as house
from bot.host.house.thinking import InProcess
from bot.host.kernel.click import Click
from bot.host.kernel.host import Host
from bot.host.lobby import Lobby, Opening
from bot.host.match import panel_actions
from bot.host.match.dice import key_of
from bot.host.match.panel_actions import Panel
from bot.host.match.replay import ReplayEntry, ReplayMatch, replayed
from bot.host.match.table import Table
from bot.host.match.unit_of_work import load
from bot.host.workers import timekeeper
from bot.storage import matches, outbox, timers
from bot.storage.destination import Destination
from bot.storage.matches import EntryRow
from bot.storage.outbox import PostRow
from bot.storage.schema import posts, surfaces
from bot.storage.schema import timers as timer_rows
from bot.storage.schema.waiting import JobKind
from bot.storage.timers import TimerRow
from engine.contract import Seating
from tests.engine.random_tables import random_keys
from tests.support.clocks import ManualClock

ADA, BEN, CLEO, DAN = 101, 102, 103, 104
CHANNEL = 900
MESSAGES = 10**6
"""The base of the ids of messages with seals; the number of the match is added."""

_ids = count(10**9)
"""Ids of clicks, as long as Discord's: no person's id is one of them."""


def click(user: int, at: float = 0.0, name: str | None = None, *, sure: bool = True) -> Click:
    """Return a person's click; it confirms what cannot be undone unless `sure` is False."""
    return Click(next(_ids), user, at, name=name, sure=sure)


async def opened(
    host: Host,
    *,
    game: str = "varia",
    house: str | None = None,
    pace: str = "live",
    guild: int | None = None,
    seats: int | None = None,
    user: int = ADA,
    opponent: int | None = BEN,
) -> Lobby:
    options = host.games[game].spec.options()
    asked = () if house or opponent is None else (opponent,)
    wanted = Opening(game, pace, guild, CHANNEL, options, opponents=asked, house=house, seats=seats)
    table = await lobby.open_table(host, click(user), wanted)
    assert table is not None
    await post_lobbies(host)
    return table


async def post_lobbies(host: Host) -> None:
    """Deliver the lobbies that are waiting to be posted, as messages numbered like their matches."""
    async with host.database.reading() as connection:
        where = (surfaces.c.kind == "lobby", surfaces.c.message.is_(None), surfaces.c.wanted > surfaces.c.shown)
        waiting = list(await connection.scalars(select(surfaces.c.match).where(*where).order_by(surfaces.c.id)))
    for match in waiting:
        await lobby.shown(host, match, CHANNEL, MESSAGES + match, "")


async def begin(host: Host, click: Click, match: int) -> Lobby:
    """Start a match whose lobby has been posted."""
    await post_lobbies(host)
    return await lobby.start(host, click, match)


async def started(
    host: Host, *, game: str = "varia", house: str | None = None, pace: str = "live", guild: int | None = None
) -> int:
    table = await opened(host, game=game, house=house, pace=pace, guild=guild)
    match = table.match.id
    if house is None:
        await lobby.join(host, click(BEN), match)
    await begin(host, click(ADA), match)
    return match


async def probe_of(host: Host, people: tuple[int, ...] = (ADA, BEN), pace: str = "live") -> int:
    """Start a probe match between some people."""
    table = await opened(host, game="probe", pace=pace, seats=len(people), user=people[0], opponent=None)
    for user in people[1:]:
        await lobby.join(host, click(user), table.match.id)
    await begin(host, click(people[0]), table.match.id)
    return table.match.id


async def answer(host: Host, match: int, user: int, *keys: str, at: float = 0.0, ahead: bool = False) -> Panel:
    """Answer a person's question."""
    panel = await panel_actions.show(host, match, user)
    assert panel.asked is not None
    answered = await panel_actions.pick(
        host, click(user, at), match, panel.asked.id, panel.draft.revision, keys, ahead=ahead
    )
    assert answered is not None
    return answered


async def until(host: Host, match: int, kind: str, users: tuple[int, ...] = (ADA, BEN)) -> None:
    """Continue a probe match with each person's simplest answer until a question of a kind is open."""
    plain = {"turn": ("done",), "gather": ("s1", "s2")}
    while (open_now := (await table_of(host, match)).open()[0]).kind != kind:
        user = users[open_now.seat]
        asked = (await panel_actions.show(host, match, user)).asked
        assert asked is not None, f"{kind} does not come before the clock moves on"
        await answer(host, match, user, *plain.get(asked.kind, [option.key for option in asked.options]))


async def posts_of(host: Host, match: int, kind: str) -> list[PostRow]:
    async with host.database.reading() as connection:
        return [post for post in await outbox.posts_of(connection, match) if post.kind == kind]


async def jobs_of(host: Host, match: int, kind: str) -> list[TimerRow]:
    of = (timer_rows.c.match == match, timer_rows.c.kind == kind)
    async with host.database.reading() as connection:
        rows = await connection.execute(select(timer_rows).where(*of))
        return [TimerRow(*row) for row in rows]


async def leave_job(
    tx: AsyncConnection, match: int, kind: JobKind, destination: Destination, content: dict[str, Any], due: float
) -> None:
    """Add a job to the outbox, as older versions did."""
    values = {"match": match, "kind": kind, "destination": str(destination), "content": content, "due": due}
    await tx.execute(insert(posts).values(status="waiting", **values))


async def happen(host: Host) -> bool:
    """Process what is due, including house players' moves, and return whether there was anything."""
    await post_lobbies(host)
    due = await timekeeper.work(host)
    return await house.work(host, InProcess()) or due


async def pass_time(host: Host, clock: ManualClock, seconds: float) -> None:
    """Pass time, and process what is due."""
    clock.advance(seconds)
    while await happen(host):
        pass


async def table_of(host: Host, match: int) -> Table:
    async with host.database.reading() as connection:
        return await load(host, connection, match)


async def log_of(host: Host, match: int) -> list[EntryRow]:
    async with host.database.reading() as connection:
        return await matches.log_of(connection, match)


async def check_log(host: Host, match: int) -> None:
    """Check the law that a match's start and its log, including rewinds and upgrades, yield the stored state."""
    table = await table_of(host, match)
    row, seatings = table.row, [Seating() for _ in table.seats]
    agreed = ReplayMatch(table.game, table.options, seatings, table.cards, key_of(row), row.loaded)
    replay = replayed(agreed, [ReplayEntry.of(row) for row in await log_of(host, match)])
    assert table.game.dump(replay.state) == table.game.dump(table.state)
    assert replay.dice.counters == table.dice.counters


async def answered_at_random(host: Host, match: int, user: int, chance: Random) -> bool:
    """Answer a person's question with random keys, and return whether there was one."""
    panel = await panel_actions.show(host, match, user)
    if panel.asked is None:
        return False
    keys = random_keys(panel.asked, chance)
    await panel_actions.pick(host, click(user), match, panel.asked.id, panel.draft.revision, keys)
    return True


async def click_randomly(host: Host, match: int, user: int, chance: Random) -> Panel | None:
    """Make a random choice from the person's panel, or none if it offers none."""
    panel = await panel_actions.show(host, match, user)
    asked = panel.asked
    if asked is None:
        return None
    if asked.most > 1:
        key = chance.choice([option.key for option in asked.options if option.key not in panel.draft.chosen])
        return await panel_actions.choose(host, click(user), match, asked.id, panel.draft.revision, key)
    offered = {(each.id, option.key): option for each in (asked, panel.question) if each for option in each.options}
    decision, key = chance.choice(list(offered))
    return await panel_actions.pick(host, click(user), match, decision, panel.draft.revision, [key])


async def play_out(host: Host, clock: ManualClock, match: int, chance: Random, users: tuple[int, ...]) -> int:
    """Play a match to its end by clicks, moving the clock if nobody has anything to click; return the clicks."""
    clicks = 0
    while (await table_of(host, match)).outcome is None:
        acted = [user for user in users if await click_randomly(host, match, user, chance) is not None]
        clicks += len(acted)
        await check_timers(host, match)
        if not acted:
            clock.advance(15)
        await happen(host)
    return clicks


async def check_timers(host: Host, match: int) -> None:
    """Check that a running match has one timer that ends the wait for each open decision, and a finished one none."""
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
        there = {row.key for row in await timers.of_match(connection, match)}
    for asked in table.open():
        ends = {
            *(("deadline", asked.seat, asked.clock), ("bank", asked.seat, asked.clock)),
            *(("back", asked.seat, ""), ("untold", asked.seat, "")),
        }
        assert len(ends & there) == 1, asked
        if table.seats[asked.seat].house is not None:
            assert ("house", asked.seat, asked.id) in there
    if table.outcome is not None:
        assert not there
