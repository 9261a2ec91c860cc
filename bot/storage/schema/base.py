"""The basis of all tables: constraint names, ids, and the generation of tables from structs."""

from types import NoneType
from typing import Annotated, Any, Final, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import FieldInfo
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine

from bot.storage.stored_seats import loaded_seat, stored_seat
from engine.contract import Seat

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite increments a primary key only if it is of its own type INTEGER, and never reuses a number only if autoincrement
# is set.
Id: Final = BigInteger().with_variant(Integer, "sqlite")


class SeatColumn(TypeDecorator[Seat]):
    """A column of a seat or of none, which is never NULL in the database."""

    impl = Integer
    cache_ok = True
    coerce_to_is_types = ()

    def process_bind_param(self, value: Seat | None, dialect: Dialect) -> int:
        """Return what is stored."""
        return stored_seat(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Seat | None:
        """Return what was stored."""
        return None if value is None else loaded_seat(value)


# The columns of fields: a type, the target of a foreign key, more arguments of the column.
Number: TypeAlias = Annotated[int, Id]
MatchNumber: TypeAlias = Annotated[Number, "matches.id"]
TournamentNumber: TypeAlias = Annotated[Number, "tournaments.id"]
SeriesNumber: TypeAlias = Annotated[Number, "series.id"]
SeatOrNone: TypeAlias = Annotated[Seat | None, SeatColumn()]
Snowflake: TypeAlias = Annotated[int, BigInteger()]
Counted: TypeAlias = Annotated[int, {"default": 0}]
Text16: TypeAlias = Annotated[str, String(16)]
Text32: TypeAlias = Annotated[str, String(32)]
Text64: TypeAlias = Annotated[str, String(64)]
Text128: TypeAlias = Annotated[str, String(128)]
Text512: TypeAlias = Annotated[str, String(512)]

_TYPES: Final[dict[Any, TypeEngine[Any]]] = {
    int: Integer(),
    float: Double(),
    bool: Boolean(),
    str: Text(),
    bytes: LargeBinary(),
}


def table(name: str, row: type[Struct], *more: SchemaItem, key: tuple[str, ...] = ("id",)) -> Table:
    """Return the table for rows of a struct type: a column for each field, in order, with the field's default.

    `more` holds its indexes, constraints, and columns that the struct leaves out. Our own ids are autoincremented.
    """
    hints = get_type_hints(row, include_extras=True)
    counts = key == ("id",) and hints["id"] == Number
    columns = [
        _column(field, hints[field.name], {"primary_key": True, "autoincrement": counts} if field.name in key else {})
        for field in msgspec.structs.fields(row)
    ]
    return Table(name, metadata, *columns, *more, sqlite_autoincrement=counts)


def _column(field: FieldInfo, hint: Any, options: dict[str, Any]) -> "Column[Any]":
    nullable = NoneType in get_args(hint)
    if nullable:
        hint = get_args(hint)[0]
    about = getattr(hint, "__metadata__", ())
    kind = next((item for item in about if isinstance(item, TypeEngine)), None)
    if kind is None:
        kind = _TYPES.get(get_args(hint)[0] if about else hint, JSON())
    default = field.default if field.default_factory is NODEFAULT else field.default_factory
    if default is not NODEFAULT and not options:
        options = {"default": default}
    options["nullable"] = nullable
    for item in about:
        options |= item if isinstance(item, dict) else {}
    return Column(field.name, kind, *(ForeignKey(item) for item in about if isinstance(item, str)), **options)


def match_id(*, primary_key: bool = False) -> "Column[int]":
    """Return a column with the id of the match that a row belongs to."""
    return Column("match", Id, ForeignKey("matches.id"), primary_key=primary_key, nullable=False)


def only_where(condition: ColumnElement[bool]) -> dict[str, Any]:
    """Return the options that restrict an index to the rows that meet a condition, on either database."""
    return {"sqlite_where": condition, "postgresql_where": condition}
