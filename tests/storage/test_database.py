"""Both databases: migrations up and down, transactions, and the lock that keeps two services off one file."""

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, select, text, update

from bot.storage import inbox, matches, notes, people, set_versions, timers
from bot.storage.database import AlreadyRunning, Database, after_commit, service_lock
from bot.storage.migrate import WrongVersion, is_readable, migrate
from bot.storage.schema import matches as matches_table
from bot.storage.schema import metadata, readers
from bot.storage.timers import TimerKey
from cardsdb.sets import StoredSet


async def test_migrations_make_the_tables_of_the_schema(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrations_go_down_and_up_again(database: Database) -> None:
    await migrate(database, "base")
    async with database.engine.connect() as connection:
        left = await connection.run_sync(lambda plain: inspect(plain).get_table_names())
    assert left == ["alembic_version"]
    await migrate(database)
    await migrate(database)
    async with database.engine.connect() as connection:
        assert set(metadata.tables) < set(await connection.run_sync(lambda plain: inspect(plain).get_table_names()))


async def newer(database: Database, oldest: str) -> None:
    """Make it a database of a version to come, which names the oldest program that may work with it."""
    async with database.transaction() as tx:
        await tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await tx.execute(update(readers).values(oldest=oldest))


async def test_a_database_for_newer_programs_only_is_left_alone(database: Database) -> None:
    await newer(database, "99.0")
    with pytest.raises(WrongVersion, match=r"9999 and needs Tableside 99\.0 or later, and this is .*: install"):
        await migrate(database)
    async with database.reading() as connection:
        assert not await connection.run_sync(is_readable)


async def test_neighbouring_versions_share_a_database(database: Database) -> None:
    """The older of them does not know the tables' version and works with them, and leaves them as they are."""
    await newer(database, "0.2")
    await migrate(database)
    async with database.reading() as connection:
        assert await connection.run_sync(is_readable)
        assert await connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"


async def test_a_transaction_is_all_or_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError):
        await half_done(database)
    async with database.reading() as connection:
        assert await notes.note(connection, "half") is None


async def half_done(database: Database) -> None:
    async with database.transaction() as tx:
        await notes.keep(tx, "half", "done")
        raise RuntimeError("in the middle")


async def test_many_writers_at_once_all_get_their_turn(database: Database) -> None:
    async with database.transaction() as tx:
        await notes.keep(tx, "count", "0")

    async def add() -> None:
        async with database.transaction() as tx:
            if not database.is_sqlite:
                await tx.execute(text("LOCK TABLE notes"))
            count = int(await notes.note(tx, "count") or 0)
            await notes.keep(tx, "count", str(count + 1))

    await asyncio.gather(*(add() for _ in range(50)))
    async with database.reading() as connection:
        assert await notes.note(connection, "count") == "50"


async def test_an_interaction_is_taken_up_once(database: Database) -> None:
    async def take() -> bool:
        async with database.transaction() as tx:
            return await inbox.take_up(tx, 10**18, 1, None, 1.0)

    assert sorted(await asyncio.gather(*(take() for _ in range(8)))) == [False] * 7 + [True]


async def test_settings_are_kept_beside_each_other(database: Database) -> None:
    async with database.transaction() as tx:
        assert await people.user(tx, 5) == people.UserRow(5)
        await people.change_user(tx, 5, locale="de")
        await people.change_user(tx, 5, dm_closed=True)
        await people.change_guild(tx, 6, threads=False)
        assert await people.user(tx, 5) == people.UserRow(5, locale="de", dm_closed=True)
        assert await people.guild(tx, 6) == people.GuildRow(6, threads=False)
        assert await people.guild(tx, None) == people.GuildRow(0)


async def test_sets_are_kept_by_content(database: Database) -> None:
    version = StoredSet("a" * 64, "varia", "one", "One", "{}")
    async with database.transaction() as tx:
        await set_versions.keep(tx, version)
        await set_versions.keep(tx, version)
        assert await set_versions.contents(tx, ["a" * 64]) == ["{}"]
        with pytest.raises(KeyError):
            await set_versions.contents(tx, ["b" * 64])


MATCH = {
    "game": "probe",
    "status": "running",
    "channel": 1,
    "opener": 1,
    "pace": "live",
    "options": {},
    "sets": [],
    "secret": b"",
    "counters": {},
    "clocks": {},
    "opened": 0.0,
}


async def test_timers_are_claimed_by_one_and_come_back_when_a_lease_runs_out(database: Database) -> None:
    async with database.transaction() as tx:
        match = await matches.create(tx, MATCH)
        await timers.set_all(tx, match, {TimerKey("deadline", 0, "clock"): 10.0, TimerKey("house", 1, "B1"): 30.0})

    async def claim(now: float) -> list[str]:
        async with database.transaction() as tx:
            return [row.kind for row in await timers.claim(tx, now, now + 30, 10)]

    assert await claim(9.0) == []
    both = await asyncio.gather(claim(10.0), claim(10.0))
    assert sorted(both) == [[], ["deadline"]]
    async with database.reading() as connection:
        assert await timers.next_due(connection) == 30.0
    assert await claim(39.0) == ["house"]
    assert await claim(40.0) == ["deadline"]


async def test_setting_timers_keeps_moves_and_removes(database: Database) -> None:
    x, y, z, w = TimerKey("a", 0, "x"), TimerKey("a", 0, "y"), TimerKey("a", 0, "z"), TimerKey("b", 0, "w")
    async with database.transaction() as tx:
        match = await matches.create(tx, MATCH)
        await timers.set_all(tx, match, {x: 1.0, y: 2.0, z: 3.0})
        before = {row.key: row.id for row in await timers.of_match(tx, match)}
        await timers.set_all(tx, match, {x: 1.0, y: 5.0, w: 4.0})
        after = {row.key: (row.id, row.due) for row in await timers.of_match(tx, match)}
    assert after[x] == (before[x], 1.0)
    assert after[y] == (before[y], 5.0)
    assert set(after) == {x, y, w}


async def test_a_match_that_was_changed_meanwhile_is_a_conflict(database: Database) -> None:
    async with database.transaction() as tx:
        number = await matches.create(tx, MATCH)
        first, second = await matches.get(tx, number), await matches.get(tx, number)
        assert first is not None
        assert second is not None
        await matches.change(tx, first, {"posted": 1})
        with pytest.raises(matches.Conflict):
            await matches.change(tx, second, {"posted": 2})
        await matches.change(tx, first, {"posted": 3})
        assert await tx.scalar(select(matches_table.c.posted)) == 3


def test_the_service_lock_names_its_holder(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'new' / 'tableside.db'}"
    with service_lock(url), pytest.raises(AlreadyRunning, match="in use by process"), service_lock(url):
        pass
    with service_lock(url), service_lock("postgresql+asyncpg://host/name"):
        pass


async def test_what_follows_a_commit_waits_for_it_and_is_forgotten_with_what_is_undone(database: Database) -> None:
    done: list[str] = []
    after_commit(lambda: done.append("at once"))
    async with database.transaction():
        after_commit(lambda: done.append("committed"))
        assert done == ["at once"]
    assert done == ["at once", "committed"]
    with suppress(ZeroDivisionError):
        async with database.transaction():
            after_commit(lambda: done.append("undone"))
            raise ZeroDivisionError
    after_commit(lambda: done.append("after"))
    assert done == ["at once", "committed", "after"]
