"""Daily sums of what is played, and the participations that they are made from."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Select, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every
from bot.storage.schema import guilds, matches, seats
from bot.storage.schema.sums import SumRow, sums
from engine.contract import JSON


class Participation(Struct, frozen=True):
    """A person's seat in a match that has begun: the match as it stands, and what the person did at the seat.

    The columns are those of the match and of the seat. `user` is 0 if the person's data has been deleted.
    """

    id: int
    game: str
    guild: int | None
    status: str
    started: float
    ended: float | None
    series: int | None
    lesson: JSON | None
    puzzle: JSON | None
    origin: JSON | None
    rematch_of: int | None
    sought: float | None
    user: int
    invited: int | None
    abandoned: int
    clicks: int
    decided: bool


_COLUMNS: Final = [(matches if name in matches.c else seats).c[name] for name in Participation.__struct_fields__]
_OFF: Final = select(guilds.c.id).where(guilds.c.numbers.is_(False))
"""The servers that are not counted."""


def _begun(since: float, until: float, guild: int | None) -> Select[Any]:
    """Return the query for the seats of people in the matches that began in a time, of a server or of all counted."""
    there = matches.c.guild.is_(None) | matches.c.guild.not_in(_OFF)
    query = select(*_COLUMNS).join_from(matches, seats, seats.c.match == matches.c.id)
    query = query.where(matches.c.started >= since, matches.c.started < until, seats.c.user.is_not(None), there)
    return query if guild is None else query.where(matches.c.guild == guild)


async def begun(
    connection: AsyncConnection, since: float, until: float, guild: int | None = None
) -> list[Participation]:
    """Return the participations in the matches that began in a time, by match; `guild` is the only server wanted."""
    query = _begun(since, until, guild).order_by(matches.c.id, seats.c.seat)
    return await every(connection, Participation, query)


async def begun_by_them(
    connection: AsyncConnection, since: float, until: float, guild: int | None, end: float
) -> list[tuple[int, int | None, float, int]]:
    """Return all matches until `end` of the people who `begun` names: the person, the server, its beginning and id."""
    named = _begun(since, until, guild).with_only_columns(seats.c.user)
    query = (
        select(seats.c.user, matches.c.guild, matches.c.started, matches.c.id)
        .join_from(seats, matches, matches.c.id == seats.c.match)
        .where(seats.c.user.in_(named), seats.c.user != 0, matches.c.started < end)
    )
    return [tuple(row) for row in await connection.execute(query.order_by(matches.c.started, matches.c.id))]


async def add(tx: AsyncConnection, rows: Iterable[SumRow]) -> None:
    """Store the sums of a day."""
    values = [msgspec.structs.asdict(row) for row in rows]
    if values:
        await tx.execute(insert(sums), values)


async def of_days(connection: AsyncConnection, first: int, last: int, guild: int | None = None) -> list[SumRow]:
    """Return the sums of some days, of one server or of all."""
    query = select(sums).where(sums.c.day.between(first, last))
    return await every(connection, SumRow, query if guild is None else query.where(sums.c.guild == guild))


async def forget(tx: AsyncConnection, before: int) -> None:
    """Delete the sums of days before a given one, and all those of servers that do not want to be counted."""
    await tx.execute(delete(sums).where((sums.c.day < before) | sums.c.guild.in_(_OFF)))
