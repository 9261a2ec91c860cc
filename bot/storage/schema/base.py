"""What all tables share: how constraints are named, and ids."""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, ColumnElement, ForeignKey, Integer, MetaData

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts a primary key up by itself only where it is its own INTEGER, and never gives a number out twice only
# where it is told so.
Id: Final = BigInteger().with_variant(Integer, "sqlite")


def match_id(*, primary_key: bool = False) -> "Column[int]":
    """Return a column that names the match that a row belongs to."""
    return Column("match", Id, ForeignKey("matches.id"), primary_key=primary_key, nullable=False)


def only_where(condition: ColumnElement[bool]) -> dict[str, Any]:
    """Return what makes an index hold only the rows of which a condition is true, on either database."""
    return {"sqlite_where": condition, "postgresql_where": condition}
