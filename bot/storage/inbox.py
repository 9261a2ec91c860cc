"""Interactions: which were taken up, so that none is taken up twice, and which are still to be answered."""

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every
from bot.storage.schema.service import DeferredRow, deferred, inbox
from bot.storage.upsert import insert_or_skip


async def take_up(tx: AsyncConnection, interaction: int, user: int, match: int | None, now: float) -> bool:
    """Note an interaction, and return whether it is the first time that it came."""
    return await insert_or_skip(tx, inbox, {"interaction": interaction, "user": user, "match": match, "at": now})


async def taker(connection: AsyncConnection, interaction: int) -> int:
    """Return whose interaction was taken up; nobody's id if the person's data was deleted since."""
    found: int = await connection.scalar(select(inbox.c.user).where(inbox.c.interaction == interaction)) or 0
    return found


async def matches_since(connection: AsyncConnection, moment: float) -> list[int]:
    """Return the matches about which interactions were taken up since a moment, in the order of their numbers."""
    query = (
        select(inbox.c.match).distinct().where(inbox.c.at >= moment, inbox.c.match.is_not(None)).order_by(inbox.c.match)
    )
    return list(await connection.scalars(query))


async def forget(tx: AsyncConnection, before: float) -> None:
    """Forget the interactions that were taken up before a moment."""
    await tx.execute(delete(inbox).where(inbox.c.at < before))


async def defer(tx: AsyncConnection, row: DeferredRow) -> None:
    """Note that an interaction is still to be answered; two processes that hear of it may both say so."""
    await insert_or_skip(tx, deferred, msgspec.structs.asdict(row))


async def settle(tx: AsyncConnection, interaction: int) -> None:
    """Note that an interaction has its answer."""
    await tx.execute(delete(deferred).where(deferred.c.interaction == interaction))


async def unanswered(connection: AsyncConnection, before: float) -> list[DeferredRow]:
    """Return the interactions that are still to be answered and were announced before a moment."""
    query = select(deferred).where(deferred.c.at < before)
    return await every(connection, DeferredRow, query)
