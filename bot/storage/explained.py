"""The terms of a game that have been explained to people."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every
from bot.storage.schema import explained, matches, seats
from bot.storage.schema.people import ExplainedRow
from bot.storage.upsert import insert_or_skip


async def of(connection: AsyncConnection, user: int, game: str) -> list[ExplainedRow]:
    """Return the terms of a game that have been explained to a person."""
    where = (explained.c.user == user, explained.c.game == game)
    return await every(connection, ExplainedRow, select(explained).where(*where))


async def add(tx: AsyncConnection, row: ExplainedRow) -> None:
    """Store that a term is explained to a person, unless it has been before."""
    values = {"user": row.user, "game": row.game, "term": row.term, "match": row.match, "decision": row.decision}
    await insert_or_skip(tx, explained, values)


async def real_matches(connection: AsyncConnection, user: int, game: str, but: int) -> int:
    """Return how many matches of a game a person has begun, lessons and other loaded matches aside, except one."""
    query = select(matches.c.lesson, matches.c.loaded).select_from(seats.join(matches)).where(seats.c.user == user)
    begun = query.where(matches.c.game == game, matches.c.started.is_not(None), matches.c.id != but)
    return sum(row.lesson is None and row.loaded is None for row in await connection.execute(begun))
