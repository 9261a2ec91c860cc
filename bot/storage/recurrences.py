"""Recurrences: tournaments that are held again and again, with the template of their evenings."""

from collections.abc import Collection

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every, fields, first
from bot.storage.schema.tournaments import RecurrenceRow, TournamentRow, recurrences, tournaments

TEMPLATE = "template"
"""The status of the tournament that has a recurrence's organiser and the settings of its coming evenings."""

LIVE = ("on", "waiting")
"""A recurrence's statuses until it is over."""


async def create(tx: AsyncConnection, row: RecurrenceRow) -> int:
    """Insert a recurrence and return its number."""
    return await added(tx, recurrences, fields(row, "id"))


async def get(connection: AsyncConnection, recurrence: int, *, lock: bool = False) -> RecurrenceRow | None:
    """Return a recurrence; if `lock` is set, nobody else may change it until the transaction ends."""
    query = select(recurrences).where(recurrences.c.id == recurrence)
    # Tournaments that only refer to the recurrence need not wait: its number never changes.
    return await first(connection, RecurrenceRow, query.with_for_update(key_share=True) if lock else query)


async def change(tx: AsyncConnection, row: RecurrenceRow) -> None:
    """Store a locked recurrence."""
    await tx.execute(update(recurrences).where(recurrences.c.id == row.id).values(msgspec.structs.asdict(row)))


async def template(connection: AsyncConnection, recurrence: int) -> TournamentRow | None:
    """Return the template of a recurrence; None once it is over."""
    query = select(tournaments).where(tournaments.c.recurrence == recurrence, tournaments.c.status == TEMPLATE)
    return await first(connection, TournamentRow, query)


async def evenings(connection: AsyncConnection, recurrence: int, statuses: Collection[str]) -> list[TournamentRow]:
    """Return a recurrence's evenings with the given statuses, in the order in which they were announced."""
    where = (tournaments.c.recurrence == recurrence, tournaments.c.status.in_(statuses))
    return await every(connection, TournamentRow, select(tournaments).where(*where).order_by(tournaments.c.id))


async def held_by(connection: AsyncConnection, organiser: int) -> int:
    """Return how many recurrences a person is organising."""
    where = (tournaments.c.organiser == organiser, tournaments.c.status == TEMPLATE)
    return int(await connection.scalar(select(func.count()).select_from(tournaments).where(*where)) or 0)


async def of_guild(connection: AsyncConnection, guild: int) -> list[RecurrenceRow]:
    """Return a server's recurrences that are not over."""
    where = (recurrences.c.guild == guild, recurrences.c.status.in_(LIVE))
    return await every(connection, RecurrenceRow, select(recurrences).where(*where).order_by(recurrences.c.id))


async def guilds_with_any(connection: AsyncConnection) -> list[int]:
    """Return the servers with recurrences that are not over."""
    return list(await connection.scalars(select(recurrences.c.guild).distinct().where(recurrences.c.status.in_(LIVE))))
