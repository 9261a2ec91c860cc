"""From rows of the database to structs: the columns that a struct has, in its own order."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Column, Table


def columns(table: Table, of: type[Struct]) -> "list[Column[Any]]":
    """Return the columns of a table that a struct has fields for, so that `of(*row)` is the struct of a row."""
    return [table.c[name] for name in of.__struct_fields__]
