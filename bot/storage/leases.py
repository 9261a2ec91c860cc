"""Leases: which process holds what exclusively, and until when."""

from sqlalchemy import delete, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import leases
from bot.storage.upsert import insert_or_skip

CLAIMING = 1
MIGRATING = 2
"""The numbers of our PostgreSQL advisory locks."""


async def take(tx: AsyncConnection, name: str, worker: str, now: float, until: float, *, again: bool = True) -> bool:
    """Take a free lease or, with `again`, extend one that the worker already holds, and return whether that worked.

    A lease that would last more than twice as long as this one was taken before the clock was set back. It counts as
    free, or nobody could take it until the clock had caught up.
    """
    if await insert_or_skip(tx, leases, {"name": name, "worker": worker, "until": until}):
        return True
    free = or_(leases.c.until <= now, leases.c.until > until + (until - now))
    where = or_(free, leases.c.worker == worker) if again else free
    taken = await tx.execute(update(leases).where(leases.c.name == name, where).values(worker=worker, until=until))
    return taken.rowcount == 1


async def renew(tx: AsyncConnection, name: str, worker: str, until: float) -> bool:
    """Extend a lease that is still the worker's own, lapsed or not, and return whether it was."""
    renewed = await tx.execute(
        update(leases).where(leases.c.name == name, leases.c.worker == worker).values(until=until)
    )
    return renewed.rowcount == 1


async def give_up(tx: AsyncConnection, worker: str) -> None:
    """Give up all of a process's leases."""
    await tx.execute(delete(leases).where(leases.c.worker == worker))


async def clear(tx: AsyncConnection) -> None:
    """Delete all leases; call this only when no other process can be alive."""
    await tx.execute(delete(leases))


async def alive(connection: AsyncConnection, kind: str, now: float) -> dict[str, str]:
    """Return the holders of a kind's valid leases, by the part of their names after the kind."""
    rows = await connection.execute(
        select(leases.c.name, leases.c.worker).where(leases.c.name.startswith(f"{kind} "), leases.c.until > now)
    )
    return {row.name.removeprefix(f"{kind} "): row.worker for row in rows}


async def lapsed(connection: AsyncConnection, kind: str, now: float) -> dict[str, float]:
    """Return when a kind's lapsed leases ended, by the part of their names after the kind."""
    rows = await connection.execute(
        select(leases.c.name, leases.c.until).where(leases.c.name.startswith(f"{kind} "), leases.c.until <= now)
    )
    return {row.name.removeprefix(f"{kind} "): row.until for row in rows}


async def one_at_a_time(tx: AsyncConnection, what: int) -> None:
    """Keep other processes from doing the same work until this transaction ends. SQLite has one writer anyway."""
    if tx.dialect.name == "postgresql":
        await tx.execute(text("SELECT pg_advisory_xact_lock(:what)"), {"what": what})
