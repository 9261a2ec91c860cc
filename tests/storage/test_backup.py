"""Copies and restores: what was given out once is never given out again, however often a copy is put in place."""

import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import insert

from bot.storage import inbox
from bot.storage.backup import SKIPPED, take_over
from bot.storage.database import Database
from bot.storage.inbox import DeferredRow
from bot.storage.schema import panel_tokens
from bot.storage.sqlite_copy import copy, numbers
from tests.support.databases import sqlite

POST = """
INSERT INTO posts (match, kind, destination, content, status, due, attempts, stuck)
VALUES (1, 'turn', 'user 7 dm', '{}', 'sent', 0, 1, false)
"""


def post(file: Path) -> int:
    """Write a post into a database, and return its number."""
    with closing(sqlite3.connect(file)) as connection, connection:
        return int(connection.execute(POST).lastrowid or 0)


async def test_the_same_copy_restored_twice_gives_no_number_twice(tmp_path: Path) -> None:
    file, kept = tmp_path / "tableside.db", tmp_path / "copy.db"
    async with sqlite(tmp_path):
        given = [post(file)]
    copy(file, kept)
    for _ in range(2):
        before = numbers(file)
        file.unlink()
        copy(kept, file)
        database = Database(f"sqlite+aiosqlite:///{file}")
        async with database.transaction() as tx:
            await take_over(tx, before)
        await database.close()
        given.append(post(file))
    assert given[1] == given[0] + SKIPPED["posts"] + 1
    assert given[2] > given[1]


def test_a_file_that_is_no_database_has_given_out_nothing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database at all" * 100)
    assert numbers(broken) == {}
    assert numbers(tmp_path / "nothing") == {}


async def test_a_copy_holds_no_token_of_an_interaction(tmp_path: Path) -> None:
    file, kept = tmp_path / "tableside.db", tmp_path / "copy.db"
    async with sqlite(tmp_path) as database, database.transaction() as tx:
        await inbox.defer(tx, DeferredRow(7, "late", "en-US", 100.0))
        await tx.execute(insert(panel_tokens), {"surface": 1, "token": "open", "sleep": 940.0})
    copy(file, kept)
    assert (tokens(file), tokens(kept)) == ([("late",), ("open",)], [])


def tokens(file: Path) -> list[tuple[str]]:
    """The tokens in a database."""
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.execute("SELECT token FROM deferred UNION ALL SELECT token FROM panel_tokens")]
