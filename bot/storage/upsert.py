"""Inserting what may be there already, the same way on SQLite and PostgreSQL, and safe against others doing it too."""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def insert_or_skip(tx: AsyncConnection, table: Table, values: dict[str, Any]) -> bool:
    """Insert a row unless one with its key is there, and return whether it was inserted."""
    result = await tx.execute(_insert(tx, table).values(values).on_conflict_do_nothing())
    return result.rowcount == 1


async def insert_or_change(
    tx: AsyncConnection, table: Table, key: dict[str, Any], values: dict[str, Any], fresh: dict[str, Any] | None = None
) -> None:
    """Change the row with a key, or insert it, with `fresh` instead of `values` where those are given."""
    statement = _insert(tx, table).values({**key, **(values if fresh is None else fresh)})
    await tx.execute(statement.on_conflict_do_update(index_elements=list(key), set_=values))


def _insert(tx: AsyncConnection, table: Table) -> Any:
    return (sqlite if tx.dialect.name == "sqlite" else postgresql).insert(table)
