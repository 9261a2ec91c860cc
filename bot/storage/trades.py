"""Trades between two people."""

from math import inf
from typing import Any

from sqlalchemy import func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, first
from bot.storage.schema.collections import TradeRow, trades


async def create(tx: AsyncConnection, opener: int, partner: int, now: float) -> int:
    """Insert a trade and return its number."""
    values = {"opener": opener, "partner": partner, "status": "open", "opened": now}
    return await added(tx, trades, values)


async def get(connection: AsyncConnection, trade: int, *, lock: bool = False) -> TradeRow | None:
    """Return a trade; if `lock` is set, nobody else may change it until the transaction ends."""
    query = select(trades).where(trades.c.id == trade)
    return await first(connection, TradeRow, query.with_for_update() if lock else query)


async def open_of(connection: AsyncConnection, user: int) -> list[int]:
    """Return a person's open trades, in order."""
    mine = or_(trades.c.opener == user, trades.c.partner == user)
    return list(await connection.scalars(select(trades.c.id).where(mine, trades.c.status == "open").order_by("id")))


async def opened_by(connection: AsyncConnection, user: int) -> int:
    """Return how many open trades a person has opened."""
    query = select(func.count()).where(trades.c.opener == user, trades.c.status == "open")
    return int(await connection.scalar(query) or 0)


async def asked_until(connection: AsyncConnection, opener: int, partner: int, since: float) -> float | None:
    """Return when a person's latest trade with a partner failed, if that was after a given time.

    The result is infinite while such a trade is open, and None if there is neither.
    """
    recent = (trades.c.status == "open") | (trades.c.status.in_(("cancelled", "lapsed")) & (trades.c.ended > since))
    query = select(trades.c.status, trades.c.ended).where(
        trades.c.opener == opener, trades.c.partner == partner, recent
    )
    return max((inf if row.status == "open" else row.ended for row in await connection.execute(query)), default=None)


async def change(tx: AsyncConnection, trade: int, **values: Any) -> None:
    """Change a locked trade."""
    await tx.execute(update(trades).where(trades.c.id == trade).values(values))


async def forget(tx: AsyncConnection, user: int) -> None:
    """Remove a person's id from the trades."""
    for column in (trades.c.opener, trades.c.partner):
        await tx.execute(update(trades).where(column == user).values({column.name: None}))
