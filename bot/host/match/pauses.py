"""Pauses of a match or table that something from outside keeps from going on: nobody can move, and no time runs out.

A pause shifts the match's timers by its whole length at its beginning, and back by what is left of it at its end. So
everybody has the same time left as before, as after an outage. The delays of passes begin again.
"""

from typing import Literal, TypeAlias

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match.unit_of_work import keep, load, mark_all, pause_left, set_clocks
from bot.storage import matches, timers
from bot.storage.matches import MatchRow

Reason: TypeAlias = Literal["removed", "unavailable", "thread"]
"""Why a match is paused: the bot was removed from its server, that is unavailable, or the match's thread is locked."""


async def begin(host: Host, tx: AsyncConnection, row: MatchRow, why: Reason, until: float) -> None:
    """Pause a locked lobby or running match until it is resumed; `until` is the latest time at which that will be."""
    await timers.postpone(tx, row.id, until - host.now())
    row.paused, row.pause_ends = why, until
    await matches.change(tx, row, {"paused": why, "pause_ends": until})
    await _show(host, tx, row)


async def end(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    """Resume a locked, paused match: everybody has the time that they had left."""
    await timers.postpone(tx, row.id, -pause_left(row, host.now()))
    row.paused, row.pause_ends = None, None
    await matches.change(tx, row, {"paused": None, "pause_ends": None})
    await _show(host, tx, row)


async def _show(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    if row.status == "running":
        table = await load(host, tx, row.id, lock=True)
        table.clocks.restart_passes()
        await set_clocks(host, tx, table)
        await mark_all(tx, table)
        await keep(host, tx, table)
        row.revision = table.row.revision
    host.wake()
