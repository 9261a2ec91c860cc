"""A host of today over what 0.1.0 left, on each kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host.kernel.host import Host
from bot.storage.database import Database
from tests.support.clocks import ManualClock
from tests.upgrade import kept


@pytest.fixture(params=["sqlite", "postgres"])
async def left(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Each kind of database in turn, as 0.1.0 left it."""
    opened = kept.sqlite(tmp_path) if request.param == "sqlite" else kept.postgres(request.getfixturevalue("server"))
    async with opened as database:
        yield database


@pytest.fixture
async def upgraded(left: Database) -> AsyncIterator[tuple[Host, ManualClock]]:
    """A host of today over it, and its clock."""
    host, clock = await kept.host_of(left)
    yield host, clock
    host.worker_pool.close()
