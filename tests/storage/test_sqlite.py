"""SQLite's connection, which uses private members of aiosqlite's: a release that loses one fails here."""

from inspect import iscoroutinefunction
from pathlib import Path
from sqlite3 import Connection
from threading import Thread
from typing import Any

import aiosqlite
import pytest

from bot.storage import sqlite


async def test_each_private_member_is_still_there(tmp_path: Path) -> None:
    connection = await sqlite.connect(str(tmp_path / "file.db"))
    assert iscoroutinefunction(aiosqlite.Connection._execute)
    assert isinstance(connection._conn, Connection)
    assert isinstance(connection._thread, Thread)
    assert connection._thread.daemon
    await connection.close()


async def test_a_statement_goes_to_the_connections_thread_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = await sqlite.connect(str(tmp_path / "file.db"))
    visits = 0
    visit: Any = connection._execute

    async def counted(*arguments: object) -> object:
        nonlocal visits
        visits += 1
        return await visit(*arguments)

    monkeypatch.setattr(connection, "_execute", counted)
    cursor = await connection.cursor().execute("SELECT ?", (7,))
    assert await cursor.fetchall() == [(7,)]
    await cursor.close()
    assert visits == 1
    await connection.close()
