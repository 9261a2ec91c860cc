"""The sandbox's clock, and a bot's that follows it by a file."""

import asyncio
import time
from functools import partial
from pathlib import Path

import pytest

from bot.host.kernel.clock import FollowedClock
from sandbox.clock import WALL_TIME, ClockFile, SandboxClock, TimeSource, seconds_ahead
from sandbox.errors import CannotDo, Refused
from tests.support.discord import Stage

DAY = 86_400.0
START = 1_900_000_000.0
SOON = 30.0
"""The seconds that a busy machine may take to wake a sleeper."""


STANDING: TimeSource = partial(float, START)


def followed(folder: Path, source: TimeSource = STANDING) -> tuple[SandboxClock, FollowedClock]:
    """A sandbox's clock and the one that follows it."""
    clock = SandboxClock(source)
    file = ClockFile(folder / "var" / "clock", clock)
    return clock, FollowedClock(file.path)


async def test_a_follower_has_the_time_to_which_the_world_is_moved(tmp_path: Path) -> None:
    clock, follower = followed(tmp_path)
    assert follower.now() == START
    for days in (1, 2):
        clock.advance(DAY)
        assert follower.now() == clock.seconds() == START + days * DAY


async def test_a_follower_runs_as_the_machine_does_between_two_moves(tmp_path: Path) -> None:
    clock, follower = followed(tmp_path, WALL_TIME)
    clock.advance(DAY)
    before = time.time()
    assert before + DAY <= follower.now() <= clock.seconds() <= time.time() + DAY


async def test_a_move_ends_the_sleep_that_it_passes_and_no_longer_one(tmp_path: Path) -> None:
    clock, follower = followed(tmp_path)
    never = asyncio.Event()
    short = asyncio.create_task(follower.sleep(DAY / 2, never))
    long = asyncio.create_task(follower.sleep(2 * DAY, never))
    await asyncio.sleep(0)  # both have begun
    clock.advance(DAY)
    async with asyncio.timeout(SOON):
        await short
    assert not long.done()
    never.set()
    await long
    assert not never.is_set()


async def test_a_sleeper_hears_that_the_file_of_its_clock_is_gone(tmp_path: Path) -> None:
    _, follower = followed(tmp_path)
    sleeper = asyncio.create_task(follower.sleep(DAY, asyncio.Event()))
    await asyncio.sleep(0)  # it has begun
    (tmp_path / "var" / "clock").unlink()
    async with asyncio.timeout(SOON):
        with pytest.raises(FileNotFoundError):
            await sleeper


async def test_a_move_is_no_time_of_the_machine(tmp_path: Path) -> None:
    """A day that was moved over is no outage: the steady clock, which shows these, does not have it."""
    clock, follower = followed(tmp_path)
    before = follower.steady()
    clock.advance(DAY)
    assert follower.steady() - before < DAY


async def test_the_time_goes_on_in_the_next_run(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    first = SandboxClock()
    ClockFile(file, first)
    first.advance(DAY)
    second = SandboxClock()
    ClockFile(file, second)
    assert second.elapsed == DAY
    assert seconds_ahead(file) == DAY


def test_a_file_that_says_no_time_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "clock"
    file.write_text("noon")
    with pytest.raises(CannotDo, match="clock"):
        ClockFile(file, SandboxClock())
    assert file.read_text() == "noon"


@pytest.mark.parametrize("seconds", [-1, -DAY])
async def test_time_is_never_moved_back(stage: Stage, tmp_path: Path, seconds: float) -> None:
    sandbox = await stage.sandbox(clock_file=tmp_path / "clock")
    client = await stage.client(sandbox)
    with pytest.raises(Refused, match="only moves forward"):
        await client.advance(seconds)
    assert seconds_ahead(tmp_path / "clock") == 0
