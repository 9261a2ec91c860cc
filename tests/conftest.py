"""Fixtures for all rooms."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.storage.database import Database
from tests.support.databases import postgres, postgres_server, sqlite


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
