"""A process that dies at a statement: an exception there, after which nothing of its transaction has happened."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from bot.storage.database import Database


class Crash(Exception):
    """The process died here."""


@contextmanager
def crashing(database: Database, statement: int) -> Iterator[None]:
    """Let the n-th statement from now on fail; for 0 none does."""
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
