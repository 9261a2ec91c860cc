"""Two processes with two shards each on one PostgreSQL: whoever hears a click answers it, and either may die."""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from sandbox.client import Refused
from sandbox.journal import Entry
from tests.e2e.fleet import Crew
from tests.e2e.players import PATIENT, found
from tests.e2e.torture_room import Survival, Survivor
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("shards are the gateway's")

DIRECT, SERVER = 0, 3
"""The shard that hears direct messages, and the one that hears the sandbox's server: of different processes."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("victim", [0, 1], ids=["direct messages'", "server's"])
async def test_either_process_may_die_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, victim: int, figures: list[str]
) -> None:
    crew = await Crew.opened(stage, tmp_path, seed=5, size=2, server=server, TEST_PATIENCE=PATIENT)
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


async def press(player: Survivor) -> None:
    """Let somebody answer what the panel asks, or else look at it anew."""
    panel = player.panel()
    if not await player.act() and panel is not None:
        with suppress(Refused):  # it was taken away under the person's finger
            await player.person.click(panel, found(panel, "refresh"))


async def replace(crew: Crew, survival: Survival) -> None:
    """Start a process that takes the oldest one's place, while people do what they can, and wait until that has left.

    While two hear, somebody opens a table, and everybody clicks all the time. Nobody moves the clock, because leases
    last seconds.
    """
    replaced, tables = crew.processes.pop(0), len(survival.players)
    crew.room.environment["TEST_TAKE_OVER"] = "yes"
    await crew.launch()
    while not replaced.is_dead:
        all_seats = [player for players in survival.players.values() for player in players]
        if crew.heard(DIRECT) == 2:
            assert len(survival.players) > tables or await survival.open("probe", 2)
            await asyncio.gather(*map(press, all_seats))
        elif not any([await player.act() for player in all_seats]):
            await crew.pause()
    assert await replaced.ended() == 0


@pytest.mark.timeout(600)  # a busy machine takes longer than the usual limit
@pytest.mark.parametrize("size", [1, 2])
async def test_a_process_takes_anothers_place_without_a_lost_click(
    stage: Stage, tmp_path: Path, server: str, size: int, figures: list[str]
) -> None:
    crew = await Crew.opened(stage, tmp_path, seed=6, size=size, server=server, TEST_PATIENCE=PATIENT)
    survival, acts, outcomes = Survival(crew, 6), Counter[int](), Counter[str]()

    def note(entry: Entry) -> None:
        if entry.kind == "act" and entry.headline.startswith("... sees"):
            outcomes[entry.headline.split()[2]] += 1
        elif entry.kind == "act":
            acts[crew.heard(DIRECT)] += 1

    crew.room.sandbox.parts.journal.listeners.append(note)
    assert await survival.open("probe", 2)
    await survival.settle()
    while not acts[2]:  # on a slow machine one may have left before anybody clicks
        await replace(crew, survival)
    await survival.play([], [], 0)
    verdict = await survival.finish()
    assert verdict.faults == []
    assert not outcomes["failed"]
    figures.append(f"one process of {size} replaced: {acts.total()} acts, {acts[2]} while two heard, all answered")
