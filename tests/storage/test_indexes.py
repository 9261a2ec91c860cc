"""What is looked for again and again is found by an index, however much there is that is not looked for."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage import outbox, timers
from bot.storage.database import Database
from bot.storage.destination import Destination
from tests.support.databases import sqlite

PARTIAL = re.compile(r"(SCAN|SEARCH) surfaces USING (COVERING )?INDEX ix_surfaces_(stale|claimed)")
ORDERED = re.compile(
    r"SCAN timers USING (COVERING )?INDEX ix_timers_due|SEARCH timers USING (COVERING )?INDEX ix_timers_"
)
"""By due time the first that fits is found at once, because almost all do."""


@contextmanager
def heard(database: Database) -> Iterator[list[tuple[str, Any]]]:
    """Write down every statement with its values."""
    said: list[tuple[str, Any]] = []

    def listen(_connection: Any, _cursor: Any, sql: str, values: Any, *_: Any) -> None:
        said.append((sql, values))

    event.listen(database.engine.sync_engine, "before_cursor_execute", listen)
    try:
        yield said
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", listen)


async def plans(tx: AsyncConnection, said: list[tuple[str, Any]], table: str) -> list[str]:
    """How SQLite goes about a table in the statements that read."""
    found: list[str] = []
    for sql, values in said:
        if sql.startswith("SELECT"):
            rows = await tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}", values)
            found += [row.detail for row in rows if re.match(rf"(SCAN|SEARCH) {table}\b", row.detail)]
    return found


async def test_what_is_to_be_sent_is_found_among_what_is_stale(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database, database.transaction() as tx:
        with heard(database) as said:
            await outbox.next_due(tx, 1.0)
            await outbox.busy_destinations(tx, 1.0, 1.0)
            await outbox.claim_surface(tx, 1.0, {Destination.thread(1)})
            await outbox.claim_surface(tx, 1.0, set(), opening=True)
        found = await plans(tx, said, "surfaces")
    assert len(found) == 4
    assert all(PARTIAL.match(plan) for plan in found), found


@pytest.mark.parametrize("kinds", [{"only": ("house",)}, {"but": ("house",)}])
async def test_what_is_due_next_is_found_by_its_time(tmp_path: Path, kinds: dict[str, tuple[str, ...]]) -> None:
    async with sqlite(tmp_path) as database, database.transaction() as tx:
        with heard(database) as said:
            await timers.next_due(tx, **kinds)
            await timers.claim(tx, 1.0, 2.0, 5, **kinds)
        found = await plans(tx, said, "timers")
    assert len(found) == 2
    assert all(ORDERED.match(plan) for plan in found), found
