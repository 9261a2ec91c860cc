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


async def get(connection: AsyncConnection, recurrence: int) -> RecurrenceRow | None:
    """Return a recurrence; a transaction that changes it locks its template."""
    return await first(connection, RecurrenceRow, select(recurrences).where(recurrences.c.id == recurrence))


async def change(tx: AsyncConnection, row: RecurrenceRow) -> None:
    """Store a recurrence whose template is locked."""
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


async def held_in(connection: AsyncConnection, channel: int) -> list[int]:
    """Return the recurrences whose coming evenings are held in a channel."""
    where = (tournaments.c.channel == channel, tournaments.c.status == TEMPLATE)
    return list(await connection.scalars(select(tournaments.c.recurrence).where(*where).order_by(tournaments.c.id)))


async def of_guild(connection: AsyncConnection, guild: int) -> list[RecurrenceRow]:
    """Return a server's recurrences that are not over."""
    where = (recurrences.c.guild == guild, recurrences.c.status.in_(LIVE))
    return await every(connection, RecurrenceRow, select(recurrences).where(*where).order_by(recurrences.c.id))


async def guilds_with_any(connection: AsyncConnection) -> list[int]:
    """Return the servers with recurrences that are not over."""
    return list(await connection.scalars(select(recurrences.c.guild).distinct().where(recurrences.c.status.in_(LIVE))))
