"""Conversion of database rows to structs, and back."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct
from sqlalchemy import Executable, Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection

R = TypeVar("R", bound=Struct)


async def added(tx: AsyncConnection, table: Table, values: Mapping[str, Any]) -> int:
    """Insert a row and return its new id."""
    key = (await tx.execute(insert(table).values(values))).inserted_primary_key
    return int(key[0]) if key else 0


def fields(row: Struct, *but: str) -> dict[str, Any]:
    """Return a row's values by column, without the columns in `but`."""
    return {name: getattr(row, name) for name in row.__struct_fields__ if name not in but}


async def every(connection: AsyncConnection, of: type[R], query: Executable) -> list[R]:
    """Return a query's rows as structs with a field for each column."""
    return [of(**row) for row in (await connection.execute(query)).mappings()]


async def first(connection: AsyncConnection, of: type[R], query: Executable) -> R | None:
    """Return a query's first row as a struct with a field for each column, or None if there is none."""
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else of(**row)
