"""People's tries of the puzzles of the day, and their matches that are puzzles."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import matches, seats, tries
from bot.storage.schema.people import TryRow
from bot.storage.upsert import insert_or_skip
from engine.contract import JSON

__all__ = ["TryRow", "add", "begun", "of"]


async def of(connection: AsyncConnection, user: int) -> list[TryRow]:
    """Return a person's tries, by date."""
    query = select(tries).where(tries.c.user == user).order_by(tries.c.day)
    return [TryRow(*row) for row in await connection.execute(query)]


async def add(tx: AsyncConnection, row: TryRow) -> bool:
    """Store a try, unless the person has one for its date; return whether it is the first."""
    values = {name: getattr(row, name) for name in TryRow.__struct_fields__}
    return await insert_or_skip(tx, tries, values)


async def begun(connection: AsyncConnection, user: int) -> list[tuple[int, str, JSON]]:
    """Return the numbers, statuses and progress of a person's matches that are puzzles, the newest first."""
    query = select(matches.c.id, matches.c.status, matches.c.puzzle).select_from(seats.join(matches))
    mine = query.where(seats.c.user == user, matches.c.unrated == "puzzle").order_by(matches.c.id.desc())
    return [(row.id, row.status, row.puzzle) for row in await connection.execute(mine)]
