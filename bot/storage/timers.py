"""Timers: what is to happen at a time, claimed under a lease and deleted last."""

from collections.abc import Iterable

from msgspec import Struct
from sqlalchemy import case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import timers


class TimerRow(Struct):
    """A timer as it is stored; see the table."""

    id: int
    match: int
    kind: str
    seat: int
    subject: str
    due: float
    leased: float = 0.0
    attempts: int = 0

    @property
    def key(self) -> tuple[str, int, str]:
        """What it is about: one match has one timer for it."""
        return (self.kind, self.seat, self.subject)


async def of_match(connection: AsyncConnection, match: int) -> list[TimerRow]:
    """Return a match's timers."""
    rows = await connection.execute(select(timers).where(timers.c.match == match).order_by(timers.c.id))
    return [TimerRow(**row._mapping) for row in rows]  # noqa: SLF001


async def set_all(tx: AsyncConnection, match: int, wanted: dict[tuple[str, int, str], float]) -> None:
    """Let a match have just these timers, by what they are about and when they are due.

    One that is there already keeps its row; it moves where it is due at another time.
    """
    there = {row.key: row for row in await of_match(tx, match)}
    gone = [row.id for key, row in there.items() if key not in wanted]
    if gone:
        await tx.execute(delete(timers).where(timers.c.id.in_(gone)))
    for key, due in wanted.items():
        row = there.get(key)
        if row is None:
            kind, seat, subject = key
            await tx.execute(insert(timers).values(match=match, kind=kind, seat=seat, subject=subject, due=due))
        elif row.due != due:
            await tx.execute(update(timers).where(timers.c.id == row.id).values(due=due))


async def claim(tx: AsyncConnection, now: float, until: float, count: int) -> list[TimerRow]:
    """Lease up to some due timers that nobody else is at, the longest due first."""
    free = (
        select(timers.c.id)
        .where(timers.c.due <= now, timers.c.leased <= now)
        .order_by(timers.c.due, timers.c.id)
        .limit(count)
        .with_for_update(skip_locked=True)
    )
    ids = list((await tx.scalars(free)).all())
    if not ids:
        return []
    leased = update(timers).where(timers.c.id.in_(ids)).values(leased=until, attempts=timers.c.attempts + 1)
    await tx.execute(leased)
    rows = await tx.execute(select(timers).where(timers.c.id.in_(ids)).order_by(timers.c.due, timers.c.id))
    return [TimerRow(**row._mapping) for row in rows]  # noqa: SLF001


async def drop(tx: AsyncConnection, ids: Iterable[int]) -> None:
    """Delete timers that have done their work."""
    await tx.execute(delete(timers).where(timers.c.id.in_(list(ids))))


async def release(tx: AsyncConnection) -> None:
    """Give up all leases: for a start after which nobody else can be at them."""
    await tx.execute(update(timers).values(leased=0.0))


async def next_due(connection: AsyncConnection) -> float | None:
    """Return when the next timer can be claimed, or None where there is none."""
    free = case((timers.c.due > timers.c.leased, timers.c.due), else_=timers.c.leased)
    earliest: float | None = await connection.scalar(select(func.min(free)))
    return earliest
