"""What happens when a timer is due: deadlines, reserves, passes, races, reminders, what lapses, tournaments."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host import lobby
from bot.host.collections import trades
from bot.host.kernel.host import Host
from bot.host.kernel.paces import ASKED_AFTER, REMOVED_AFTER
from bot.host.lobby import match_start
from bot.host.match import rewind
from bot.host.match.seals import SEALED
from bot.host.match.table import Table
from bot.host.match.timers import IDLE
from bot.host.match.unit_of_work import (
    close,
    hand_by_dm,
    keep,
    load,
    load_running,
    mark_all,
    set_clocks,
    store,
)
from bot.host.people.quiet_hours import quiet_until
from bot.host.tournament import games, rounds
from bot.storage import matches, outbox, timers
from bot.storage.destination import Destination
from bot.storage.timers import TimerRow
from engine.contract import Decision, Message

Happening: TypeAlias = Callable[[Host, AsyncConnection, TimerRow], Awaitable[None]]


async def _deadline(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """Time is up: the seat's reserve begins to run where it has one, else the clock plays."""
    table = await load_running(host, tx, timer.match)
    asked = None if table is None else _asked(table, timer)
    if table is None or asked is None:
        return
    if table.has_reserve(asked):
        used_up = host.now() + table.seats[timer.seat].bank
        await timers.put(tx, timer.match, ("bank", timer.seat, timer.subject), used_up)
        await mark_all(tx, table)
        host.wake()
    else:
        await _expire(host, tx, table, timer, asked)


async def _bank(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """The reserve is used up as well."""
    table = await load_running(host, tx, timer.match)
    asked = None if table is None else _asked(table, timer)
    if table is not None and asked is not None:
        table.seats[timer.seat].bank = 0.0
        table.moved.add(timer.seat)
        await _expire(host, tx, table, timer, asked)


async def _expire(host: Host, tx: AsyncConnection, table: Table, timer: TimerRow, asked: Decision) -> None:
    """Let the clock play for a seat; whoever misses turn after turn is asked, and leaves at last."""
    before, seat = table.open(), table.seats[timer.seat]
    played = table.expire(timer.seat, timer.subject)
    if asked.tempo == "turn" and not played and seat.present:
        seat.missed += 1
        table.moved.add(timer.seat)
        await _missed(host, tx, table, seat.missed, timer.seat)
    await store(host, tx, table, before)


async def _missed(host: Host, tx: AsyncConnection, table: Table, missed: int, seat: int) -> None:
    match, thread, content = table.row.id, Destination.thread(table.row.id), {"seats": [seat]}
    if missed >= REMOVED_AFTER and table.outcome is None:
        table.leave(seat)
    elif missed >= ASKED_AFTER:
        await outbox.add_post(tx, match, "still", thread, content, host.now())
    elif table.row.guild is not None:
        await timers.put(tx, match, ("check", seat, ""), host.now())


async def _reminder(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """Remind somebody, unless it is quiet there; then when it is over, if that is in time."""
    table = await load_running(host, tx, timer.match)
    asked = None if table is None else _asked(table, timer)
    user = table.sitters[timer.seat].person if table is not None and table.seats[timer.seat].present else None
    if table is None or asked is None or user is None or not user.reminders:
        return
    woken = quiet_until(user, host.now())
    if woken is not None:
        if woken < table.timers.get(("deadline", timer.seat, timer.subject), 0.0):
            await timers.put(tx, timer.match, timer.key, woken)
        return
    by_dm = await hand_by_dm(tx, table.row, user)
    place = Destination.dm(user.id) if by_dm else Destination.thread(table.row.id)
    await outbox.add_post(tx, timer.match, "reminder", place, {"seats": [timer.seat]}, host.now())
    host.outbox_due.set()


async def _pass(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """The wait of a pass is over."""
    table = await load_running(host, tx, timer.match)
    if table is not None:
        before = table.open()
        if table.pass_on(timer.seat, timer.subject):
            await store(host, tx, table, before)


async def _race(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """A race closes."""
    table = await load_running(host, tx, timer.match)
    if table is not None:
        before = table.open()
        if table.close_race(timer.subject):
            await store(host, tx, table, before)


async def _back(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """Somebody's time away is over: the clocks that stood still go on."""
    await restart_clocks(host, tx, timer.match)


async def _untold(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """Somebody who is asked something could not be told for too long."""
    table = await load_running(host, tx, timer.match)
    if table is not None and timer.seat in table.untold:
        await close(host, tx, table, Message("end.untold"), directly=True)


async def restart_clocks(host: Host, tx: AsyncConnection, match: int) -> None:
    """Set a match's clocks anew, because somebody went away or came back."""
    table = await load_running(host, tx, match)
    if table is not None:
        await set_clocks(host, tx, table)
        await mark_all(tx, table)
        await keep(tx, table)
        host.wake()


async def _vote(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """The time of a vote is up."""
    await rewind.close(host, tx, await load(host, tx, timer.match, lock=True))


async def _lapse(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """A lobby was never started."""
    await lobby.lapse(host, tx, timer.match)


async def _idle(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """Nobody has gone on with a match that has no clock."""
    table = await load_running(host, tx, timer.match)
    if table is not None:
        await close(host, tx, table, Message("end.idle"))


async def _sealed(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """What carries the seal of a match that waits for it is posted, or given up."""
    row = await matches.get(tx, timer.match, lock=True)
    if row is not None and row.status == "lobby" and row.starting is not None:
        await (match_start.on_sealed if row.series is None else games.on_sealed)(host, tx, row)


async def _trade(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
    """A trade was not settled in time."""
    await trades.lapse(host, tx, int(timer.subject))


def _asked(table: Table, timer: TimerRow) -> Decision | None:
    """Return what the timer's seat is asked on the timer's clock."""
    return next((each for each in table.open() if each.seat == timer.seat and each.clock == timer.subject), None)


HAPPENINGS: Final[dict[str, Happening]] = {
    "deadline": _deadline,
    "bank": _bank,
    "reminder": _reminder,
    "pass": _pass,
    "race": _race,
    "back": _back,
    "untold": _untold,
    "vote": _vote,
    "lobby": _lapse,
    IDLE[0]: _idle,
    SEALED[0]: _sealed,
    "trade": _trade,
    "starting": rounds.on_starting,
    "checking": rounds.on_checking,
    "opening": games.on_opening,
    "judging": games.on_judging,
    "forfeit": games.on_forfeit,
    "again": games.on_again,
    "absent": games.on_absent,
    "warning": rounds.on_warning,
    "stranded": rounds.on_stranded,
}
"""What happens by a timer's kind; house players' moves and the pairing of rounds are apart,
because they think outside any transaction."""
