"""The operator's orders to the running service."""

from typing import Any

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every
from bot.storage.schema.service import OrderRow, orders


async def give(tx: AsyncConnection, kind: str, content: dict[str, Any], now: float) -> int:
    """Give an order and return its number."""
    return await added(tx, orders, {"kind": kind, "content": content, "made": now})


async def get(connection: AsyncConnection, number: int) -> OrderRow:
    """Return an order."""
    return OrderRow(**(await connection.execute(select(orders).where(orders.c.id == number))).mappings().one())


async def waiting(connection: AsyncConnection) -> list[OrderRow]:
    """Return the pending orders, oldest first."""
    query = select(orders).where(orders.c.done.is_(None)).order_by(orders.c.id)
    return await every(connection, OrderRow, query)


async def done(tx: AsyncConnection, number: int, now: float, failure: str | None) -> None:
    """Record the outcome of an order, and delete its content, which may concern a person."""
    await tx.execute(update(orders).where(orders.c.id == number).values(done=now, failure=failure, content={}))
