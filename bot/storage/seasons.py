"""Seasons, their evenings with everybody's place, and what was reached."""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every, fields, first
from bot.storage.schema.seasons import (
    EveningRow,
    HonourRow,
    PlaceRow,
    SeasonRow,
    honours,
    season_evenings,
    season_places,
    seasons,
)
from bot.storage.upsert import insert_or_change

UNFINISHED: Final = ("planned", "running")
"""A season's statuses until its end."""


async def create(tx: AsyncConnection, row: SeasonRow) -> int:
    """Insert a season and return its number."""
    return await added(tx, seasons, fields(row, "id"))


async def get(connection: AsyncConnection, season: int, *, lock: bool = False) -> SeasonRow | None:
    """Return a season; if `lock` is set, nobody else may change it until the transaction ends."""
    query = select(seasons).where(seasons.c.id == season)
    return await first(connection, SeasonRow, query.with_for_update() if lock else query)


async def change(tx: AsyncConnection, row: SeasonRow) -> None:
    """Store a locked season."""
    await tx.execute(update(seasons).where(seasons.c.id == row.id).values(fields(row, "id")))


async def drop(tx: AsyncConnection, season: int) -> None:
    """Delete a season in which nothing has been played."""
    await tx.execute(delete(season_evenings).where(season_evenings.c.season == season))
    await tx.execute(delete(seasons).where(seasons.c.id == season))


async def of_guild(connection: AsyncConnection, guild: int) -> list[SeasonRow]:
    """Return a server's seasons, newest first."""
    query = select(seasons).where(seasons.c.guild == guild).order_by(seasons.c.id.desc())
    return await every(connection, SeasonRow, query)


async def of_recurrence(connection: AsyncConnection, recurrence: int) -> SeasonRow | None:
    """Return the unfinished season in which the evenings of what recurs count."""
    where = (seasons.c.recurrence == recurrence, seasons.c.status.in_(UNFINISHED))
    return await first(connection, SeasonRow, select(seasons).where(*where).order_by(seasons.c.id).limit(1))


# Evenings


async def evening(connection: AsyncConnection, tournament: int) -> EveningRow | None:
    """Return a tournament as an evening of a season; None if it counts in none."""
    query = select(season_evenings).where(season_evenings.c.tournament == tournament)
    return await first(connection, EveningRow, query)


async def evenings_of(connection: AsyncConnection, season: int) -> list[EveningRow]:
    """Return the evenings of a season, in order."""
    query = select(season_evenings).where(season_evenings.c.season == season)
    return await every(connection, EveningRow, query.order_by(season_evenings.c.at, season_evenings.c.tournament))


async def counted(connection: AsyncConnection, guild: int) -> set[int]:
    """Return the numbers of the tournaments that count in any season of a server."""
    query = select(season_evenings.c.tournament).join(seasons, seasons.c.id == season_evenings.c.season)
    return set(await connection.scalars(query.where(seasons.c.guild == guild)))


async def keep_evening(tx: AsyncConnection, row: EveningRow) -> None:
    """Store an evening of a locked season."""
    await insert_or_change(tx, season_evenings, {"tournament": row.tournament}, fields(row, "tournament"))


async def drop_evening(tx: AsyncConnection, tournament: int) -> None:
    """Take a tournament out of its season, with everybody's place."""
    await tx.execute(delete(season_places).where(season_places.c.tournament == tournament))
    await tx.execute(delete(season_evenings).where(season_evenings.c.tournament == tournament))


async def places_of(connection: AsyncConnection, season: int) -> list[PlaceRow]:
    """Return everybody's places in the evenings of a season, in the order of the evenings."""
    query = (
        select(season_places)
        .join(season_evenings, season_evenings.c.tournament == season_places.c.tournament)
        .where(season_evenings.c.season == season)
    )
    order = (season_evenings.c.at, season_places.c.tournament, season_places.c.place, season_places.c.user)
    return await every(connection, PlaceRow, query.order_by(*order))


async def set_places(tx: AsyncConnection, tournament: int, rows: Sequence[PlaceRow]) -> None:
    """Store the places of an evening in place of those stored before."""
    await tx.execute(delete(season_places).where(season_places.c.tournament == tournament))
    if rows:
        await tx.execute(insert(season_places), [msgspec.structs.asdict(row) for row in rows])


# Honours


async def set_honours(tx: AsyncConnection, kind: str, subject: int, rows: Sequence[HonourRow]) -> None:
    """Store what was reached in a season or a tournament in place of what was stored before."""
    await tx.execute(delete(honours).where(honours.c.kind == kind, honours.c.subject == subject))
    if rows:
        await tx.execute(insert(honours), [fields(row, "id") for row in rows])


_LATEST: Final = (honours.c.at.desc(), honours.c.kind.desc(), honours.c.subject.desc(), honours.c.place, honours.c.id)
"""The order of what was reached: the latest first, a season before its evening, and the better place first."""


async def honours_of_guild(connection: AsyncConnection, guild: int) -> list[HonourRow]:
    """Return what was reached in a server, the latest first."""
    query = select(honours).where(honours.c.guild == guild)
    return await every(connection, HonourRow, query.order_by(*_LATEST))


async def honours_of_user(connection: AsyncConnection, user: int, guild: int) -> list[HonourRow]:
    """Return what a person has reached in a server, the latest first."""
    query = select(honours).where(honours.c.user == user, honours.c.guild == guild)
    return await every(connection, HonourRow, query.order_by(*_LATEST))
