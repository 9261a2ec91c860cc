"""Handling timers: how a handler is given what its timers are about, and waiting for the next one that is due."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Due, Host, TimerHandler
from bot.storage import timers
from bot.storage.timers import TimerKind, TimerRow
from engine.contract import Seat

LEASE: Final = 30.0
"""For how many seconds a claimed timer is left to whoever claimed it; a failing one is tried again after that."""

POLL: Final = 5.0
"""The longest wait, in seconds: nothing depends on having been told."""

S = TypeVar("S")

log = structlog.get_logger()


def of_match(handle: Callable[[Host, AsyncConnection, int, str], Awaitable[None]]) -> TimerHandler:
    """Return a handler for timers of matches, which is given the match and the timer's subject."""

    async def handler(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
        await handle(host, tx, *timer.at_match())

    return handler


def of_seat(handle: Callable[[Host, AsyncConnection, int, Seat, str], Awaitable[None]]) -> TimerHandler:
    """Return a handler for timers of seats, which is given the match, the seat and the timer's subject."""

    async def handler(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
        await handle(host, tx, *timer.at_seat())

    return handler


def apart(
    kind: TimerKind[S], handle: Callable[[Host, AsyncConnection, S], Awaitable[None]]
) -> tuple[str, TimerHandler]:
    """Return a kind of timer that belongs to no match, with its handler, which is given what the timer is about."""

    async def handler(host: Host, tx: AsyncConnection, timer: TimerRow) -> None:
        await handle(host, tx, kind.parse(timer.subject))

    return kind.name, handler


@contextmanager
def counted(host: Host, timer: TimerRow, failed: str) -> Iterator[None]:
    """Count how the work of a timer ends. A failure is logged and goes no further: its lease brings the timer back."""
    outcome = "failed"
    try:
        yield
        outcome = "ok"
    except Exception:
        log.exception(failed, attempts=timer.attempts)
    host.metrics.timers.labels(timer.kind, outcome).inc()


async def wait_for_next(host: Host, earlier: Due, *, only: Sequence[str] = (), but: Sequence[str] = ()) -> None:
    """Sleep until the next timer is due, or `earlier` is set; only some kinds, or none of some."""
    async with host.database.reading() as connection:
        due = await timers.next_due(connection, only=only, but=but)
    await host.clock.sleep(POLL if due is None else min(POLL, max(0.0, due - host.now())), earlier)
