"""Four weeks of the simulated year, with a change of clocks; `make soak-year` lets all of it pass."""

from pathlib import Path

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from engine.registry import GAMES
from tests.host.recurring.year import simulated
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite


async def test_every_evening_of_four_weeks_is_announced_and_begun_or_called_off_once(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        clock = ManualClock()
        host = Host(database, GAMES, clock, SeededChance(7), HOOKS)
        await host.store_sets()
        month, wrong = await simulated(host, clock, 4, seed=2)
        assert wrong == []
        assert len(month.results) >= 4
        for each in month.incidents:
            others = [other for other in month.incidents if other != each]
            assert bool(await month.faults(others)) is (each.kind != "channel"), f"{each.kind} shows in the evenings"
        host.worker_pool.close()
