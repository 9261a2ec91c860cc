"""A match's seats, with everything that its table needs about the players, read in one statement on every click."""

from collections.abc import Collection
from typing import Final

from msgspec import Struct
from sqlalchemy import and_, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.matches import DraftRow, SeatRow
from bot.storage.people import UserRow
from bot.storage.prepared import Prepared, Row
from bot.storage.schema import aways, drafts, matches, seats, users

NOBODY: Final = 0


class Sitter(Struct):
    """A seat, its draft, and its player.

    Attributes:
        person: the player's settings, or the defaults if none are stored; the id is 0 if no person holds the seat.
        away: when the player's current absence ends, or None.
    """

    seat: SeatRow
    draft: DraftRow
    person: UserRow
    away: float | None


_AWAY: Final = (
    select(func.max(aways.c.until))
    .where(aways.c.user == seats.c.user, aways.c.begun <= bindparam("now"), aways.c.until > bindparam("now"))
    .scalar_subquery()
)
_SITTERS: Final = Prepared(
    select(seats, drafts, users, _AWAY)
    .select_from(
        seats.outerjoin(drafts, and_(drafts.c.match == seats.c.match, drafts.c.seat == seats.c.seat)).outerjoin(
            users, users.c.id == seats.c.user
        )
    )
    .where(seats.c.match == bindparam("of"))
    .order_by(seats.c.seat)
)
_DRAFT: Final = len(SeatRow.__struct_fields__)
_PERSON: Final = _DRAFT + len(DraftRow.__struct_fields__)


async def latest_names(connection: AsyncConnection, guild: int, users: Collection[int]) -> dict[int, str]:
    """Return the names under which some people last sat in a server's matches that are kept; none for the others."""
    there = (matches.c.guild == guild, seats.c.user.in_(users), seats.c.name.is_not(None))
    latest = (
        select(seats.c.user, func.max(seats.c.match).label("latest"))
        .join(matches, matches.c.id == seats.c.match)
        .where(*there)
        .group_by(seats.c.user)
        .subquery()
    )
    query = select(seats.c.user, seats.c.name).join(
        latest, and_(latest.c.user == seats.c.user, latest.c.latest == seats.c.match)
    )
    return {row.user: row.name for row in await connection.execute(query)}


async def sitters(connection: AsyncConnection, match: int, now: float) -> list[Sitter]:
    """Return a match's seats, in order."""
    return [_sitter(row) for row in await _SITTERS.rows(connection, {"of": match, "now": now})]


def _sitter(row: Row) -> Sitter:
    *parts, away = row
    seat, draft, person = parts[:_DRAFT], parts[_DRAFT:_PERSON], parts[_PERSON:]
    found = SeatRow(*seat)
    return Sitter(
        found,
        DraftRow(found.match, found.seat) if draft[0] is None else DraftRow(*draft),
        UserRow(found.user or NOBODY) if person[0] is None else UserRow(*person),
        away,
    )
