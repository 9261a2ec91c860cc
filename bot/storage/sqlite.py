"""SQLite for an event loop: every statement is one visit to the connection's thread.

A cursor of aiosqlite's goes there to be made, to execute, to fetch and to be closed, and each way costs more than what
it goes for.
"""

import sqlite3
from pathlib import Path
from typing import Any, Final, Self

import aiosqlite

BUSY_SECONDS: Final = 10.0
"""How long a connection waits for another process's lock before it gives up."""

_CHUNK: Final = 64
"""What aiosqlite wants to be told; nothing here reads in chunks."""

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""Readers beside the writer, and nothing lost when the power fails."""


class Statement:
    """A cursor as SQLAlchemy wants one: all rows of what it executes are here when that is done."""

    arraysize = 1

    def __init__(self, connection: "OneVisit") -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    async def __aenter__(self) -> Self:
        """Begin at once: there is nothing to be made yet."""
        return self

    async def execute(self, sql: str, parameters: Any = ()) -> Self:
        """Execute a statement and fetch what it gives. Raises what sqlite3 does."""
        await self._connection.visit(self._execute, "execute", sql, parameters)
        return self

    async def executemany(self, sql: str, parameters: Any) -> Self:
        """Execute a statement once for each of several sets of parameters. Raises what sqlite3 does."""
        await self._connection.visit(self._execute, "executemany", sql, parameters)
        return self

    def _execute(self, connection: sqlite3.Connection, how: str, sql: str, parameters: Any) -> None:
        cursor = getattr(connection, how)(sql, parameters)
        self.description, self.rowcount, self.lastrowid = cursor.description, cursor.rowcount, cursor.lastrowid
        if self.description:
            self._rows = cursor.fetchall()
        cursor.close()

    async def fetchall(self) -> list[Any]:
        """Return what the statement gave."""
        return self._rows

    async def close(self) -> None:
        """Nothing is open any more."""


class OneVisit(aiosqlite.Connection):
    """A connection whose cursors are statements."""

    def __init__(self, path: str) -> None:
        super().__init__(lambda: sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None), _CHUNK)
        self._thread.daemon = True  # a connection that nobody holds any more keeps no process from ending

    def cursor(self) -> Any:
        """Return a statement to be executed."""
        return Statement(self)

    async def rollback(self) -> None:
        """Undo the transaction, where one is open: a connection that goes back to its pool is asked to once more."""
        if self.in_transaction:
            await super().rollback()

    async def visit(self, work: Any, *arguments: Any) -> None:
        """Do some work with the connection in its thread."""
        await self._execute(work, self._conn, *arguments)  # type: ignore[no-untyped-call]


async def connect(path: str) -> OneVisit:
    """Open a database, and make its file where there is none. Transactions are begun by who makes them."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    connection = OneVisit(path)
    await connection
    try:
        for pragma in PRAGMAS:
            await Statement(connection).execute(f"PRAGMA {pragma}")
    except BaseException:  # else its thread would stay, and answer a loop that may be closed by then
        await connection.close()
        raise
    return connection
