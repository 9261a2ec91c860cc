"""Fixtures of a host on each kind of database, with a clock that tests move."""

from collections.abc import AsyncIterator

import pytest

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from bot.storage.database import Database
from engine.registry import GAMES
from tests.probe import PROBE
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.processes import fork_workers


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def host(database: Database, clock: ManualClock) -> AsyncIterator[Host]:
    host = Host(database, {**GAMES, "probe": PROBE}, clock, SeededChance(7), HOOKS)
    fork_workers(host)
    await host.store_sets()
    yield host
    host.worker_pool.close()
