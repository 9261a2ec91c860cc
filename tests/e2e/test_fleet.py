"""Two processes with two shards each on one PostgreSQL: whoever hears a click answers it, and either may die."""

import asyncio
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from sandbox.client import Refused
from sandbox.journal import Entry
from tests.e2e.fleet import Fleet
from tests.e2e.players import PATIENT, found
from tests.e2e.torture_room import TorturePlayer, TortureRoom
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("shards are the gateway's")

DIRECT, SERVER = 0, 3
"""The shard that hears direct messages, and the one that hears the sandbox's server: of different processes."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("victim", [0, 1], ids=["direct messages'", "server's"])
async def test_either_process_may_die_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, victim: int, figures: list[str]
) -> None:
    fleet = await Fleet.opened(stage, tmp_path, seed=5, size=2, server=server, TEST_PATIENCE=PATIENT)
    assert (fleet.heard(DIRECT), fleet.heard(SERVER)) == (1, 1)
    torture = TortureRoom(fleet, 5)
    for _ in range(2):
        assert await torture.open("probe", 2)
        await torture.settle()
    await torture.rounds(6)
    await fleet.kill(victim)
    fleet.processes.pop(victim)  # nobody starts it anew
    await fleet.all_heard()
    await torture.play([], [], 0)
    verdict = await torture.finish()
    assert verdict.faults == []
    figures.append(f"a fleet of two, one killed: {verdict.clicks} clicks, nothing lost")


async def press(player: TorturePlayer) -> None:
    """Let somebody answer what the panel asks, or else look at it anew."""
    panel = player.panel()
    if not await player.act() and panel is not None:
        with suppress(Refused):  # it was taken away under the person's finger
            await player.person.click(panel, found(panel, "refresh"))


async def replace(fleet: Fleet, torture: TortureRoom) -> None:
    """Start a process that takes the oldest one's place, while people do what they can, and wait until that has left.

    While two hear, somebody opens a table, and everybody clicks all the time. Nobody moves the clock, because leases
    last seconds.
    """
    replaced, tables = fleet.processes.pop(0), len(torture.players)
    fleet.room.environment["TEST_TAKE_OVER"] = "yes"
    await fleet.launch()
    while not replaced.is_dead:
        all_seats = [player for players in torture.players.values() for player in players]
        if fleet.heard(DIRECT) == 2:
            assert len(torture.players) > tables or await torture.open("probe", 2)
            await asyncio.gather(*map(press, all_seats))
        elif not any([await player.act() for player in all_seats]):
            await fleet.pause()
    assert await replaced.ended() == 0


@pytest.mark.timeout(600)  # a busy machine takes longer than the usual limit
@pytest.mark.parametrize("size", [1, 2])
async def test_a_process_takes_anothers_place_without_a_lost_click(
    stage: Stage, tmp_path: Path, server: str, size: int, figures: list[str]
) -> None:
    fleet = await Fleet.opened(stage, tmp_path, seed=6, size=size, server=server, TEST_PATIENCE=PATIENT)
    torture, acts, outcomes = TortureRoom(fleet, 6), Counter[int](), Counter[str]()

    def note(entry: Entry) -> None:
        if entry.kind == "act" and entry.headline.startswith("... sees"):
            outcomes[entry.headline.split()[2]] += 1
        elif entry.kind == "act":
            acts[fleet.heard(DIRECT)] += 1

    fleet.room.sandbox.parts.journal.listeners.append(note)
    assert await torture.open("probe", 2)
    await torture.settle()
    while not acts[2]:  # on a slow machine one may have left before anybody clicks
        await replace(fleet, torture)
    await torture.play([], [], 0)
    verdict = await torture.finish()
    assert verdict.faults == []
    assert not outcomes["failed"]
    figures.append(f"one process of {size} replaced: {acts.total()} acts, {acts[2]} while two heard, all answered")
