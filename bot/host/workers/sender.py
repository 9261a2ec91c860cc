"""The worker that sends the rows in the outbox: posts once and in order, surfaces in their current state.

A `Sender` renders a row and sends it to Discord; this module only decides which row goes next, and records the
outcome.
"""

import asyncio
from collections.abc import Iterable
from typing import Final, Protocol

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.kernel.outages import surely
from bot.host.match import seals
from bot.host.match.places import is_own_thread
from bot.host.operations import health
from bot.host.workers import delivery_reactions, jobs
from bot.host.workers.delivery_results import Asleep, Later, Moved, Never, Report, Result, Sent, Shelved
from bot.storage import leases, outbox, panels
from bot.storage.destination import Destination, Kind
from bot.storage.outages import Unavailable
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.timers import JOBS

IN_FLIGHT: Final = 8
"""How many rows are in flight at once, each to a different destination."""

LEASE: Final = 120.0
"""Seconds for which a row is left to another process that has claimed it; this process's claims do not lapse."""

SENDING: Final = 60.0
"""The time limit for one try, in seconds: once the lease has lapsed, nothing is still in flight from here."""

STOPPING: Final = 30.0
"""Seconds to wait for rows in flight when the service stops."""

SLOWEST: Final = 60.0
"""The longest pause between two tries, in seconds."""

# Tries are counted rather than time, because nothing is tried while the process is down or when the clock jumps.

PATIENCE: Final = 6
"""Number of tries, taking about a minute, after which a post that fails by our own fault stops blocking later ones."""

OUTAGE: Final = 65
"""The same for a post that Discord rejects: about an hour. Later posts would rarely fare better."""

GIVE_UP: Final = 1500
"""Number of tries after which a post is given up, which takes about a day."""

POLL: Final = 5.0

log = structlog.get_logger()


class Sender(Protocol):
    """Renders rows from the database and sends them to Discord."""

    async def post(self, row: PostRow) -> Report:
        """Send a post; the same post never appears twice."""
        ...

    async def surface(self, row: SurfaceRow) -> Report:
        """Bring a surface up to date."""
        ...


async def run(host: Host, sender: Sender) -> None:
    """Send waiting rows for as long as the service runs."""
    flying: dict[asyncio.Task[None], Destination] = {}
    try:
        await _run(host, sender, flying)
    finally:
        # Rows in flight are finished; no more are claimed.
        if flying:
            await asyncio.wait(flying, timeout=STOPPING)


async def _run(host: Host, sender: Sender, flying: dict[asyncio.Task[None], Destination]) -> None:
    late = False
    while True:
        # Looking is cheap and blocks nobody; claiming is a write.
        async with host.database.reading() as connection:
            due = await outbox.next_due(connection, host.now() - LEASE)
        is_due = due is not None and due <= host.now()
        if is_due and len(flying) < IN_FLIGHT and (row := await _next(host, flying.values())) is not None:
            if isinstance(row, PostRow) and row.tried is None:
                was_late, late = late, host.now() - row.due > health.POST_LATE
                if late and not was_late:
                    log.warning("outbox is late", seconds=round(host.now() - row.due), flying=len(flying))
            task = asyncio.create_task(_send(host, sender, row))
            flying[task] = row.destination
            task.add_done_callback(flying.pop)
            continue
        # A due row that was not claimed waits for another row at its destination, whose end wakes this loop.
        wait = POLL if due is None or due <= host.now() else min(POLL, due - host.now())
        await host.clock.sleep(wait, host.outbox_due)


async def drain(host: Host, sender: Sender) -> None:
    """Send everything that can be sent now."""
    while (row := await _next(host)) is not None:
        await _send(host, sender, row)


async def _next(host: Host, flying: Iterable[Destination] = ()) -> PostRow | SurfaceRow | None:
    async with host.database.reading() as connection:
        tired = await panels.is_tired(connection, host.now())
    if tired:
        async with host.database.transaction() as tx:
            await panels.put_to_sleep(tx, host.now())
    async with host.database.transaction() as tx:
        # Otherwise destinations that another process claims in the meantime would not be seen as busy.
        await leases.one_at_a_time(tx, leases.CLAIMING)
        now = host.now()  # the lease begins when the lock is held, however long it took to get
        busy = await outbox.busy_destinations(tx, now, LEASE) | set(flying)
        # When many matches begin at once, their posts would otherwise be retried over and over before having a place.
        return (
            await outbox.claim_surface(tx, now, busy, opening=True)
            or await outbox.claim_post(tx, now, busy)
            or await outbox.claim_surface(tx, now, busy)
        )


