"""What 0.1.0 left behind, as tests take it: its databases of either kind, its exports and all else that is frozen.

`0.1.0/make.py` says how it was made.
"""

import asyncio
import json
import lzma
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from sqlalchemy import func, select, text

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.storage import inbox
from bot.storage.database import Database
from bot.storage.migrate import migrate
from bot.storage.schema import inbox as inbox_table
from bot.storage.schema import metadata
from engine.registry import GAMES
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import empty_postgres, opened
from tests.support.processes import fork_workers

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent / "0.1.0"
GUILD, CHANNEL, ORGANISER = 77, 900, 100
"""Where all of it happened, and who organised its tournaments."""


@cache
def frozen() -> dict[str, Any]:
    """What is frozen: the first migration, the matches by name, clicks, deck codes, and the fields of facts."""
    found: dict[str, Any] = json.loads((HERE / "frozen.json").read_text())
    return found


@cache
def exports() -> dict[str, Any]:
    """The exports of finished matches, and of an opened pack, by name."""
    found: dict[str, Any] = json.loads(lzma.decompress((HERE / "exports.json.xz").read_bytes()))
    return found


@cache
def _sqlite_file() -> bytes:
    return lzma.decompress((HERE / "sqlite.db.xz").read_bytes())


@cache
def _rows() -> list[dict[str, Any]]:
    return [json.loads(line) for line in lzma.decompress((HERE / "postgres.jsonl.xz").read_bytes()).splitlines()]


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Database]:
    """The SQLite file, as 0.1.0 left it."""
    file = folder / "tableside.db"
    file.write_bytes(_sqlite_file())
    async with opened(f"sqlite+aiosqlite:///{file}") as database:
        yield database


@asynccontextmanager
async def postgres(server: str) -> AsyncIterator[Database]:
    """The PostgreSQL database, as 0.1.0 left it: its rows in the tables of the first migration, which is frozen."""
    async with empty_postgres(server) as database:
        await migrate(database, "0001")
        async with database.transaction() as tx:
            for table, rows in groupby(_rows(), lambda each: each["table"]):
                values = json.dumps([each["row"] for each in rows])
                load = f"INSERT INTO {table} SELECT * FROM json_populate_recordset(NULL::{table}, :rows)"  # noqa: S608
                await tx.execute(text(load.replace(":rows", "CAST(:rows AS json)")), {"rows": values})
                key = metadata.tables[table].autoincrement_column
                if key is not None:
                    last = f"SELECT max({key.name}) FROM {table}"  # noqa: S608 - names of the schema
                    await tx.execute(text(f"SELECT setval(pg_get_serial_sequence('{table}', '{key.name}'), ({last}))"))
        yield database


async def host_of(database: Database) -> tuple[Host, ManualClock]:
    """A host of today over a database that 0.1.0 left, at the time at which it stopped.

    The interactions of then are forgotten, as they are after a while: the clicks of tests have their numbers.
    """
    await migrate(database)
    async with database.reading() as connection:
        clock = ManualClock(float(await connection.scalar(select(func.max(inbox_table.c.at))) or 0))
    async with database.transaction() as tx:
        await inbox.forget(tx, clock.now() + 1)
    host = Host(database, dict(GAMES), clock, SeededChance(11), HOOKS)
    fork_workers(host)
    await host.store_sets()
    return host, clock


def code_of_0_1_0(folder: Path) -> Path:
    """Unpack the wheel of 0.1.0, and return where its code is."""
    code = folder / "code"
    with ZipFile(next(HERE.glob("tableside-*.whl"))) as wheel:
        wheel.extractall(code)
    return code


async def run_0_1_0(folder: Path, database: Database, *arguments: str) -> tuple[int, str, str]:
    """Run Python with the code of 0.1.0 and a database; return its exit code, its output and its complaints."""
    return await run(code_of_0_1_0(folder), folder, database, *arguments)


async def run(code: Path, folder: Path, database: Database, *arguments: str) -> tuple[int, str, str]:
    """Run Python with some code and a database in a folder; return its exit code, its output and its complaints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        env={
            "PATH": os.environ["PATH"],
            "PYTHONPATH": f"{code}:{ROOT}",
            "TABLESIDE_DATABASE": database.url.render_as_string(hide_password=False),
            "TABLESIDE_TOKEN": "token",
        },
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
    )
    printed, complained = await process.communicate()
    assert process.returncode is not None
    return process.returncode, printed.decode().strip(), complained.decode().strip()
