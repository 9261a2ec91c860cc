"""The real program of 0.1.0 beside today's: it writes, today's goes on, and it refuses what today's has upgraded."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import __version__
from bot.storage.database import Database
from bot.storage.migrate import migrate
from tests.host.players import answer, table_of
from tests.support.databases import empty_postgres, opened
from tests.upgrade import kept

WRITE = """
import asyncio
from bot.cli import service
from bot.host import lobby, play
from bot.host.chance import SystemChance
from bot.host.clock import SystemClock
from bot.host.context import Host
from bot.host.lobby import Opening
from bot.host.play import Click
from bot.settings import load
from bot.storage.database import Database
from bot.storage.migrate import migrate
from engine.registry import GAMES

async def main():
    database = Database(load().database)
    await migrate(database)
    host = Host(database, GAMES, SystemClock(), SystemChance())
    await host.store_sets()
    wanted = Opening("zarcana", "slow", None, 900, GAMES["zarcana"].spec.options(), seats=2)
    table = await lobby.open_table(host, Click(1, 101, 0.0), wanted)
    await lobby.join(host, Click(2, 102, 0.0), table.match.id)
    await lobby.start(host, Click(3, 101, 0.0), table.match.id)
    print(table.match.id)
    await database.close()

asyncio.run(main())
"""
"""Begins a match, by the code of 0.1.0."""


@pytest.fixture(params=["sqlite", "postgres"])
async def empty(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Each kind of database in turn, without any tables."""
    address = f"sqlite+aiosqlite:///{tmp_path / 'tableside.db'}"
    found = opened(address) if request.param == "sqlite" else empty_postgres(request.getfixturevalue("server"))
    async with found as database:
        yield database


async def test_what_0_1_0_writes_goes_on_and_then_0_1_0_refuses_it_in_one_line(empty: Database, tmp_path: Path) -> None:
    code, printed, complained = await kept.run_0_1_0(tmp_path, empty, "-c", WRITE)
    assert code == 0, complained
    host, _ = await kept.host_of(empty)
    match = int(printed)
    table = await table_of(host, match)
    [asked, *_], user = table.open(), table.seats[table.open()[0].seat].user
    assert user is not None
    panel = await answer(host, match, user, *[option.key for option in asked.options[: max(1, asked.least)]])
    assert panel.draft.revision == 1
    await empty.close()
    code, printed, complained = await kept.run_0_1_0(tmp_path, empty, "-m", "bot.cli", "migrate")
    assert (code, printed) == (1, "")
    assert complained.splitlines() == [complained]
    assert "which this Tableside does not know" in complained


async def test_0_1_0_leaves_an_upgraded_fixture_alone(left: Database, tmp_path: Path) -> None:
    await migrate(left)
    await left.close()
    code, _, complained = await kept.run_0_1_0(tmp_path, left, "-m", "bot.cli", "run")
    assert code == 1
    assert "which this Tableside does not know" in complained.splitlines()[-1]


def test_the_version_is_later_than_0_1_0() -> None:
    assert tuple(int(each) for each in __version__.split(".")[:2]) >= (0, 2)
