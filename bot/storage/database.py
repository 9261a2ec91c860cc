"""The database: connections, transactions, and the lock that keeps two services from sharing one SQLite file."""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import msgspec
from sqlalchemy import URL, NullPool, make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.priority import Courtesy
from bot.storage import sqlite
from bot.storage.outages import Outage
from bot.storage.prepared import at_once, commit
from bot.storage.writers import Writers

COMMAND_SECONDS = 30.0
"""Seconds after which a PostgreSQL command times out."""

GATE: Final = 2_300_523
"""The PostgreSQL advisory lock that every transaction shares, and that a transaction takes exclusively to be alone."""

GATE_SECONDS: Final = 1
"""Seconds that a transaction waiting to be alone makes others wait before it lets them through."""

GATE_TRIES: Final = 10
"""How many times such a transaction tries before it gives up."""

_LOCK_NOT_AVAILABLE: Final = "55P03"
"""PostgreSQL's error code for a lock that was not available in time."""


class _Commit:
    """The callbacks to run once a transaction is committed."""

    def __init__(self) -> None:
        self.acts: list[Callable[[], None]] = []
        self.open = True


_COMMIT: ContextVar[_Commit | None] = ContextVar("commit", default=None)
"""The callbacks of the current task's transaction."""


def after_commit(act: Callable[[], None]) -> None:
    """Run a callback once this task's current transaction is committed, or at once if there is no transaction.

    If the transaction is rolled back, the callback does not run.
    """
    commit = _COMMIT.get()
    if commit is not None and commit.open:
        commit.acts.append(act)
    else:
        act()


class AlreadyRunning(Exception):
    """Another process holds the service lock; the message says which."""


