"""Ratings, and the results of rated matches."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Select, and_, case, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every, fields, first
from bot.storage.schema import entries
from bot.storage.schema.ratings import CorrectionRow, RatingRow, ResultRow, rating_corrections, ratings, results
from bot.storage.upsert import insert_or_skip

Q = TypeVar("Q", bound=Select[Any])


_COUNTS: Final = results.c.withdrawn.is_(False)


class Record(Struct, frozen=True):
    """The results of the matches against one opponent: how many were won, drawn and lost."""

    user: int
    won: int
    drawn: int
    lost: int


async def take(tx: AsyncConnection, fresh: Sequence[RatingRow]) -> list[RatingRow]:
    """Lock and return people's ratings in a game; `fresh` holds initial ratings for those who have none yet.

    Nobody else can change them until the transaction ends.
    """
    found = []
    # Always in the same order, so that no two transactions deadlock.
    for row in sorted(fresh, key=lambda row: row.user):
        await insert_or_skip(tx, ratings, msgspec.structs.asdict(row))
        query = select(ratings).where(ratings.c.game == row.game, ratings.c.user == row.user).with_for_update()
        found.append(RatingRow(**(await tx.execute(query)).mappings().one()))
    return found


async def keep(tx: AsyncConnection, rows: Iterable[RatingRow], found: Sequence[ResultRow]) -> None:
    """Store ratings, and the results that they are computed from."""
    for row in rows:
        where = (ratings.c.game == row.game, ratings.c.user == row.user)
        await tx.execute(update(ratings).where(*where).values(mu=row.mu, sigma=row.sigma, matches=row.matches))
    await tx.execute(insert(results), [msgspec.structs.asdict(row) for row in found])


async def correct(tx: AsyncConnection, found: Sequence[ResultRow], now: float, *, withdrawn: bool) -> None:
    """Take back what people gained by a match, or give it again, each with a row of its own."""
    sign = -1 if withdrawn else 1
    # Always in the same order, so that no two transactions deadlock.
    for result in sorted(found, key=lambda result: result.user):
        where = (ratings.c.game == result.game, ratings.c.user == result.user)
        gained = sign * result.gained
        values = {"mu": ratings.c.mu + gained, "matches": ratings.c.matches + sign}
        await tx.execute(update(ratings).where(*where).values(values))
        row = CorrectionRow(0, result.match, result.user, result.game, gained, now)
        await tx.execute(insert(rating_corrections).values(fields(row, "id")))
        own = (results.c.match == result.match, results.c.user == result.user)
        await tx.execute(update(results).where(*own).values(withdrawn=withdrawn))


async def answers(connection: AsyncConnection, match: int) -> dict[int, int]:
    """Return how many answers people and house players have given in a match, by seat."""
    query = select(entries.c.seat, func.count().label("given")).where(
        entries.c.match == match, entries.c.kind == "pick"
    )
    rows = await connection.execute(query.group_by(entries.c.seat))
    return {row.seat: row.given for row in rows}


async def met(connection: AsyncConnection, game: str, users: Sequence[int], since: float) -> int:
    """Return the highest number of rated matches in a game that two of these people have shared since a given time."""
    other = results.alias()
    query = (
        select(func.count())
        .select_from(results.join(other, and_(other.c.match == results.c.match, other.c.user > results.c.user)))
        .where(results.c.game == game, results.c.ended > since)
        .where(results.c.user.in_(users), other.c.user.in_(users))
        .group_by(results.c.user, other.c.user)
    )
    return max(await connection.scalars(query), default=0)


async def of_match(connection: AsyncConnection, match: int, *, withdrawn: bool = False) -> list[ResultRow]:
    """Return a match's results that count or, if `withdrawn` is set, those that no longer do, best first."""
    query = select(results).where(results.c.match == match, results.c.withdrawn.is_(withdrawn))
    return await every(connection, ResultRow, query.order_by(results.c.place, results.c.user))


async def of_user(connection: AsyncConnection, user: int, game: str) -> list[ResultRow]:
    """Return a person's results in a game, oldest first."""
    query = select(results).where(results.c.user == user, results.c.game == game, _COUNTS)
    return await every(connection, ResultRow, query.order_by(results.c.nth))


async def latest(connection: AsyncConnection, user: int, game: str, count: int) -> list[ResultRow]:
    """Return a person's latest results in a game, up to `count`, oldest first."""
    query = select(results).where(results.c.user == user, results.c.game == game, _COUNTS)
    return (await every(connection, ResultRow, query.order_by(results.c.nth.desc()).limit(count)))[::-1]


async def latest_game(connection: AsyncConnection, user: int) -> str | None:
    """Return the game of a person's latest rated match, or None."""
    query = select(results.c.game).where(results.c.user == user).order_by(results.c.ended.desc()).limit(1)
    game: str | None = await connection.scalar(query)
    return game


async def of(connection: AsyncConnection, user: int, game: str, guild: int | None) -> RatingRow | None:
    """Return a person's rating in a game, or None before their first rated match (in the server, if one is given)."""
    return await first(connection, RatingRow, _rated(select(ratings), game, guild).where(ratings.c.user == user))


async def leading(
    connection: AsyncConnection, game: str, guild: int | None, doubt: float, count: int
) -> list[RatingRow]:
    """Return the best `count` ratings in a game among people rated in the server, or anywhere if none is given.

    Ratings are compared by their means minus `doubt` standard deviations.
    """
    query = _rated(select(ratings), game, guild).order_by(_sure(doubt).desc(), ratings.c.user).limit(count)
    return await every(connection, RatingRow, query)


async def above(connection: AsyncConnection, row: RatingRow, guild: int | None, doubt: float) -> int:
    """Return how many ratings are above a given one, compared as in `leading`."""
    query = _rated(select(func.count()).select_from(ratings), row.game, guild)
    return int(await connection.scalar(query.where(_sure(doubt) > row.mu - doubt * row.sigma)) or 0)


def _rated(query: Q, game: str, guild: int | None) -> Q:
    query = query.where(ratings.c.game == game, ratings.c.matches > 0)
    if guild is None:
        return query
    return query.where(
        ratings.c.user.in_(select(results.c.user).where(results.c.game == game, results.c.guild == guild, _COUNTS))
    )


def _sure(doubt: float) -> ColumnElement[float]:
    return ratings.c.mu - doubt * ratings.c.sigma


async def records(connection: AsyncConnection, user: int, game: str, count: int) -> list[Record]:
    """Return a person's records in rated matches against up to `count` opponents, the most frequent first."""
    other = results.alias()
    won, lost = results.c.place < other.c.place, results.c.place > other.c.place
    query = (
        select(
            other.c.user,
            func.sum(case((won, 1), else_=0)),
            func.sum(case((results.c.place == other.c.place, 1), else_=0)),
            func.sum(case((lost, 1), else_=0)),
        )
        .select_from(results.join(other, and_(other.c.match == results.c.match, other.c.user != results.c.user)))
        .where(results.c.user == user, results.c.game == game, _COUNTS)
        .group_by(other.c.user)
        .order_by(func.count().desc(), other.c.user)
        .limit(count)
    )
    return [Record(*row) for row in await connection.execute(query)]
