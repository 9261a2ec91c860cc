"""The worker that pairs rounds; the pairing is computed outside any transaction."""

import structlog

from bot.host.kernel.host import Host
from bot.host.kernel.timers import LEASE, counted, wait_for_next
from bot.host.tournament.progress import pair
from bot.host.tournament.timers import PAIRING
from bot.storage import timers


async def run(host: Host) -> None:
    """Pair rounds for as long as the service runs."""
    while True:
        if not await work(host):
            await wait_for_next(host, host.rounds_due, only=(PAIRING.name,))


async def work(host: Host) -> bool:
    """Pair one due round, and return whether there was one.

    A failure is logged, and the round is tried again when the timer's lease expires.
    """
    now = host.now()
    async with host.database.transaction() as tx:
        claimed = await timers.claim(tx, now, now + LEASE, 1, only=(PAIRING.name,))
    for timer in claimed:
        about = structlog.contextvars.bound_contextvars(timer=timer.id, kind=timer.kind, tournament=timer.subject)
        with about, counted(host, timer, "pairing failed"):
            while not await pair(host, timer):
                pass
    return bool(claimed)
