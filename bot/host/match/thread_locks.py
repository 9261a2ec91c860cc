"""Locked threads: a match whose thread has been locked is paused, for a day at most, all locks together.

There is no pause if one of its players may manage threads: that player could stop everybody's clocks. Then, and once
the day is used up, the match moves to its next place.
"""

from typing import Final

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel import server_log
from bot.host.kernel.host import Host
from bot.host.kernel.paces import MINUTE
from bot.host.match import pauses
from bot.host.match.clocks import Clocks
from bot.host.match.places import look_later
from bot.host.match.unit_of_work import say
from bot.storage import destinations, matches, timers
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.timers import TimerKey

LOCK: Final = TimerKey("lock")
"""The job that looks whether a match's thread is locked."""

LOOK: Final = 10 * MINUTE
"""Seconds between two looks at a locked thread, in case its unlocking was not noticed."""


async def note(host: Host, match: int, channel: int) -> bool:
    """Pause a match because its thread is locked, and return whether it is paused or has moved on already."""
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None or row.status != "running":
            return False
        if row.paused is not None or await destinations.place(tx, Destination.thread(match)) != channel:
            return True
        return await _pause(host, tx, row, channel)


async def changed(host: Host, thread: int, *, locked: bool) -> None:
    """Look after the matches in a thread that may have been locked or unlocked."""
    async with host.database.reading() as connection:
        found = await destinations.matches_at(connection, thread)
        rows = [await matches.get(connection, match) for match in found]
    for row in rows:
        if row is not None and row.status == "running" and locked is (row.paused is None):
            async with host.database.transaction() as tx:
                await timers.put(tx, row.id, LOCK, host.now())
    host.jobs_due.set()


async def settle(host: Host, match: int, channel: int, *, locked: bool) -> None:
    """Pause a match, resume it or move it on, now that it is known whether its thread is locked."""
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)
        if row is None or row.status != "running" or row.paused not in (None, "thread"):
            return
        if await destinations.place(tx, Destination.thread(match)) != channel:
            locked = False
        if row.paused is None:
            if locked and not await _pause(host, tx, row, channel):
                await _move_on(host, tx, match, channel)
            return
        left = (row.pause_ends or 0.0) - host.now()
        if locked and left > 0:
            await timers.put(tx, match, LOCK, host.now() + min(LOOK, left))
            return
        paused_for = await end(host, tx, row)
        if locked:
            await _move_on(host, tx, match, channel)
        else:
            await say(tx, row, "outage", {"seconds": round(paused_for), "why": "thread"}, host.now())


async def end(host: Host, tx: AsyncConnection, row: MatchRow) -> float:
    """Resume a locked match that is paused because of its thread, and return for how many seconds it was paused."""
    clocks = msgspec.convert(row.clocks, Clocks)
    left = max(0.0, (row.pause_ends or 0.0) - host.now())
    paused_for, clocks.lock_left = clocks.lock_left - left, left
    row.clocks = msgspec.to_builtins(clocks)
    await matches.change(tx, row, {"clocks": row.clocks})
    await pauses.end(host, tx, row)
    return paused_for


async def _pause(host: Host, tx: AsyncConnection, row: MatchRow, channel: int) -> bool:
    """Pause a locked running match if it may be, and return whether it may."""
    left = msgspec.convert(row.clocks, Clocks).lock_left
    seats = await matches.seats_of(tx, row.id)
    if left <= 0 or any(seat.present and seat.manages for seat in seats):
        return False
    until = host.now() + left
    await pauses.begin(host, tx, row, "thread", until)
    await timers.put(tx, row.id, LOCK, host.now() + min(LOOK, left))
    await server_log.note(host, tx, row.guild, "log.locked", match=row.id, thread=channel, until=int(until))
    return True


async def _move_on(host: Host, tx: AsyncConnection, match: int, channel: int) -> None:
    """Move a locked match to its next place, to return once its thread is unlocked."""
    if await destinations.lose_place(tx, Destination.thread(match), channel):
        await look_later(tx, match, channel, host.now())
    host.outbox_due.set()
