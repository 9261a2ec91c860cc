"""What the operator wants done while the service runs."""

from typing import Any

from msgspec import Struct
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every
from bot.storage.schema import orders


class OrderRow(Struct):
    """An order; see the table."""

    id: int
    kind: str
    content: dict[str, Any]
    made: float
    done: float | None
    failure: str | None


async def give(tx: AsyncConnection, kind: str, content: dict[str, Any], now: float) -> int:
    """Give an order and return its number."""
    result = await tx.execute(insert(orders).values(kind=kind, content=content, made=now))
    key = result.inserted_primary_key
    return int(key[0]) if key else 0


async def get(connection: AsyncConnection, number: int) -> OrderRow:
    """Return an order."""
    return OrderRow(**(await connection.execute(select(orders).where(orders.c.id == number))).mappings().one())


async def waiting(connection: AsyncConnection) -> list[OrderRow]:
    """Return the orders that are still to be carried out, the oldest first."""
    query = select(orders).where(orders.c.done.is_(None)).order_by(orders.c.id)
    return await every(connection, OrderRow, query)


async def done(tx: AsyncConnection, number: int, now: float, failure: str | None) -> None:
    """Note what became of an order; what it was about is forgotten, because that may be a person."""
    await tx.execute(update(orders).where(orders.c.id == number).values(done=now, failure=failure, content={}))
