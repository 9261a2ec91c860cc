"""The terms of a game that have been explained to people."""

from typing import Final

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.prepared import Prepared
from bot.storage.schema import explained, matches, seats
from bot.storage.schema.people import ExplainedRow
from bot.storage.upsert import insert_or_skip

_OF: Final = Prepared(
    select(explained).where(explained.c.user == bindparam("of"), explained.c.game == bindparam("what"))
)


async def of(connection: AsyncConnection, user: int, game: str) -> list[ExplainedRow]:
    """Return the terms of a game that have been explained to a person."""
    return [ExplainedRow(*row) for row in await _OF.rows(connection, {"of": user, "what": game})]


async def add(tx: AsyncConnection, row: ExplainedRow) -> bool:
    """Store that a term is explained to a person, unless it has been before; return whether that is new."""
    values = {"user": row.user, "game": row.game, "term": row.term, "match": row.match, "decision": row.decision}
    return await insert_or_skip(tx, explained, values)


async def real_matches(connection: AsyncConnection, user: int, game: str, but: int) -> int:
    """Return how many matches of a game a person has begun, lessons and other loaded matches aside, except one."""
    query = select(matches.c.lesson, matches.c.loaded).select_from(seats.join(matches)).where(seats.c.user == user)
    begun = query.where(matches.c.game == game, matches.c.started.is_not(None), matches.c.id != but)
    return sum(row.lesson is None and row.loaded is None for row in await connection.execute(begun))
