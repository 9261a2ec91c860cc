"""Move all data from one database to another of the same version, and verify that it arrived."""

from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from sqlalchemy import Table, func, insert, literal, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.database import Database
from bot.storage.schema import leases, metadata, readers

BATCH: Final = 500
"""How many rows are copied at once."""

LEFT: Final = (leases, readers)
"""Tables that are not copied: they describe their own database, not the service."""


class NotMoved(Exception):
    """The databases do not match, or the rows that arrived differ from those sent; either way, nothing is stored."""


async def transfer(source: Database, target: Database, tell: Callable[[str, int], None]) -> None:
    """Copy every row into an empty database and compare them all, in one transaction, so that all or none arrive.

    `tell` is called with the name of each table that has arrived and its number of rows. Raises NotMoved.
    """
    tables = [table for table in metadata.sorted_tables if table not in LEFT]
    async with source.reading() as old, target.transaction() as new:
        for table in tables:
            if await new.scalar(select(func.count()).select_from(table)):
                raise NotMoved(f"there are rows in {table.name} already: move into an empty database")
        for table in tables:
            async for rows in _rows(old, table):
                await new.execute(insert(table), [dict(row) for row in rows])
            tell(table.name, await _compare(old, new, table))
            await _count_on(new, table)


async def _rows(connection: AsyncConnection, table: Table) -> AsyncIterator[list[Any]]:
    """Read a table in key order, in batches."""
    key = tuple(table.primary_key)
    page = select(table).order_by(*key).limit(BATCH)
    rows = list((await connection.execute(page)).mappings())
    while rows:
        yield rows
        last = [rows[-1][column] for column in key]
        behind = tuple_(*key) > tuple_(*(literal(value, column.type) for value, column in zip(last, key, strict=True)))
        rows = list((await connection.execute(page.where(behind))).mappings())


async def _compare(old: AsyncConnection, new: AsyncConnection, table: Table) -> int:
    """Compare a table row by row, and return the number of rows."""
    count = 0
    arrived = _rows(new, table)
    async for rows in _rows(old, table):
        there: list[Any] = await anext(arrived, [])
        for sent, found in zip(rows, there, strict=False):
            if dict(sent) != dict(found):
                raise NotMoved(f"{table.name}: a row arrived as another: {sent} is not {found}")
        if len(rows) != len(there):
            raise NotMoved(f"{table.name}: {len(rows) - len(there)} rows did not arrive")
        count += len(rows)
    if await anext(arrived, None) is not None:
        raise NotMoved(f"{table.name}: there are more rows than were sent")
    return count


async def _count_on(tx: AsyncConnection, table: Table) -> None:
    """Make PostgreSQL continue after the last assigned id, even if its row is gone."""
    key = table.autoincrement_column
    if tx.dialect.name != "postgresql" or key is None:
        return
    sequence = f"pg_get_serial_sequence('{table.name}', '{key.name}')"
    last = f'SELECT coalesce(max("{key.name}"), 0) + 1 FROM {table.name}'  # noqa: S608 - our own names
    await tx.execute(text(f"SELECT setval({sequence}, ({last}), false)"))
