"""This version and the next one at one database, on each kind: side by side, too old, and upgraded in the middle."""

import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import pytest
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text, update

from bot.storage.database import Database
from bot.storage.migrate import WrongVersion, is_readable, migrate, upgrade
from bot.storage.schema import matches, readers
from tests.support.databases import empty_postgres, opened
from tests.upgrade import kept, next_build

KILLED: Final = (
    "from tests.e2e.kill_points import arm; arm({point!r}, {nth}); from bot.cli import app; app(['migrate'])"
)
MIGRATE: Final = ("-m", "bot.cli", "migrate")


async def version_of(database: Database) -> str | None:
    """The version of a database's tables."""
    async with database.engine.connect() as connection:
        return await connection.run_sync(lambda plain: MigrationContext.configure(plain).get_current_revision())


async def matches_in(database: Database) -> int:
    async with database.reading() as connection:
        return int(await connection.scalar(select(func.count()).select_from(text("matches"))) or 0)


@pytest.mark.parametrize(
    ("point", "nth"), [("tables changed before the next change", 4), ("upgraded before commit", 1)]
)
async def test_an_upgrade_that_is_killed_has_changed_nothing_and_is_made_the_next_time(
    left: Database, tmp_path: Path, point: str, nth: int
) -> None:
    before = await matches_in(left)
    await left.close()
    killed = await kept.run(kept.ROOT, tmp_path, left, "-c", KILLED.format(point=point, nth=nth))
    assert killed[0] == -signal.SIGKILL, killed
    assert await version_of(left) == "0001"
    assert await matches_in(left) == before > 0
    await upgrade(left)
    async with left.reading() as connection:
        assert await connection.run_sync(is_readable)
        assert await connection.scalar(select(func.count()).select_from(matches)) == before


async def test_a_sqlite_file_is_copied_before_an_upgrade_and_the_copy_is_of_the_version_before(tmp_path: Path) -> None:
    async with kept.sqlite(tmp_path) as left:
        before = await matches_in(left)
        await left.close()
        copy = tmp_path / "tableside.db.version-0001"
        code, printed, _ = await kept.run(kept.ROOT, tmp_path, left, *MIGRATE)
        assert (code, printed.splitlines()[0]) == (0, f"{copy} is a whole copy of the database before the upgrade")
        async with opened(f"sqlite+aiosqlite:///{copy}") as copied:
            assert await version_of(copied) == "0001"
            assert await matches_in(copied) == before
            assert (await kept.run_0_1_0(tmp_path, copied, *MIGRATE))[0] == 0
        copy.unlink()
        assert await upgrade(left) is None
        assert not copy.exists()


async def test_without_a_copy_nothing_is_upgraded(tmp_path: Path) -> None:
    async with kept.sqlite(tmp_path) as left:
        (tmp_path / "tableside.db.version-0001").mkdir()
        code, printed, complained = await kept.run(kept.ROOT, tmp_path, left, *MIGRATE)
        assert (code, printed) == (1, "")
        assert complained.splitlines() == [complained]
        assert complained.startswith("no copy could be made before the upgrade, so nothing was changed")
        assert await version_of(left) == "0001"


@pytest.fixture(params=["sqlite", "postgres"])
async def empty(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Each kind of database in turn, without any tables."""
    address = f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}"
    found = opened(address) if request.param == "sqlite" else empty_postgres(request.getfixturevalue("server"))
    async with found as database:
        yield database


async def test_an_older_program_is_refused_with_what_to_do_and_a_neighbour_is_not(
    empty: Database, tmp_path: Path
) -> None:
    build = next_build.make(tmp_path / "next")
    assert (await kept.run(build, tmp_path, empty, *MIGRATE))[0] == 0
    assert await version_of(empty) == "9999"
    await upgrade(empty)
    assert await version_of(empty) == "9999", "the older of two neighbours leaves the tables as they are"
    async with empty.transaction() as tx:
        await tx.execute(update(readers).values(oldest=next_build.next_version()))
    await empty.close()
    code, printed, complained = await kept.run(kept.ROOT, tmp_path, empty, *MIGRATE)
    assert (code, printed) == (1, "")
    assert complained.splitlines() == [complained]
    assert f"needs Tableside {next_build.next_version()} or later" in complained
    assert "install a later Tableside, or restore the backup from before the upgrade" in complained


async def test_the_copy_from_before_the_upgrade_leads_back(tmp_path: Path) -> None:
    async with kept.sqlite(tmp_path) as database:
        await migrate(database)
        before = await matches_in(database)
        await database.close()
        build = next_build.make(tmp_path / "next", oldest=next_build.next_version())
        assert (await kept.run(build, tmp_path, database, *MIGRATE))[0] == 0
        with pytest.raises(WrongVersion):
            await upgrade(database)
        copy = tmp_path / f"tableside.db.version-{next_build.head()}"
    restored = await kept.run(kept.ROOT, tmp_path, database, "-m", "bot.cli", "restore", str(copy))
    assert restored[0] == 0, restored
    async with opened(database.url.render_as_string(hide_password=False)) as again:
        assert await version_of(again) == next_build.head()
        assert await matches_in(again) == before
