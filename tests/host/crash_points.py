"""A process that dies at a statement, simulated by an exception that rolls its transaction back."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from bot.storage.database import Database


class Crash(Exception):
    """Raised where the process dies."""


@contextmanager
def crashing(database: Database, statement: int) -> Iterator[None]:
    """Make the n-th statement from now on fail; with 0 none fails."""
    left = statement

    def count(*_: Any) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Crash

    event.listen(database.engine.sync_engine, "before_cursor_execute", count)
    try:
        yield
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", count)
