"""Tables that are made from the structs of their rows."""

from typing import Any

from sqlalchemy import BigInteger, Column, Integer, String

from bot.storage.schema import guilds, matches, posts, seats, timers, users
from bot.storage.schema.matches import MatchRow, SeatRow


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
    assert (timers.c.seat.nullable, type(timers.c.seat.type)) == (False, Integer)
    assert default(matches.c.entries) == 0


def test_only_ids_of_ours_count_by_themselves() -> None:
    assert matches.autoincrement_column is matches.c.id
    assert users.autoincrement_column is None
    assert list(seats.primary_key) == [seats.c.match, seats.c.seat]
    assert [key.target_fullname for key in seats.c.match.foreign_keys] == ["matches.id"]
