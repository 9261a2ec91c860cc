"""People's tries of the puzzles of the day, their matches that are puzzles, and the posts of the day in servers."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.outbox import posts_where
from bot.storage.rows import every
from bot.storage.schema import matches, posts, seats, tries, users
from bot.storage.schema.people import TryRow
from bot.storage.schema.waiting import PostRow
from bot.storage.upsert import insert_or_skip
from engine.contract import JSON

__all__ = ["TryRow", "add", "begun", "in_guild", "of", "of_puzzle", "posted", "results"]


async def of(connection: AsyncConnection, user: int) -> list[TryRow]:
    """Return a person's tries, by date."""
    query = select(tries).where(tries.c.user == user).order_by(tries.c.day)
    return [TryRow(*row) for row in await connection.execute(query)]


async def of_puzzle(connection: AsyncConnection, puzzle: str, before: str) -> list[TryRow]:
    """Return everybody's tries of a puzzle for dates before one such as "2026-11-30"."""
    query = select(tries).where(tries.c.puzzle == puzzle, tries.c.day < before)
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


async def results(connection: AsyncConnection, day: str, puzzle: str) -> tuple[int, int]:
    """Return how many people have tried a puzzle for a date, in all servers and directly, and how many found it."""
    where = (tries.c.day == day, tries.c.puzzle == puzzle)
    rows = await connection.execute(select(tries.c.right, func.count()).where(*where).group_by(tries.c.right))
    counts = {bool(right): count for right, count in rows}
    return sum(counts.values()), counts.get(True, 0)


async def in_guild(connection: AsyncConnection, guild: int, first: str, last: str) -> list[TryRow]:
    """Return the tries that were made in a server for some dates, of people whose names its table may show."""
    shown = select(tries).outerjoin(users, users.c.id == tries.c.user)
    where = (tries.c.guild == guild, tries.c.day.between(first, last), func.coalesce(users.c.puzzle_table, True))
    return await every(connection, TryRow, shown.where(*where))


async def posted(connection: AsyncConnection, guild: int) -> list[PostRow]:
    """Return a server's posts of the day that have not been forgotten yet, in order."""
    where = (posts.c.destination == str(Destination.puzzles(guild)), posts.c.kind == "puzzle")
    return await posts_where(connection, *where)
