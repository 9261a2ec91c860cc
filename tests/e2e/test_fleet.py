"""Two processes with two shards each on one PostgreSQL: whoever hears a click answers it, and either may die."""

import os
import signal
from pathlib import Path

import pytest

from bot.host.operations.fleet import BEAT
from tests.e2e.fleet import Fleet
from tests.e2e.torture_room import TortureRoom
from tests.support.discord import Stage

pytestmark = pytest.mark.gateway("shards are the gateway's")

DIRECT, SERVER = 0, 3
"""The shard that hears direct messages, and the one that hears the sandbox's server: of different processes."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("victim", [0, 1], ids=["direct messages'", "server's"])
async def test_either_process_may_die_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, victim: int, figures: list[str]
) -> None:
    fleet = await Fleet.opened(stage, tmp_path, seed=5, size=2, server=server)
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


@pytest.mark.timeout(300)
async def test_a_process_that_stood_still_ends_when_another_has_its_shards(
    stage: Stage, tmp_path: Path, server: str
) -> None:
    fleet = await Fleet.opened(stage, tmp_path, seed=6, size=2, server=server)
    still = fleet.processes.pop(0)
    before = {session.id for session in fleet.room.sandbox.parts.gateway.sessions}
    os.kill(still.pid, signal.SIGSTOP)
    try:
        while not fleet.heard(DIRECT, before):
            fleet.room.advance(BEAT)
            await fleet.pause()
    finally:
        os.kill(still.pid, signal.SIGCONT)
    assert await still.ended() == 1, "what supervises it is to start it again"
    await fleet.all_heard()
    assert await fleet.stop() == [0]
