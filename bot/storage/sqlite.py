"""SQLite for an event loop: quick statements are executed at once, all others in the connection's own thread.

A round trip to a thread costs more than a quick statement. A commit waits for the disk, and an unknown statement may
take long, so these do go to the thread, in one trip each. A statement that finds the database locked by another process
goes there as well, and waits there.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, cast

import aiosqlite
from sqlalchemy.ext.asyncio import AsyncConnection

BUSY_SECONDS: Final = 10.0
"""How long a connection waits in its thread for another process's lock before it gives up."""

MOST: Final = 25
"""How many connections may be open at once; others wait for one."""

PLACE_SECONDS: Final = 30.0
"""How long they wait before they give up."""

_CHUNK: Final = 64
"""A required argument of aiosqlite; nothing here reads in chunks."""

_STATEMENTS: Final = 512
"""How many compiled statements a connection keeps; Python's 128 would be too few for all that the service executes."""

PRAGMAS: Final = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
"""Readers can run alongside the writer, and no data is lost in a power failure."""

Result: TypeAlias = tuple[list[Any], int]
"""The rows that a statement returned, and the number of rows that it changed."""


class Statement:
    """A cursor with the interface that SQLAlchemy expects; executing it fetches all rows at once."""

    arraysize = 1

    def __init__(self, connection: "Connection") -> None:
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


class Connection(aiosqlite.Connection):
    """A connection that executes quick statements at once, and everything else in its own thread.

    The two never overlap: while its thread has work, quick statements queue up there too.
    """

    def __init__(self, path: str) -> None:
        super().__init__(
            lambda: sqlite3.connect(
                path, timeout=0, isolation_level=None, check_same_thread=False, cached_statements=_STATEMENTS
            ),
            _CHUNK,
        )
        self._thread.daemon = True  # an abandoned connection must not keep the process alive
        self._sent = self._done = 0  # each is written by one thread only

    def cursor(self) -> Any:
        """Return a new statement."""
        return Statement(self)

    async def at_once(self, sql: str, parameters: Sequence[Any] = ()) -> Result:
        """Execute a statement that is known to be quick, and return its result. Raises what sqlite3 raises."""
        if self._sent == self._done:
            try:
                return executed(self._conn, sql, parameters)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    raise
        return cast("Result", await self.visit(executed, sql, parameters))

    async def commit(self) -> None:
        """Commit the transaction if one is open; it already has the only lock that this needs."""
        self._sent += 1
        await self._execute(self._commit, self._conn)  # type: ignore[no-untyped-call]

    async def rollback(self) -> None:
        """Roll back the transaction if one is open; SQLAlchemy requests one more rollback for a returned connection."""
        if self._sent != self._done:
            await self.visit(_end, "ROLLBACK")
        else:
            _end(self._conn, "ROLLBACK")

    async def visit(self, work: Any, *arguments: Any) -> Any:
        """Run a function on the connection in its thread, where it may wait for other processes."""
        self._sent += 1
        return await self._execute(self._visit, work, self._conn, *arguments)  # type: ignore[no-untyped-call]

    def _commit(self, connection: sqlite3.Connection) -> None:
        try:
            _end(connection, "COMMIT")
        finally:
            self._done += 1

    def _visit(self, work: Any, connection: sqlite3.Connection, *arguments: Any) -> Any:
        try:
            _wait(connection, BUSY_SECONDS)
            return work(connection, *arguments)
        finally:
            _wait(connection, 0)
            self._done += 1


def _wait(connection: sqlite3.Connection, seconds: float) -> None:
    connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}").close()


def executed(connection: sqlite3.Connection, sql: str, parameters: Sequence[Any]) -> Result:
    """Execute a statement in the present thread and return its result. Raises what sqlite3 raises."""
    cursor = connection.execute(sql, parameters)
    return (cursor.fetchall() if cursor.description else []), cursor.rowcount


def _end(connection: sqlite3.Connection, how: str) -> None:
    if connection.in_transaction:
        connection.execute(how)


async def connect(path: str) -> Connection:
    """Open a database, creating its file if there is none. Callers begin their transactions themselves."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    connection = Connection(path)
    await connection
    try:
        for pragma in PRAGMAS:
            await Statement(connection).execute(f"PRAGMA {pragma}")
    except BaseException:  # otherwise its thread would stay, and call a loop that may be closed by then
        await connection.close()
        raise
    return connection


class Connections:
    """The connections to a database, which stay open and are lent to one transaction at a time."""

    def __init__(self, opened: Callable[[], Awaitable[AsyncConnection]]) -> None:
        self._opened = opened
        self._free: list[AsyncConnection] = []
        self._places = asyncio.Semaphore(MOST)

    @asynccontextmanager
    async def lent(self) -> AsyncIterator[AsyncConnection]:
        """Lend a connection without a transaction; what is open at the end is rolled back.

        Raises TimeoutError and Unavailable.
        """
        async with asyncio.timeout(PLACE_SECONDS) if self._places.locked() else nullcontext():
            await self._places.acquire()
        try:
            connection = self._free.pop() if self._free else await self._opened()
            try:
                yield connection
            finally:
                await self._take_back(connection)
        finally:
            self._places.release()

    async def _take_back(self, connection: AsyncConnection) -> None:
        clean = False
        try:
            if connection.get_transaction() is not None:  # one whose commit failed is no longer active, but still there
                await connection.rollback()
            if not connection.invalidated:
                await driver(connection).rollback()
                clean = True
        finally:
            if clean:
                self._free.append(connection)
            else:
                await asyncio.shield(asyncio.create_task(connection.close()))

    async def close(self) -> None:
        """Close the connections that are not lent."""
        while self._free:
            await self._free.pop().close()


def driver(connection: AsyncConnection) -> Connection:
    """Return the SQLite connection below SQLAlchemy's."""
    return cast("Connection", cast("Any", connection.sync_connection).connection.driver_connection)