class Database:
    """One database, SQLite or PostgreSQL, used in the same way.

    SQLite allows one writer at a time. The writers of this process queue up, which is faster and fairer than finding
    the file busy; those that answer people have priority. Its connections stay open, and its transactions begin and end
    without SQLAlchemy, unless SQLAlchemy has executed some of their statements. On PostgreSQL, writers share a gate:
    each of them takes it as its first lock, and a transaction that has to be alone closes it.

    Attributes:
        outage: whether the database can be used at all.
        courtesy: background work waits for this before it takes the event loop away from people who click; new reads
            and writes also wait for it, briefly.
    """

    def __init__(self, url: str, pool: int = 10, *, pooler: bool = False) -> None:
        self.url = make_url(url)
        self.courtesy = Courtesy()
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._writer = Writers() if self.is_sqlite else None
        self.engine = _engine(self.url, pool, pooler=pooler)
        self.outage = Outage()
        self._connections = sqlite.Connections(self._open)

    @property
    def folder(self) -> Path:
        """The folder of the SQLite file; for any other database, the one in which this process runs."""
        path = self.url.database
        return Path(path).absolute().parent if self.is_sqlite and path and path != ":memory:" else Path.cwd()

    @asynccontextmanager
    async def transaction(self, *, alone: bool = False) -> AsyncIterator[AsyncConnection]:
        """Begin a transaction that may write; it is committed at the end, and rolled back on an exception.

        If `alone` is set, no other transaction in any process runs at the same time: running ones end first, and new
        ones begin afterwards. Raises DBAPIError if a running one does not end within some seconds, and Unavailable.
        """
        await self._step()
        commit = _Commit()
        entered = _COMMIT.set(commit)
        try:
            with self.outage.heeded(writing=True):
                async with self._begun(alone=alone) as connection:
                    yield connection
        finally:
            commit.open = False
            _COMMIT.reset(entered)
        for act in commit.acts:
            act()

    @asynccontextmanager
    async def _begun(self, *, alone: bool) -> AsyncIterator[AsyncConnection]:
        if self._writer is None:
            async with self._connected() as connection, connection.begin():
                share = (
                    f"SELECT pg_advisory_xact_lock_shared({GATE})"  # with all other transactions until this one ends
                )
                await (_close_gate(connection) if alone else connection.exec_driver_sql(share))
                yield connection
        else:
            async with self._writer, self._connected() as connection:
                dispatch = self.engine.sync_engine.dispatch
                if dispatch.begin or dispatch.commit:  # SQLAlchemy tells its listeners
                    await connection.begin()
                await at_once(connection, "BEGIN IMMEDIATE")
                yield connection
                await commit(connection)

    async def _open(self) -> AsyncConnection:
        """Open a connection; a database that cannot be used is given some time. Raises Unavailable."""
        return await self.outage.opened(lambda: self.engine.connect().start())

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """Take a connection for a while. Raises Unavailable."""
        if self.is_sqlite:
            async with self._connections.lent() as connection:
                yield connection
        else:
            connection = await self._open()
            try:
                yield connection
            finally:
                await asyncio.shield(asyncio.create_task(connection.close()))

    @asynccontextmanager
    async def glancing(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading with a single prepared statement, which needs no transaction.

        Raises Unavailable.
        """
        await self._step()
        with self.outage.heeded(writing=False):
            async with self._connected() as connection:
                yield connection

    @asynccontextmanager
    async def reading(self, within: AsyncConnection | None = None) -> AsyncIterator[AsyncConnection]:
        """Open a connection for reading, or reuse one; everything read on it comes from one snapshot.

        Raises Unavailable.
        """
        if within is not None:
            yield within
            return
        await self._step()
        with self.outage.heeded(writing=False):
            async with self._connected() as connection:
                if self.is_sqlite:
                    await at_once(connection, "BEGIN")
                else:
                    await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
                yield connection

    async def erase_log(self) -> None:
        """Empty the write-ahead log of a SQLite file, which keeps what was deleted until it is written over.

        PostgreSQL keeps its own log, which nobody reaches from here.
        """
        if self._writer is not None:
            async with self._writer, self._connections.lent() as connection:
                await sqlite.driver(connection).visit(sqlite.executed, "PRAGMA wal_checkpoint(TRUNCATE)", ())

    async def _step(self) -> None:
        """Give way to answers for people, unless this task is in a transaction: others may be waiting for it to end."""
        commit = _COMMIT.get()
        if commit is None or not commit.open:
            await self.courtesy.step()

    async def close(self) -> None:
        """Close all connections."""
        await self._connections.close()
        await self.engine.dispose()


async def _close_gate(connection: AsyncConnection) -> None:
    """Wait until no other transaction is running, and keep the gate closed until this transaction ends.

    New transactions queue up behind it, so it waits in short turns and lets them through in between: one hanging
    transaction must not stop the whole service.
    """
    await connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{GATE_SECONDS}s'")
    for left in reversed(range(GATE_TRIES)):
        try:
            async with connection.begin_nested():
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({GATE})")
            break
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE or not left:
                raise
            await asyncio.sleep(GATE_SECONDS)
    await connection.exec_driver_sql("SET LOCAL lock_timeout = 0")


_JSON: dict[str, Any] = {
    "json_serializer": lambda value: msgspec.json.encode(value).decode(),
    "json_deserializer": msgspec.json.decode,
}


def _engine(url: URL, pool: int, *, pooler: bool) -> AsyncEngine:
    if url.get_backend_name() == "sqlite":
        path = str(url.database)
        return create_async_engine(url, async_creator=lambda: sqlite.connect(path), poolclass=NullPool, **_JSON)
    arguments: dict[str, Any] = {"command_timeout": COMMAND_SECONDS}
    if pooler:
        # Behind a pooler, each transaction may get another connection, which lacks the statements prepared before.
        arguments |= {"statement_cache_size": 0, "prepared_statement_cache_size": 0}
        arguments["prepared_statement_name_func"] = lambda: f"tableside_{uuid4().hex}"
    return create_async_engine(
        url, pool_size=pool, max_overflow=pool, pool_pre_ping=True, connect_args=arguments, **_JSON
    )


@contextmanager
def service_lock(url: str) -> Iterator[None]:
    """Hold the lock beside a SQLite file while a service or a migration works on it.

    The operating system releases this lock when the process ends, however that happens. PostgreSQL needs no such lock.
    Raises AlreadyRunning.
    """
    path = make_url(url).database
    if make_url(url).get_backend_name() != "sqlite" or not path or path == ":memory:":
        yield
        return
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{path}.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            file.seek(0)
            raise AlreadyRunning(f"{path} is in use by process {file.read().strip() or 'unknown'}") from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield
