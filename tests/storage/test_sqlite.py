"""SQLite's connection, which uses private members of aiosqlite's: a release that loses one fails here."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing
from inspect import iscoroutinefunction
from pathlib import Path
from threading import Event, Thread
from typing import Any

import aiosqlite
import pytest
from sqlalchemy import event, text

from bot.storage import inbox, notes, sqlite
from tests.support import databases


async def test_each_private_member_is_still_there(tmp_path: Path) -> None:
    connection = await sqlite.connect(str(tmp_path / "file.db"))
    assert iscoroutinefunction(aiosqlite.Connection._execute)
    assert isinstance(connection._conn, sqlite3.Connection)
    assert isinstance(connection._thread, Thread)
    assert connection._thread.daemon
    await connection.close()


async def test_only_a_commit_and_unprepared_statements_go_to_the_connections_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits = 0
    visit: Any = aiosqlite.Connection._execute

    async def counted(*arguments: object) -> object:
        nonlocal visits
        visits += 1
        return await visit(*arguments)

    async with databases.sqlite(tmp_path) as database:
        async with database.reading():
            pass  # it opens the connection
        monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
        async with database.transaction() as tx:
            assert await inbox.take_up(tx, 1, 2, None, 3.0)
        assert visits == 1
        async with database.reading() as connection:
            assert (await connection.execute(text("SELECT user FROM inbox"))).all() == [(2,)]
        assert visits == 2


async def test_a_quick_statement_waits_for_a_lock_and_for_abandoned_work_without_stopping_the_loop(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file.db"
    connection = await sqlite.connect(str(path))
    await connection.at_once("CREATE TABLE numbers (number)")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(connection.at_once("BEGIN IMMEDIATE"))
        await asyncio.sleep(0)
        assert not waiting.done()
        other.execute("COMMIT")
    await waiting
    go_on = Event()
    abandoned = asyncio.create_task(connection.visit(lambda _: go_on.wait()))
    await asyncio.sleep(0)
    abandoned.cancel()
    later = asyncio.create_task(connection.at_once("INSERT INTO numbers VALUES (7)"))
    await asyncio.sleep(0)
    assert not later.done()
    go_on.set()
    assert await later == ([], 1)
    await connection.rollback()
    assert await connection.at_once("SELECT * FROM numbers") == ([], -1)
    await connection.close()


async def test_a_transaction_that_is_given_up_leaves_its_connection_clean(tmp_path: Path) -> None:
    written = asyncio.Event()
    async with databases.sqlite(tmp_path) as database:

        async def write(*, prepared: bool) -> None:
            async with database.transaction() as tx:
                if prepared:
                    await notes.keep(tx, "half", "done")
                else:
                    await tx.execute(text("INSERT INTO notes VALUES ('half', 'done')"))
                written.set()
                await asyncio.Event().wait()

        for prepared in (True, False):
            given_up = asyncio.create_task(write(prepared=prepared))
            await written.wait()
            given_up.cancel()
            await asyncio.wait([given_up])
            written.clear()
            async with database.transaction() as tx:
                assert await notes.note(tx, "half") is None
                await notes.keep(tx, "whole", "yes")
        async with database.reading() as connection:
            assert await notes.note(connection, "whole") == "yes"


async def test_a_commit_that_fails_leaves_no_connection_that_cannot_begin(tmp_path: Path) -> None:
    async with databases.sqlite(tmp_path) as database:

        def fail(_: Any) -> None:
            event.remove(database.engine.sync_engine, "commit", fail)
            raise sqlite3.OperationalError("disk I/O error")

        event.listen(database.engine.sync_engine, "commit", fail)
        with pytest.raises(sqlite3.OperationalError):
            async with database.transaction() as tx:
                await notes.keep(tx, "half", "done")
        async with database.transaction() as tx:
            assert await tx.scalar(text("SELECT 1")) == 1
            assert await notes.note(tx, "half") is None
            await notes.keep(tx, "whole", "yes")
        async with database.reading() as connection:
            assert await notes.note(connection, "whole") == "yes"


async def test_connections_are_lent_again_and_no_more_than_may_be_open(tmp_path: Path) -> None:
    async with databases.sqlite(tmp_path) as database, AsyncExitStack() as held:
        lent = [await held.enter_async_context(database.reading()) for _ in range(sqlite.MOST)]

        async def read() -> object:
            async with database.reading() as connection:
                return sqlite.driver(connection)

        waiting = asyncio.create_task(read())
        await asyncio.sleep(0)
        assert not waiting.done()
        drivers = {sqlite.driver(connection) for connection in lent}
        await held.aclose()
        assert len(drivers) == sqlite.MOST
        assert await waiting in drivers
