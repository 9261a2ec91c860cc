"""Tables that are made from the structs of their rows."""

from typing import Any

from sqlalchemy import BigInteger, Column, String, select, text

from bot.storage import timers as stored_timers
from bot.storage.database import Database
from bot.storage.schema import guilds, matches, posts, seats, timers, users
from bot.storage.schema.base import SeatColumn
from bot.storage.schema.matches import MatchRow, SeatRow
from bot.storage.timers import TimerKind


def default(column: "Column[Any]") -> Any:
    """What a column gets if nothing is given."""
    return getattr(column.default, "arg", None)


def test_a_table_has_a_column_for_each_field_in_their_order() -> None:
    assert tuple(matches.c.keys()) == MatchRow.__struct_fields__
    assert tuple(seats.c.keys()) == SeatRow.__struct_fields__


def test_a_field_that_may_be_none_may_be_null_and_defaults_are_the_fields() -> None:
    assert (seats.c.user.nullable, seats.c.user.default) == (True, None)
    assert isinstance(seats.c.user.type, BigInteger)
    assert (seats.c.left.nullable, default(seats.c.left)) == (False, False)
    assert isinstance(seats.c.asking.type, String)
    assert (seats.c.asking.type.length, default(seats.c.asking)) == (16, "always")
    assert default(guilds.c.channels)(None) is not default(guilds.c.channels)(None)


def test_a_column_can_differ_from_its_field() -> None:
    assert (posts.c.tournament.nullable, posts.c.tournament.default) == (True, None)
    assert (timers.c.seat.nullable, type(timers.c.seat.type)) == (False, SeatColumn)
    assert default(matches.c.entries) == 0


async def test_no_seat_is_none_in_memory_and_the_same_number_in_every_row(database: Database) -> None:
    async with database.transaction() as tx:
        await stored_timers.put_apart(tx, TimerKind("starting", int), 1, 0.0)
        assert list(await tx.scalars(text("SELECT seat FROM timers"))) == [-1]
        (timer,) = await stored_timers.claim(tx, 1.0, 2.0, 1)
        assert timer.seat is None
        assert await tx.scalar(select(timers.c.id).where(timers.c.seat == timer.seat)) == timer.id


def test_only_ids_of_ours_count_by_themselves() -> None:
    assert matches.autoincrement_column is matches.c.id
    assert users.autoincrement_column is None
    assert list(seats.primary_key) == [seats.c.match, seats.c.seat]
    assert [key.target_fullname for key in seats.c.match.foreign_keys] == ["matches.id"]
