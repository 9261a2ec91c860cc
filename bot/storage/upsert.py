"""Insert rows that may already exist, in the same way on SQLite and PostgreSQL, even if others write concurrently.

Each statement is prepared once per table and set of changed columns, since building it costs more than executing it.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.prepared import Prepared

_INSERTS: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


async def insert_or_skip(tx: AsyncConnection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless one with its key exists, and return whether it was inserted."""
    return await _skipping(table).changed(tx, values) == 1


async def insert_or_change(
    tx: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]
) -> None:
    """Update the row with a key, or insert it, with defaults for the columns that are not given."""
    await _changing(table, tuple(key), tuple(values)).changed(tx, {**key, **values})


@cache
def _skipping(table: Table) -> Prepared:
    return Prepared(lambda dialect: _INSERTS[dialect](table).on_conflict_do_nothing())


@cache
def _changing(table: Table, key: Sequence[str], names: Sequence[str]) -> Prepared:
    return changing(table, key, names)


def changing(
    table: Table, key: Sequence[str], names: Sequence[str], more: Mapping[str, ColumnElement[Any]] | None = None
) -> Prepared:
    """Return the statement that inserts a row, or updates the one with its key.

    The columns `names` get the values to be inserted; `more` are changes that depend on the existing row.
    """

    def wording(dialect: str) -> Any:
        fresh = _INSERTS[dialect](table)
        changes = {name: fresh.excluded[name] for name in names} | dict(more or {})
        return fresh.on_conflict_do_update(index_elements=list(key), set_=changes)

    return Prepared(wording)
