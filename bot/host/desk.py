"""Loading a table, and storing what became of it: match, log, events, timers, posts and surfaces, all or nothing."""

from collections.abc import Iterable

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.context import Host
from bot.host.paces import GRACE, HOUSE_PAUSE, LATELY, PACES
from bot.host.table import Table
from bot.storage import matches, outbox, people, timers
from bot.storage.matches import MatchRow, SeatRow
from engine.contract import Decision, Seat

KEPT_CLOCKS = 16
"""How many stopped clocks a match remembers: far more than can wait for each other."""


class NoSuchMatch(Exception):
    """There is no match of this number, or it is not in a state in which this can be done."""


async def load(host: Host, connection: AsyncConnection, match: int, *, lock: bool = False) -> Table:
    """Return a started match. Raises NoSuchMatch for one that does not exist or never began."""
    row = await matches.get(connection, match, lock=lock)
    if row is None or row.state is None or row.game not in host.games:
        raise NoSuchMatch(match)
    return await lay(host, connection, row)


async def lay(host: Host, connection: AsyncConnection, row: MatchRow) -> Table:
    """Return the table of a match that was read already."""
    cards = await host.cards(connection, row.game, tuple(row.sets))
    seats = await matches.seats_of(connection, row.id)
    return Table(host.games[row.game], cards, row, seats, host.now())


async def store(
    host: Host, tx: AsyncConnection, table: Table, before: Iterable[Decision], answered: int | None = None
) -> None:
    """Store a table in which something was committed.

    `before` is what was open when it was loaded; `answered` the message that was clicked on, which the answer changes.
    """
    row = table.row
    await matches.append(tx, table.log, table.news)
    for entry in table.log:
        if entry.kind == "leave":
            await matches.change_seat(tx, table.seats[entry.seat])
    asked_before = {asked.id for asked in before}
    newly = [asked for asked in table.open() if asked.id not in asked_before]
    outcome = table.outcome
    due = _timers(host, table, await timers.of_match(tx, row.id)) if outcome is None else {}
    await timers.set_all(tx, row.id, due)
    await _say(tx, table, newly, answered)
    values = {
        "state": table.game.dump(table.state),
        "state_version": table.game.state_version,
        "counters": table.dice.counters,
        "stopped": row.stopped,
        "entries": row.entries,
        "events": row.events,
        "posted": row.posted,
        "table_string": row.table_string,
        "started": row.started,
        "status": "running" if outcome is None else "over",
        "outcome": None if outcome is None else msgspec.to_builtins(outcome),
        "ended": None if outcome is None else table.now,
    }
    await matches.change(tx, row, values)
    if outcome is not None:
        await matches.drop_drafts(tx, row.id)
    host.wake()


def _timers(host: Host, table: Table, there: list[timers.TimerRow]) -> dict[tuple[str, int, str], float]:
    """Return the timers that a running match needs: a deadline for every clock that runs, and more by who is asked.

    A clock that goes on keeps its deadline. One that stops, because somebody else has to respond first, is given back
    with what was left, and at least the response time.
    """
    pace, now = PACES[table.row.pace], table.now
    standing = {row.key: row.due for row in there}
    wanted: dict[tuple[str, int, str], float] = {}
    for asked in table.open():
        seat = table.seats[asked.seat]
        deadline = ("deadline", asked.seat, asked.clock)
        left = table.row.stopped.pop(asked.clock, None)
        fresh = pace.given(asked.tempo) if left is None else max(left, pace.response)
        wanted[deadline] = standing.get(deadline, now + fresh + GRACE)
        if seat.house is not None:
            thinking = ("house", asked.seat, asked.id)
            wanted[thinking] = standing.get(thinking, now + host.chance.between(*HOUSE_PAUSE))
        elif not asked.answerable:
            passing = ("pass", asked.seat, asked.id)
            alone = all(other.house is not None for other in table.seats if other.seat != asked.seat)
            delay = 0.0 if alone else host.chance.between(*pace.passing)
            wanted[passing] = standing.get(passing, now + delay)
    for key, due in standing.items():
        kind, _, clock = key
        if kind == "deadline" and key not in wanted and due > now:
            table.row.stopped[clock] = due - now - GRACE
    while len(table.row.stopped) > KEPT_CLOCKS:
        table.row.stopped.pop(next(iter(table.row.stopped)))
    return wanted


async def _say(tx: AsyncConnection, table: Table, newly: list[Decision], answered: int | None) -> None:
    """Queue up what has to be said: a post where something happened, mentions, and marks on all that has changed."""
    row, thread = table.row, thread_of(table.row)
    if table.posted:
        content = {"first": row.posted + 1, "last": row.events}
        await outbox.add_post(tx, row.id, "events", thread, content, table.now)
        row.posted = row.events
    if table.outcome is not None:
        await outbox.add_post(tx, row.id, "end", thread, {}, table.now)
    mentioned = [seat.seat for seat in table.seats if await _is_away(tx, table, seat, newly)]
    if mentioned:
        await outbox.add_post(tx, row.id, "turn", thread, {"seats": mentioned}, table.now)
    await outbox.mark(tx, row.id, "status", -1, thread, anew=table.posted and table.outcome is None)
    for seat in table.seats:
        await mark_hand(tx, table.row, seat, answered)


async def _is_away(tx: AsyncConnection, table: Table, seat: SeatRow, newly: list[Decision]) -> bool:
    """Whether a person is asked something new and has not acted lately."""
    if seat.user is None or seat.left or not any(asked.seat == seat.seat for asked in newly):
        return False
    acted = (await people.user(tx, seat.user)).acted
    return acted is None or table.now - acted > LATELY


async def mark_hand(tx: AsyncConnection, row: MatchRow, seat: SeatRow, answered: int | None = None) -> None:
    """Mark a person's hand as stale, where it comes by DM; not where the answer to a click on it brings it up to date.

    `answered` is the message that was clicked on.
    """
    if seat.user is None:
        return
    user = await people.user(tx, seat.user)
    if user.hand != "dm" or user.dm_closed:
        return
    shown = await outbox.surface(tx, row.id, "hand", seat.seat)
    if shown is None or shown.message is None or shown.message != answered:
        await outbox.mark(tx, row.id, "hand", seat.seat, f"user {seat.user} dm")


async def deadlines_of(connection: AsyncConnection, table: Table) -> dict[Seat, float]:
    """Return when the time of each seat that is asked something is up."""
    clocks = {row.key: row.due - GRACE for row in await timers.of_match(connection, table.row.id)}
    return {
        asked.seat: clocks[key] for asked in table.open() if (key := ("deadline", asked.seat, asked.clock)) in clocks
    }


def thread_of(row: MatchRow) -> str:
    """Return the destination where a match is played."""
    return f"match {row.id} thread"
