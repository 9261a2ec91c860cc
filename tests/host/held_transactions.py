"""A transaction that a test holds at a chosen point while another process continues."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.util import await_only

from bot.storage.database import Database


class Hold:
    """A point at which a process waits: `reached` is set once it does, and it waits until `go_on` is set."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.go_on = asyncio.Event()

    def wait(self) -> None:
        """Wait inside SQLAlchemy until the test sets `go_on`."""
        self.reached.set()
        await_only(self.go_on.wait())


@contextmanager
def held(database: Database, moment: str, nth: int = 1) -> Iterator[Hold]:
    """Hold a process before its n-th "begin" or "commit", or before the n-th statement that starts with given words."""
    hold, left = Hold(), nth

    def count() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            hold.wait()

    def on_connection(_: Any) -> None:
        count()

    def on_statement(_: Any, __: Any, statement: str, *___: Any) -> None:
        if statement.startswith(moment):
            count()

    name, listener = (
        (moment, on_connection) if moment in ("begin", "commit") else ("before_cursor_execute", on_statement)
    )
    event.listen(database.engine.sync_engine, name, listener)
    try:
        yield hold
    finally:
        hold.go_on.set()
        event.remove(database.engine.sync_engine, name, listener)


async def reached_or_done(hold: Hold, work: "asyncio.Task[Any]") -> bool:
    """Wait until some work is held, or done without being held; return whether it is held."""
    reached = asyncio.ensure_future(hold.reached.wait())
    await asyncio.wait([reached, work], return_when=asyncio.FIRST_COMPLETED)
    reached.cancel()
    return hold.reached.is_set()


async def stands(watcher: Database, work: "asyncio.Task[Any]", count: int = 1) -> None:
    """Wait until some work is done, or `count` transactions are waiting for PostgreSQL locks."""
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while not work.done():
        async with watcher.engine.connect() as connection:
            if (await connection.scalar(waiting) or 0) >= count:
                return


def doing(act: Callable[[], Awaitable[Any]]) -> "asyncio.Task[Any]":
    """Start an action in the background of the test."""

    async def done() -> Any:
        return await act()

    return asyncio.create_task(done())
