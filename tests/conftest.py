"""Fixtures for all rooms."""

import gc
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from bot.storage.database import Database
from tests.support.databases import postgres, postgres_server, sqlite
from tests.support.discord import DOORS
from tests.ui import picture_watch

# No test depends on how fast the machine is: an example may take as long as it likes.
settings.register_profile("usual", settings(), deadline=None)
FULL: Final = settings.get_profile("default").max_examples
settings.register_profile("long", deadline=None, max_examples=5 * FULL)
settings.register_profile("quick", deadline=None, max_examples=FULL // 10)
settings.load_profile("usual")


MEMORY: Final = Path("/dev/shm")  # noqa: S108 - everything made in it gets an unpredictable name
"""Where Linux keeps files in memory."""

ROOM: Final = 4 * 2**30
"""How many bytes tests need there, several times what they write at once."""


def pytest_configure() -> None:
    """Keep everything temporary in memory, if there is room, because commits wait for disks. Watch all pictures."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        tempfile.tempdir = os.environ["TMPDIR"] = str(MEMORY)
    os.environ[picture_watch.FAULTS] = str(Path(tempfile.gettempdir()) / f"picture-faults-{os.getpid()}")
    picture_watch.watch()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--door",
        choices=DOORS,
        default=DOORS[0],
        help="by which of Discord's doors people come to the bot in end-to-end tests that do not say it themselves",
    )
    parser.addoption(
        "--every",
        action="store_true",
        help="play everything that make soak plays: every game in every place, ten matches of each to play on from",
    )


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, and have it done rarely: it took a seventh of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.fixture(autouse=True)
def _pictures_keep_their_laws() -> Iterator[None]:
    """Fail a test if texts cross, leave the picture or stand in a wrong order in a picture that it has drawn."""
    yield
    assert picture_watch.noted() == []


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres_server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Each kind of database in turn, migrated and empty."""
    opened = sqlite(tmp_path) if request.param == "sqlite" else postgres(request.getfixturevalue("server"))
    async with opened as database:
        yield database


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In continuous integration a skipped test is a failure: everything a test may need is there."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") and exitstatus == 0 and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
