"""SQLite for an event loop: every statement takes one round trip to the connection's thread.

An aiosqlite cursor makes separate trips to be created, executed, fetched and closed, each of which costs more than the
work it does there.
"""

import sqlite3
from pathlib import Path
from typing import Any, Final, Self

import aiosqlite

BUSY_SECONDS: Final = 10.0
"""How long a connection waits for another process's lock before it gives up."""

_CHUNK: Final = 64
"""A required argument of aiosqlite; nothing here reads in chunks."""

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""Readers can run alongside the writer, and no data is lost in a power failure."""


class Statement:
    """A cursor with the interface that SQLAlchemy expects; executing it fetches all rows at once."""

    arraysize = 1

    def __init__(self, connection: "OneVisit") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        """Return immediately, since there is nothing to create yet."""
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Execute a statement and fetch its rows. Raises what sqlite3 raises."""
        await self._connection.visit(self._execute, "execute", sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Any) -> Self:
        """Execute a statement once for each set of parameters. Raises what sqlite3 raises."""
        await self._connection.visit(self._execute, "executemany", sql, parameters)
        return self

    def _execute(self, connection: sqlite3.Connection, how: str, sql: str, parameters: Any) -> None:
        cursor = getattr(connection, how)(sql, parameters)
        self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        if self.description:
            self._rows = cursor.fetchall()
        cursor.close()

    async def fetchall(self) -> list[Any]:
        """Return the fetched rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing, since nothing is open."""


class OneVisit(aiosqlite.Connection):
    """A connection whose cursors are statements."""

    def __init__(self, path: str) -> None:
        super().__init__(lambda: sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None), _CHUNK)
        self._thread.daemon = True  # an abandoned connection must not keep the process alive

    def cursor(self) -> Any:
        """Return a new statement."""
        return Statement(self)

    async def rollback(self) -> None:
        """Roll back the transaction if one is open; the pool requests one more rollback for a returned connection."""
        if self.in_transaction:
            await super().rollback()

    async def visit(self, work: Any, *arguments: Any) -> None:
        """Run a function on the connection in its thread."""
        await self._execute(work, self._conn, *arguments)  # type: ignore[no-untyped-call]


async def connect(path: str) -> OneVisit:
    """Open a database, creating its file if there is none. Callers begin their transactions themselves."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    connection = OneVisit(path)
    await connection
    try:
        for pragma in PRAGMAS:
            await Statement(connection).execute(f"PRAGMA {pragma}")
    except BaseException:  # otherwise its thread would stay, and call a loop that may be closed by then
        await connection.close()
        raise
    return connection
