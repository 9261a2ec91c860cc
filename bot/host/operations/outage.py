"""Fairness after outages: players get back the time during which the service received no events from Discord."""

from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.kernel.outages import surely
from bot.host.match.unit_of_work import restart_clocks
from bot.host.operations import fleet
from bot.storage import inbox, matches, notes, outbox, timers, tournaments
from bot.storage.destination import Destination

HEARD: Final = "heard"
"""The key of the note that says when Discord was last heard."""

EVERY: Final = 10.0
"""Seconds between two such notes."""

UNNOTICED: Final = 2 * EVERY
"""The longest gap, in seconds, for which no time is given back, because it can occur between two notes."""

SAID: Final = 60.0
"""Gaps of at least this many seconds are announced."""

UNANSWERED: Final = 60.0
"""Clicks within this many seconds before the last such note may have been left unanswered."""

log = structlog.get_logger()


async def heard(host: Host) -> None:
    """Record that Discord can be heard again, and give every running clock back the time since the last such record."""
    host.hears = True
    if host.covered:
        async with host.database.transaction() as tx:
            last = await last_heard(tx, lock=True)
            await _note(host, tx, 0.0 if last is None else host.now() - last)
    host.wake()


async def _note(host: Host, tx: AsyncConnection, gap: float) -> None:
    """Record that Discord can be heard now, after a gap in seconds.

    All matches get their time back at once and in few statements, because all other writers wait for this. Each match
    then shows its new deadlines, and explains why they have moved if anyone may have noticed the gap.
    """
    await notes.keep(tx, HEARD, repr(host.now()))
    if gap > UNNOTICED:
        affected = await timers.shift(tx, host.hooks.running, gap)
        await tournaments.shift(tx, gap)
        if affected:
            log.warning("could not hear", seconds=round(gap), matches=len(affected))
        await outbox.mark_shown(tx, affected)
        if gap >= SAID:
            places = {match: Destination.thread(match) for match in affected}
            await outbox.add_posts(tx, "outage", places, {"seconds": round(gap)}, host.now())


async def last_heard(connection: AsyncConnection, *, lock: bool = False) -> float | None:
    """Return when Discord was last recorded as heard, or None before the first time."""
    noted = await notes.note(connection, HEARD, lock=lock)
    return None if noted is None else float(noted)


async def hearing(host: Host) -> None:
    """Keep recording that Discord can be heard, for as long as the service runs.

    If a record comes far later than it should, the process or its machine was suspended, or the database could not be
    used, and nothing could be heard.
    """
    before = host.clock.steady()

    async def note() -> None:
        async with host.database.transaction() as tx:
            await _note(host, tx, host.clock.steady() - before)

    while True:
        if host.hears and host.covered:
            await surely(host, note)
        before = host.clock.steady()
        await host.clock.sleep(EVERY, host.stopping)


async def repair(host: Host) -> None:
    """Repair what an interrupted process left behind, before the first click comes in.

    Surfaces that were clicked on shortly before the interruption are shown again, because the answers may not have
    arrived. A running match that has no timers, so that nothing would advance it, gets its clocks.
    """
    if await fleet.alone(host):
        async with host.database.transaction() as tx:
            await timers.release(tx)
            await outbox.release(tx)
    # Each match has a transaction of its own, in which it is locked before its surfaces, as by a click: another process
    # may have started meanwhile.
    async with host.database.reading() as connection:
        last = await last_heard(connection)
        clicked = [] if last is None else await inbox.matches_since(connection, last - UNANSWERED)
        stopped = await matches.without_timers(connection)
    for match in clicked:
        async with host.database.transaction() as tx:
            await matches.get(tx, match, lock=True)
            await outbox.mark_again(tx, match)
    for match in stopped:
        log.error("a match had no timers", match=match)
        async with host.database.transaction() as tx:
            await restart_clocks(host, tx, match)
