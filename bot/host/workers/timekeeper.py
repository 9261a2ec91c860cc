"""The worker that fires timers, except those for house players' moves, the pairing of rounds, and jobs."""

import asyncio
from typing import Final

import structlog

from bot.host.kernel.host import Host
from bot.host.kernel.timers import LEASE, counted, wait_for_next
from bot.storage import timers
from bot.storage.timers import TimerRow

BATCH: Final = 20


async def run(host: Host) -> None:
    """Fire timers for as long as the service runs."""
    while True:
        if not await work(host):
            await wait_for_next(host, host.timers_due, but=_held_back(host))


async def work(host: Host) -> bool:
    """Fire the timers that are due, and return whether there were any."""
    now = host.now()
    async with host.database.transaction() as tx:
        claimed = await timers.claim(tx, now, now + LEASE, BATCH, but=_held_back(host))
    await asyncio.gather(*(_happen(host, timer) for timer in claimed))
    return bool(claimed)


def _held_back(host: Host) -> tuple[str, ...]:
    """Return the kinds that other workers handle and, while Discord cannot be heard, those that must wait."""
    return host.hooks.worked if host.hears and host.covered else (*host.hooks.worked, *host.hooks.running)


async def _happen(host: Host, timer: TimerRow) -> None:
    """Fire one timer. A failure is logged, and the timer is tried again when its lease expires."""
    structlog.contextvars.bind_contextvars(match=timer.match, timer=timer.id, kind=timer.kind)
    with counted(host, timer, "timer failed"):
        async with host.database.transaction() as tx:
            await host.hooks.timers[timer.kind](host, tx, timer)
            await timers.drop(tx, timer)
