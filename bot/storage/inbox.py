"""Interactions: which have been processed, so that none is processed twice, and which still need an answer."""

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every
from bot.storage.schema.service import DeferredRow, deferred, inbox
from bot.storage.upsert import insert_or_skip


async def take_up(tx: AsyncConnection, interaction: int, user: int, match: int | None, now: float) -> bool:
    """Record an interaction, and return whether it is new."""
    return await insert_or_skip(tx, inbox, {"interaction": interaction, "user": user, "match": match, "at": now})


async def taker(connection: AsyncConnection, interaction: int) -> int:
    """Return the user of a processed interaction, or `GONE` if the person's data has since been deleted."""
    found: int = await connection.scalar(select(inbox.c.user).where(inbox.c.interaction == interaction)) or 0
    return found


async def matches_since(connection: AsyncConnection, moment: float) -> list[int]:
    """Return the matches with interactions processed since a given time, in order of their numbers."""
    query = (
        select(inbox.c.match).distinct().where(inbox.c.at >= moment, inbox.c.match.is_not(None)).order_by(inbox.c.match)
    )
    return list(await connection.scalars(query))


async def forget(tx: AsyncConnection, before: float) -> None:
    """Delete the interactions processed before a given time."""
    await tx.execute(delete(inbox).where(inbox.c.at < before))


async def defer(tx: AsyncConnection, row: DeferredRow) -> None:
    """Record that an interaction still needs an answer; two processes that receive it may both do so."""
    await insert_or_skip(tx, deferred, msgspec.structs.asdict(row))


async def settle(tx: AsyncConnection, interaction: int) -> None:
    """Record that an interaction has been answered."""
    await tx.execute(delete(deferred).where(deferred.c.interaction == interaction))


async def unanswered(connection: AsyncConnection, before: float) -> list[DeferredRow]:
    """Return the interactions that were deferred before a given time and still need an answer."""
    query = select(deferred).where(deferred.c.at < before)
    return await every(connection, DeferredRow, query)
