"""A fleet that is upgraded process by process while matches are played: the next version has one more migration."""

from pathlib import Path

import pytest
from sqlalchemy import inspect

from tests.e2e.fleet import Fleet
from tests.e2e.players import PATIENT
from tests.e2e.torture_room import TortureRoom
from tests.support.discord import Stage
from tests.upgrade import next_build

pytestmark = pytest.mark.gateway("shards are the gateway's")


async def is_upgraded(fleet: Fleet) -> bool:
    """Whether the database has what the next version adds."""
    async with fleet.room.reading() as connection:
        return await connection.run_sync(lambda plain: inspect(plain).has_table("novelties"))


@pytest.mark.timeout(300)
async def test_a_fleet_is_upgraded_one_process_after_another_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, figures: list[str]
) -> None:
    build = next_build.make(tmp_path / "next")
    fleet = await Fleet.opened(stage, tmp_path, seed=7, size=2, server=server, TEST_PATIENCE=PATIENT)
    torture = TortureRoom(fleet, 7)
    assert await torture.open("probe", 2)
    await torture.settle()
    await torture.rounds(2)
    assert not await is_upgraded(fleet)
    fleet.room.context = next_build.NextContext()
    fleet.room.environment["TEST_BUILD"] = str(build)
    for _ in range(fleet.size):
        old = fleet.processes.pop(0)
        await old.stop()
        assert await old.ended() == 0
        await fleet.launch()
        while not await is_upgraded(fleet):
            await fleet.pause()
        await fleet.all_heard()  # by the new process, or by the other one, which adopts what nobody hears
        await torture.rounds(2)
    await torture.play([], [], 0)
    verdict = await torture.finish()
    assert verdict.faults == []
    figures.append(f"a fleet of two, upgraded one after the other: {verdict.clicks} clicks, nothing lost")
