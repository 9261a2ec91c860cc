"""A season over four simulated weeks; `make soak-year` has one of 39 weeks."""

from pathlib import Path

from bot.host.features import HOOKS
from bot.host.kernel.host import Host
from engine.registry import GAMES
from tests.host.seasons.year import POINTS, simulated
from tests.support.chance import SeededChance
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite


async def test_a_season_runs_itself_and_a_slow_count_has_its_table(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        clock = ManualClock()
        host = Host(database, GAMES, clock, SeededChance(7), HOOKS)
        await host.store_sets()
        month, wrong = await simulated(host, clock, 4, seed=2)
        assert wrong == []
        assert await month.season_faults([10, 8, *POINTS[2:]]) == ["the table is another one"], "other points show"
        host.worker_pool.close()
