"""The handlers of a match's due timers: deadlines, reserves, passes, races, reminders, votes."""

from collections.abc import Mapping
from typing import Final

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import ASKED_AFTER, REMOVED_AFTER
from bot.host.kernel.timers import of_match, of_seat
from bot.host.match import rewind
from bot.host.match.table import Table
from bot.host.match.timers import CALL, IDLE, VOTE, called_as
from bot.host.match.unit_of_work import (
    called,
    close,
    comes_by_dm,
    load,
    load_running,
    mark_all,
    restart_clocks,
    say,
    store,
)
from bot.host.people.quiet_hours import quiet_until
from bot.storage import outbox, timers
from bot.storage.destination import Destination
from bot.storage.timers import TimerKey
from engine.contract import Decision, Message, Seat


async def _deadline(host: Host, tx: AsyncConnection, match: int, seat: Seat, clock: str) -> None:
    """Handle a deadline: the seat's reserve begins to run if it has one; otherwise the clock plays."""
    table = await load_running(host, tx, match)
    asked = None if table is None else _asked(table, seat, clock)
    if table is None or asked is None:
        return
    if table.has_reserve(asked):
        used_up = host.now() + table.seats[seat].bank
        await timers.put(tx, match, TimerKey("bank", seat, clock), used_up)
        await mark_all(tx, table)
        host.wake()
    else:
        await _expire(host, tx, table, asked)


async def _bank(host: Host, tx: AsyncConnection, match: int, seat: Seat, clock: str) -> None:
    """Handle a reserve that is used up."""
    table = await load_running(host, tx, match)
    asked = None if table is None else _asked(table, seat, clock)
    if table is not None and asked is not None:
        table.seats[seat].bank = 0.0
        table.moved.add(seat)
        await _expire(host, tx, table, asked)


async def _expire(host: Host, tx: AsyncConnection, table: Table, asked: Decision) -> None:
    """Play for a seat whose time is up, which its panel says until the next click.

    A player who keeps missing turns is asked about it, and finally removed.
    """
    before, seat = table.open(), table.seats[asked.seat]
    played = table.expire(asked.seat, asked.clock)
    notice = Message("panel.time_out.plan" if played else "panel.time_out")
    table.drafts[asked.seat].notice = msgspec.to_builtins(notice)
    if asked.tempo == "turn" and not played and seat.present:
        seat.missed += 1
        seat.abandoned += 1
        table.moved.add(asked.seat)
        await _missed(host, tx, table, seat.missed, asked.seat)
    await store(host, tx, table, before)


async def _missed(host: Host, tx: AsyncConnection, table: Table, missed: int, seat: Seat) -> None:
    match, thread, content = table.row.id, Destination.thread(table.row.id), {"seats": [seat]}
    if missed >= REMOVED_AFTER and table.outcome is None:
        table.leave(seat)
    elif missed >= ASKED_AFTER:
        await outbox.add_post(tx, match, "still", thread, content, host.now())
    elif table.row.guild is not None:
        await timers.put(tx, match, TimerKey("check", seat), host.now())


async def _reminder(host: Host, tx: AsyncConnection, match: int, seat: Seat, clock: str) -> None:
    """Remind a player or, during their quiet hours, postpone the reminder until these end, if that is in time."""
    table = await load_running(host, tx, match)
    asked = None if table is None else _asked(table, seat, clock)
    user = table.sitters[seat].person if table is not None and table.seats[seat].present else None
    if table is None or asked is None or user is None or not user.reminders:
        return
    woken = quiet_until(user, host.now())
    if woken is not None:
        ends = IDLE if table.row.untimed else TimerKey("deadline", seat, clock)
        if woken < table.timers.get(ends, 0.0):
            await timers.put(tx, match, TimerKey("reminder", seat, clock), woken)
        return
    if await comes_by_dm(tx, table, seat):
        await outbox.add_post(tx, match, "reminder", Destination.dm(user.id), {"seats": [seat]}, host.now())
    else:
        await say(tx, table.row, "reminder", {"seats": [seat]}, host.now())
    host.outbox_due.set()


async def _pass(host: Host, tx: AsyncConnection, match: int, seat: Seat, decision: str) -> None:
    """Handle the end of a pass's delay."""
    table = await load_running(host, tx, match)
    if table is not None:
        before = table.open()
        if table.pass_on(seat, decision):
            await store(host, tx, table, before)


async def _call(host: Host, tx: AsyncConnection, match: int, subject: str) -> None:
    """Mention the players who have not answered a question by the time at which the bot has made all its passes."""
    table = await load_running(host, tx, match)
    if table is None:
        return
    asked = [each for each in table.open() if called_as(each) == subject and table.drafts[each.seat].held is None]
    for kind, seats in called(table, asked).items():
        await say(tx, table.row, kind, {"seats": seats}, table.now)
    host.outbox_due.set()


async def _race(host: Host, tx: AsyncConnection, match: int, window: str) -> None:
    """Close a race."""
    table = await load_running(host, tx, match)
    if table is not None:
        before = table.open()
        if table.close_race(window):
            await store(host, tx, table, before)


async def _back(host: Host, tx: AsyncConnection, match: int, seat: Seat, subject: str) -> None:
    """Handle the end of an absence: the stopped clocks continue."""
    await restart_clocks(host, tx, match)


async def _untold(host: Host, tx: AsyncConnection, match: int, seat: Seat, subject: str) -> None:
    """Close a match if a seat's person has been asked a question and could not be reached for too long."""
    table = await load_running(host, tx, match)
    if table is not None and seat in table.untold:
        await close(host, tx, table, Message("end.untold"), directly=True)


async def _vote(host: Host, tx: AsyncConnection, match: int, subject: str) -> None:
    """Handle a vote's deadline."""
    table = await load(host, tx, match, lock=True)
    if table.row.paused is None:
        await rewind.close(host, tx, table)


async def _idle(host: Host, tx: AsyncConnection, match: int, subject: str) -> None:
    """Close a match without a clock that nobody has continued."""
    table = await load_running(host, tx, match)
    if table is not None:
        await close(host, tx, table, Message("end.idle"))


def _asked(table: Table, seat: Seat, clock: str) -> Decision | None:
    """Return a seat's question on a clock."""
    return next((each for each in table.open() if each.seat == seat and each.clock == clock), None)


TIMERS: Final[Mapping[str, TimerHandler]] = {
    "deadline": of_seat(_deadline),
    "bank": of_seat(_bank),
    "reminder": of_seat(_reminder),
    "pass": of_seat(_pass),
    CALL: of_match(_call),
    "race": of_match(_race),
    "back": of_seat(_back),
    "untold": of_seat(_untold),
    VOTE.kind: of_match(_vote),
    IDLE.kind: of_match(_idle),
}
"""The handlers by kind of timer."""
