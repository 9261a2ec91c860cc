"""The operator's orders to the running service, which carries them out itself."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog

from bot.host.kernel.host import Host
from bot.host.match.unit_of_work import NoSuchMatch
from bot.host.operations import closing, fleet, privacy
from bot.storage import orders

EVERY: Final = 2.0
"""Seconds between two checks for new orders."""

log = structlog.get_logger()


async def run(host: Host) -> None:
    """Carry out orders for as long as the service runs."""
    while True:
        if await fleet.leads(host, "orders", 2 * EVERY):
            await work(host)
        await host.clock.sleep(EVERY, host.stopping)


async def work(host: Host) -> None:
    """Carry out the orders that are waiting."""
    async with host.database.reading() as connection:
        found = await orders.waiting(connection)
    for order in found:
        failure = None
        try:
            await _KINDS[order.kind](host, order.content)
        except NoSuchMatch as error:
            failure = f"there is no match {error} to close"
        async with host.database.transaction() as tx:
            await orders.done(tx, order.id, host.now(), failure)
        log.info("order", order=order.id, kind=order.kind, failure=failure)


async def _close(host: Host, content: dict[str, Any]) -> None:
    await closing.by_operator(host, content["match"], content["reason"])


async def _forget(host: Host, content: dict[str, Any]) -> None:
    await privacy.forget(host, content["user"])


_KINDS: Final[dict[str, Callable[[Host, dict[str, Any]], Awaitable[None]]]] = {"close": _close, "forget": _forget}
