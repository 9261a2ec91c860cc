"""Leases: who has what to itself, and until when."""

from sqlalchemy import delete, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import leases
from bot.storage.upsert import insert_or_skip

CLAIMING = 1
MIGRATING = 2
"""The numbers of PostgreSQL's advisory locks that are ours."""


async def take(tx: AsyncConnection, name: str, worker: str, now: float, until: float, *, again: bool = True) -> bool:
    """Take a lease that is free, or one's own for longer unless not `again`, and return whether it was to be had.

    One that would hold for more than twice as long as this one was taken by a clock that has been set back since: it
    is free, or nobody could have it until the clock is there again.
    """
    if await insert_or_skip(tx, leases, {"name": name, "worker": worker, "until": until}):
        return True
    free = or_(leases.c.until <= now, leases.c.until > until + (until - now))
    where = or_(free, leases.c.worker == worker) if again else free
    taken = await tx.execute(update(leases).where(leases.c.name == name, where).values(worker=worker, until=until))
    return taken.rowcount == 1


async def renew(tx: AsyncConnection, name: str, worker: str, until: float) -> bool:
    """Hold a lease for longer that is still one's own, lapsed or not, and return whether it was."""
    renewed = await tx.execute(
        update(leases).where(leases.c.name == name, leases.c.worker == worker).values(until=until)
    )
    return renewed.rowcount == 1


async def give_up(tx: AsyncConnection, worker: str) -> None:
    """Give up all leases that a process has."""
    await tx.execute(delete(leases).where(leases.c.worker == worker))


async def clear(tx: AsyncConnection) -> None:
    """Forget all leases: where nobody else can live."""
    await tx.execute(delete(leases))


async def alive(connection: AsyncConnection, kind: str, now: float) -> dict[str, str]:
    """Return who has the leases of a kind that hold now, by what comes after the kind in their names."""
    rows = await connection.execute(
        select(leases.c.name, leases.c.worker).where(leases.c.name.startswith(f"{kind} "), leases.c.until > now)
    )
    return {row.name.removeprefix(f"{kind} "): row.worker for row in rows}


async def lapsed(connection: AsyncConnection, kind: str, now: float) -> dict[str, float]:
    """Return until when the leases of a kind held that hold no more, by what comes after the kind in their names."""
    rows = await connection.execute(
        select(leases.c.name, leases.c.until).where(leases.c.name.startswith(f"{kind} "), leases.c.until <= now)
    )
    return {row.name.removeprefix(f"{kind} "): row.until for row in rows}


async def one_at_a_time(tx: AsyncConnection, what: int) -> None:
    """Let no other process do the same until this transaction ends. SQLite has one writer anyway."""
    if tx.dialect.name == "postgresql":
        await tx.execute(text("SELECT pg_advisory_xact_lock(:what)"), {"what": what})
