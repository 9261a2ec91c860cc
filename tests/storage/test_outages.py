"""Outages of the database: what passes by itself is told apart from what does not, and is tried again."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from bot.storage import notes
from bot.storage.database import Database
from bot.storage.outages import SAID_EVERY, Outage, Unavailable, passing
from tests.support.databases import postgres, sqlite, stoppable_server
from tests.support.disks import full_disk

SIZE = 2_000_000
"""The size of a note that does not fit the disk; what a test prints does."""


async def test_a_server_that_stops_is_an_outage_and_its_return_the_end() -> None:
    with stoppable_server() as server:
        async with postgres(server.get_uri()) as database:
            await keep(database, "before")
            async with asyncio.timeout(60):
                await stopped_amid(database, server)
            assert database.outage.why in ("closed", "refused")
            with pytest.raises(Unavailable):
                await keep(database, "while it is away")
            with pytest.raises(Unavailable):
                await kept(database)
            await asyncio.to_thread(server.start)
            assert await kept(database) == "before"
            assert database.outage.why is None
            await keep(database, "after")
            assert await kept(database) == "after"


async def stopped_amid(database: Database, server: Any) -> None:
    """Stop the server while a transaction is at work, which then fails as a whole."""

    async def half() -> None:
        async with database.transaction() as tx:
            await notes.keep(tx, "word", "half")
            await tx.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))

    with pytest.raises(Unavailable):
        await half()
    await asyncio.to_thread(server.stop)


async def test_a_transaction_waits_for_a_server_that_comes_back() -> None:
    with stoppable_server() as server:
        async with postgres(server.get_uri()) as database:
            await keep(database, "before")
            await asyncio.to_thread(server.stop)
            starting = asyncio.create_task(asyncio.to_thread(server.start))
            await surely(database, "at last")
            await starting
            assert await kept(database) == "at last"


async def test_on_a_full_disk_one_reads_and_later_writes_again(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        await keep(database, "before")
        with full_disk(SIZE // 2):
            with pytest.raises(Unavailable) as raised:
                await keep(database, "x" * SIZE)
            assert raised.value.why == "full"
            assert await kept(database) == "before"
            assert database.outage.why == "full", "that one can read says nothing about writing"
        await keep(database, "after")
        assert await kept(database) == "after"
        assert database.outage.why is None


async def test_a_fault_of_ours_is_no_outage(database: Database) -> None:
    with pytest.raises(IntegrityError) as raised:
        async with database.transaction() as tx:
            await tx.execute(text("INSERT INTO notes (key, value) VALUES (NULL, NULL)"))
    assert passing(raised.value) is None
    assert database.outage.why is None


def test_an_outage_is_logged_once_a_minute(capsys: pytest.CaptureFixture[str]) -> None:
    outage, now = Outage(), [0.0]
    outage.steady = lambda: now[0]
    for _ in range(10):
        outage.begin("closed")
        now[0] += SAID_EVERY / 5
    assert capsys.readouterr().out.count("the database cannot be used") == 2
    assert outage.seconds == 2 * SAID_EVERY


async def surely(database: Database, word: str) -> None:
    """Write a word as soon as that can be done."""
    while True:
        with suppress(Unavailable):
            return await keep(database, word)


async def keep(database: Database, word: str) -> None:
    """Write a word."""
    async with database.transaction() as tx:
        await notes.keep(tx, "word", word)


async def kept(database: Database) -> str | None:
    """Read the word."""
    async with database.reading() as connection:
        return await notes.note(connection, "word")
