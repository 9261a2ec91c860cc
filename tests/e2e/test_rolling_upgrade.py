"""A fleet that is upgraded process by process while a match is played: the next version has one more migration."""

from pathlib import Path

import pytest
from sqlalchemy import inspect

from tests.e2e.fleet import Fleet
from tests.e2e.torture_room import TortureRoom
from tests.support.discord import Stage
from tests.upgrade import next_build

pytestmark = pytest.mark.gateway("shards are the gateway's")


async def is_upgraded(fleet: Fleet) -> bool:
    """Whether the database has what the next version adds."""
    async with fleet.room.reading() as connection:
        return await connection.run_sync(lambda plain: inspect(plain).has_table("novelties"))


@pytest.mark.timeout(600)
async def test_a_fleet_is_upgraded_one_process_after_another_and_nothing_is_lost(
    stage: Stage, tmp_path: Path, server: str, figures: list[str]
) -> None:
    """The clock stands still unless it is moved, so no lease lapses because the machine is slow."""
    build = next_build.make(tmp_path / "next")
    fleet = await Fleet.opened(stage, tmp_path, seed=7, size=2, server=server, TEST_TURNS="1")
    fleet.room.freeze()
    torture = TortureRoom(fleet, 7)
    match = await torture.open("probe", 2)
    assert match is not None
    await torture.settle()
    await torture.rounds(1)
    assert not await is_upgraded(fleet)
    fleet.room.context = next_build.NextContext()
    fleet.room.environment["TEST_BUILD"] = str(build)
    for _ in range(fleet.size):
        await fleet.all_joined()
        old = fleet.processes.pop(0)
        await old.stop()
        assert await old.ended() == 0
        await fleet.launch()
        await fleet.all_joined()
        await fleet.all_heard()  # by the new process or, if it starts slowly, by the other one
        assert await is_upgraded(fleet)
        await torture.rounds(1)
    assert await torture.records.status(match) == "running"
    while await torture.records.status(match) == "running":
        await torture.rounds(1)
    verdict = await torture.finish()
    assert verdict.faults == []
    assert not verdict.kills, "every process of both versions ended only when it was asked to"
    figures.append(f"a fleet of two, upgraded one after the other: {verdict.clicks} clicks, nothing lost")
