"""Timer handlers: parsing a timer's subject for its handler, and waiting for the next due timer."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host, TimerHandler, WakeUp
from bot.storage import timers
from bot.storage.outages import Unavailable
from bot.storage.timers import TimerKind, TimerRow
from engine.contract import Seat

LEASE: Final = 30.0
"""The lease of a claimed timer, in seconds; a failed timer is tried again after that."""

POLL: Final = 5.0
"""The longest sleep, in seconds, so that nothing depends on a wake-up signal."""

S = TypeVar("S")

log = structlog.get_logger()


def of_match(handle: Callable[[Host, AsyncConnection, int, str], Awaitable[None]]) -> TimerHandler:
    """Return a handler for timers of matches, which receives the match and the timer's subject."""

    async def handler(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
        await handle(host, tx, *timer.at_match())

    return handler


def of_seat(handle: Callable[[Host, AsyncConnection, int, Seat, str], Awaitable[None]]) -> TimerHandler:
    """Return a handler for timers of seats, which receives the match, the seat and the timer's subject."""

    async def handler(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
        await handle(host, tx, *timer.at_seat())

    return handler


def apart(
    kind: TimerKind[S], handle: Callable[[Host, AsyncConnection, S], Awaitable[None]]
) -> tuple[str, TimerHandler]:
    """Return a kind of timer that belongs to no match, with its handler, which receives the timer's subject."""

    async def handler(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
        await handle(host, tx, kind.parse(timer.subject))

    return kind.name, handler


@contextmanager
def counted(host: Host, timer: TimerRow, failed: str) -> Iterator[None]:
    """Count the outcome of a timer's work. A failure is only logged: the timer returns when its lease expires.

    Raises Unavailable.
    """
    outcome = "failed"
    try:
        yield
        outcome = "ok"
    except Unavailable:
        raise
    except Exception:
        log.exception(failed, attempts=timer.attempts)
    host.metrics.timers.labels(timer.kind, outcome).inc()


async def wait_for_next(host: Host, earlier: WakeUp, *, only: Sequence[str] = (), but: Sequence[str] = ()) -> None:
    """Sleep until `earlier` is set or the next timer is due, counting `only` some kinds of timer or all `but` some."""
    async with host.database.reading() as connection:
        due = await timers.next_due(connection, only=only, but=but)
    await host.clock.sleep(POLL if due is None else min(POLL, max(0.0, due - host.now())), earlier)
