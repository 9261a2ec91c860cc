"""From rows of the database to structs."""

from typing import Any, TypeVar

from msgspec import Struct
from sqlalchemy import Column, Executable, Table
from sqlalchemy.ext.asyncio import AsyncConnection

R = TypeVar("R", bound=Struct)


def columns(table: Table, of: type[Struct]) -> "list[Column[Any]]":
    """Return the columns of a table that a struct has fields for, so that `of(*row)` is the struct of a row."""
    return [table.c[name] for name in of.__struct_fields__]


async def every(connection: AsyncConnection, of: type[R], query: Executable) -> list[R]:
    """Return a query's rows as structs that have a field for each column."""
    return [of(**row) for row in (await connection.execute(query)).mappings()]


async def first(connection: AsyncConnection, of: type[R], query: Executable) -> R | None:
    """Return a query's first row as such a struct, or None if there is none."""
    row = (await connection.execute(query)).mappings().first()
    return None if row is None else of(**row)
