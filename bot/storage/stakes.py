"""Matches for keeps: offered, agreed on, settled, reversed."""

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import first
from bot.storage.schema.collections import KeepsRow, agreements, keeps
from bot.storage.upsert import insert_or_change


async def get(connection: AsyncConnection, match: int, *, lock: bool = False) -> KeepsRow | None:
    """Return the state of playing for keeps at a table, or None if it has never been offered."""
    query = select(keeps).where(keeps.c.match == match)
    return await first(connection, KeepsRow, query.with_for_update() if lock else query)


async def offer(tx: AsyncConnection, match: int) -> None:
    """Record that playing for keeps is offered at a table."""
    await insert_or_change(tx, keeps, {"match": match}, {"status": "offered", "until": None})


async def withdraw(tx: AsyncConnection, match: int) -> None:
    """Withdraw the offer."""
    await tx.execute(delete(agreements).where(agreements.c.match == match))
    await tx.execute(delete(keeps).where(keeps.c.match == match))


async def change(tx: AsyncConnection, match: int, status: str, until: float | None = None) -> None:
    """Store the new status."""
    await tx.execute(update(keeps).where(keeps.c.match == match).values(status=status, until=until))


async def store_agreement(tx: AsyncConnection, match: int, seat: int, terms: str) -> None:
    """Record the terms that a seat has agreed to."""
    await insert_or_change(tx, agreements, {"match": match, "seat": seat}, {"terms": terms})


async def agreed(connection: AsyncConnection, match: int) -> dict[int, str]:
    """Return the terms that seats have agreed to, by seat."""
    rows = await connection.execute(select(agreements).where(agreements.c.match == match))
    return {row.seat: row.terms for row in rows}
