"""Five days of the simulated quarter, with deaths of the bot; `make soak-quarter` lets all of it pass."""

from pathlib import Path

from tests.host.puzzles.quarter import Quarter
from tests.support.clocks import ManualClock
from tests.support.databases import sqlite


async def test_each_date_is_posted_once_and_each_try_counts_once(tmp_path: Path) -> None:
    async with sqlite(tmp_path) as database:
        quarter = Quarter(database, ManualClock(), days=5, people=6, seed=3)
        assert await quarter.run() == []
        assert quarter.deaths
        assert len(quarter.told) > 10
        tried = [lock for lock in quarter.locks if (lock.person, lock.at) in quarter.told]
        for each in tried:
            assert await quarter.faults([lock for lock in quarter.locks if lock != each]), "a try that is missing shows"
