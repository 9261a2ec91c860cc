"""Insert rows that may already exist, in the same way on SQLite and PostgreSQL, even if others write concurrently.

Each statement is built once per table and set of changed columns, since building it costs more than executing it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

_INSERTS: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


async def insert_or_skip(tx: AsyncConnection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless one with its key exists, and return whether it was inserted."""
    result = await tx.execute(_skipping(tx.dialect.name, table), values)
    return result.rowcount == 1


async def insert_or_change(
    tx: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Update the row with a key, or insert it, with defaults for the columns that are not given."""
    statement = _changing(tx.dialect.name, table, tuple(key), tuple(values))
    await tx.execute(statement, {**key, **values})


@cache
def _skipping(dialect: str, table: Table) -> Any:
    return _INSERTS[dialect](table).on_conflict_do_nothing()


@cache
def _changing(dialect: str, table: Table, key: Sequence[str], names: Sequence[str]) -> Any:
    return changing(dialect, table, key, names)


def changing(
    dialect: str, table: Table, key: Sequence[str], names: Sequence[str], more: Mapping[str, Any] | None = None
) -> Any:
    """Return the statement that inserts a row, or updates the one with its key.

    The columns `names` get the values to be inserted; `more` are changes that depend on the existing row.
    """
    fresh = _INSERTS[dialect](table)
    changes = {name: fresh.excluded[name] for name in names} | dict(more or {})
    return fresh.on_conflict_do_update(index_elements=list(key), set_=changes)
