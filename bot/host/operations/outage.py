"""Fairness when nobody could be heard: people get the time back in which Discord could not tell us what they did."""

from typing import Final

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match.unit_of_work import restart_clocks
from bot.host.operations import fleet
from bot.storage import inbox, matches, notes, outbox, timers, tournaments
from bot.storage.destination import Destination

HEARD: Final = "heard"
"""Under what it is noted when we could last hear."""

EVERY: Final = 10.0
"""After how many seconds it is noted anew."""

UNNOTICED: Final = 2 * EVERY
"""The longest gap, in seconds, for which nobody gets anything back: it may lie between two notes."""

SAID: Final = 60.0
"""From how many seconds on a gap is spoken of."""

UNANSWERED: Final = 60.0
"""For how many seconds before it was last noted that we hear, clicks may have been left without an answer."""

log = structlog.get_logger()


async def heard(host: Host) -> None:
    """Note that we hear Discord again, and give every running clock the time back since that was noted last."""
    host.hears = True
    if host.covered:
        async with host.database.transaction() as tx:
            last = await last_heard(tx, lock=True)
            await _note(host, tx, 0.0 if last is None else host.now() - last)
    host.wake()


async def _note(host: Host, tx: AsyncConnection, gap: float) -> None:
    """Note that we hear now, after a gap of some seconds.

    All matches get their time back at once and in few statements, because whatever else wants to write waits for this.
    Each then shows its new deadlines, and says why they moved where somebody may have noticed.
    """
    await notes.keep(tx, HEARD, repr(host.now()))
    if gap > UNNOTICED:
        affected = await timers.shift(tx, host.hooks.running, gap)
        await tournaments.shift(tx, gap)
        log.warning("could not hear", seconds=round(gap), matches=len(affected))
        await outbox.mark_shown(tx, affected)
        if gap >= SAID:
            places = {match: Destination.thread(match) for match in affected}
            await outbox.add_posts(tx, "outage", places, {"seconds": round(gap)}, host.now())


async def last_heard(connection: AsyncConnection, *, lock: bool = False) -> float | None:
    """Return when it was last noted that we hear, or None before the first time."""
    noted = await notes.note(connection, HEARD, lock=lock)
    return None if noted is None else float(noted)


async def hearing(host: Host) -> None:
    """Keep noting that we hear, for as long as the service lives.

    Where this took far longer than it should, the process or its machine stood still, and could not hear either.
    """
    before = host.clock.steady()
    while True:
        now = host.clock.steady()
        if host.hears and host.covered:
            async with host.database.transaction() as tx:
                await _note(host, tx, now - before)
        before = now
        await host.clock.sleep(EVERY, host.stopping)


async def repair(host: Host) -> None:
    """Put right what a process left behind that ended in the middle: before the first click comes in.

    What was clicked shortly before is shown again, because its answer may not have arrived; a running match that
    nothing would move on gets its clocks.
    """
    alone = await fleet.alone(host)
    async with host.database.transaction() as tx:
        if alone:
            await timers.release(tx)
            await outbox.release(tx)
        last = await last_heard(tx)
        if last is not None:
            for match in await inbox.matches_since(tx, last - UNANSWERED):
                await matches.get(tx, match, lock=True)
                await outbox.mark_again(tx, match)
        for match in await matches.without_timers(tx):
            log.error("a match had no timers", match=match)
            await restart_clocks(host, tx, match)