async def _send(host: Host, sender: Sender, row: PostRow | SurfaceRow) -> None:
    what = "post" if isinstance(row, PostRow) else "surface"
    with structlog.contextvars.bound_contextvars(match=row.match, **{what: row.id}, kind=row.kind):
        result, place = await _try(host, sender, row)
        if isinstance(result, Later) and row.attempts + 1 == health.IN_VAIN:
            log.warning("outbox row is stuck", why=result.why, destination=row.destination)
    host.metrics.sent.labels(what, type(result).__name__.lower(), place).inc()
    host.outbox_due.set()
    host.jobs_due.set()


async def _place_of(connection: AsyncConnection, row: PostRow | SurfaceRow, result: Result) -> str:
    """Return the kind of place where a row was delivered; see `Metrics.sent`."""
    if isinstance(result, Shelved):
        return "panel"
    if not isinstance(result, Sent) or result.message is None:
        return "none"
    match row.destination.kind:
        case Kind.DM:
            return "dm"
        case Kind.PANEL:
            return "panel"
        case Kind.EVENT:
            return "event"
        case Kind.THREAD if result.channel is not None:
            own = await is_own_thread(connection, row.destination.number, result.channel)
            return "thread" if own else "channel"
        case _:
            return "channel"


async def _try(host: Host, sender: Sender, row: PostRow | SurfaceRow) -> tuple[Result, str]:
    """Send a row, record the outcome, and return it with the kind of place where the row was delivered."""
    if isinstance(row, PostRow) and row.kind in JOBS:
        async with host.database.transaction() as tx:
            await jobs.adopt(tx, row)
            await outbox.post_sent(tx, row.id, None)
        return Sent(), "none"
    limit = asyncio.timeout(SENDING)
    try:
        async with limit:
            report = await (sender.post(row) if isinstance(row, PostRow) else sender.surface(row))
            result = await delivery_reactions.react(host, row, report)
    except asyncio.CancelledError:
        raise
    except Unavailable as error:
        result = Later(str(error))
    except Exception:
        if limit.expired():
            log.warning("sending took too long", attempts=row.attempts)
            result = Later("it took too long")
        else:
            log.exception("sending failed", attempts=row.attempts)
            result = Later("an exception", ours=True)

    async def noted() -> tuple[Result, str]:
        async with host.database.transaction() as tx:
            if isinstance(row, PostRow):
                await _note_post(host, tx, row, result)
            else:
                await _note_surface(host, tx, row, result)
            return result, await _place_of(tx, row, result)

    return await surely(host, noted)


async def _note_post(host: Host, tx: AsyncConnection, row: PostRow, result: Result) -> None:
    if seals.carries_seal(row):
        await _note_seal(host, tx, row, result)
    match result:
        case Sent():
            await outbox.post_sent(tx, row.id, result.message)
        case Moved():
            await outbox.post_later(tx, row.id, host.now())
        case Shelved():
            await outbox.shelve(tx, row.id, result.destination)
        case Never():
            log.warning("post given up", why=result.why)
            await outbox.post_failed(tx, row.id, result.why)
        case Later():
            tries = row.attempts + 1
            if tries >= GIVE_UP:
                await outbox.post_failed(tx, row.id, result.why)
            else:
                stuck = tries >= (PATIENCE if result.ours else OUTAGE)
                await outbox.post_later(tx, row.id, host.now() + _pause(row.attempts, result), stuck=stuck)


async def _note_seal(host: Host, tx: AsyncConnection, row: PostRow | SurfaceRow, result: Result) -> None:
    """Record the outcome for a message that carries a seal.

    This happens before the message's own row is updated, because the match is locked first.
    """
    match result:
        case Sent() if result.channel is not None and result.message is not None:
            await seals.posted(host, tx, outbox.match_of(row), result.channel, result.message)
        case Later() if isinstance(row, SurfaceRow) or row.attempts + 1 < GIVE_UP:
            pass
        case Moved():
            pass
        case _:
            await seals.refused(host, tx, outbox.match_of(row))


async def _note_surface(host: Host, tx: AsyncConnection, row: SurfaceRow, result: Result) -> None:
    if seals.carries_seal(row):
        await _note_seal(host, tx, row, result)
    match result:
        case Sent() if result.channel is not None and result.message is not None:
            await outbox.surface_shown(tx, row, result.channel, result.message, host.now(), result.digest)
        case Asleep():
            await panels.drop(tx, row.id, result.token)
            await outbox.surface_given_up(tx, row)
        case Later():
            await outbox.surface_later(tx, row.id, host.now() + _pause(row.attempts, result))
        case Moved():
            await outbox.surface_later(tx, row.id, host.now())
        case _:
            await outbox.surface_given_up(tx, row)


def _pause(attempts: int, result: Later) -> float:
    # After hundreds of tries the power of two would overflow.
    return max(result.after or 0.0, min(SLOWEST, 2.0 ** min(attempts, 10)))
