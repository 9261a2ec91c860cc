"""Two processes with two shards each on one PostgreSQL: whoever hears a click answers it, and either may die."""

from pathlib import Path

import pytest

from tests.e2e.crew import Crew
from tests.e2e.survival import Survival
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("shards are the gateway's")

DIRECT, SERVER = 0, 3
"""The shard that hears direct messages, and the one that hears the sandbox's server: of different processes."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("victim", [0, 1], ids=["direct messages'", "server's"])
async def test_either_process_may_die_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, victim: int, figures: list[str]
) -> None:
    crew = await Crew.opened(stage, tmp_path, seed=5, size=2, server=server)
    assert (crew.heard(DIRECT), crew.heard(SERVER)) == (1, 1)
    survival = Survival(crew, 5)
    for _ in range(2):
        assert await survival.open("probe", 2)
        await survival.settle()
    await survival.rounds(6)
    await crew.kill(victim)
    crew.processes.pop(victim)  # nobody starts it anew
    await crew.all_heard()
    await survival.play([], [], 0)
    verdict = await survival.finish()
    assert verdict.faults == []
    figures.append(f"a fleet of two, one killed: {verdict.clicks} clicks, nothing lost")


@pytest.mark.timeout(300)  # three starts of the bot take a busy machine longer than the usual limit
@pytest.mark.parametrize("size", [1, 2])
async def test_a_process_takes_anothers_place_without_a_lost_click(
    stage: Stage, tmp_path: Path, server: str, size: int, figures: list[str]
) -> None:
    """For a while both hear, and each click is taken up once."""
    crew = await Crew.opened(stage, tmp_path, seed=6, size=size, server=server)
    survival = Survival(crew, 6)
    match = await survival.open("probe", 3)
    await survival.settle()
    replaced = crew.processes.pop(0)
    crew.room.environment["TEST_TAKE_OVER"] = "yes"
    await crew.launch()
    heard_twice = 0
    while not replaced.is_dead:
        if match is None or await survival.records.status(match) != "running":
            match = await survival.open("probe", 3)
        before = crew.room.clicks
        await survival.rounds(1)
        heard_twice += crew.room.clicks - before if crew.heard(DIRECT) == 2 else 0
    assert await replaced.ended() == 0
    assert heard_twice
    await survival.play([], [], 0)
    verdict = await survival.finish()
    assert verdict.faults == []
    failed = [entry for entry in crew.room.sandbox.parts.journal.entries({"act"}) if "failed" in entry.headline]
    assert failed == []
    figures.append(f"a process of {size} replaced: {verdict.clicks} clicks, {heard_twice} while two heard, none lost")
