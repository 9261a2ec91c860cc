"""`tableside sandbox` from start to stop to start: what stood in the local Discord is still there, commands too."""

import os
import signal
import sys
import time
from asyncio import create_subprocess_exec, subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from sandbox.client import Person, SandboxClient

ROOT = Path(__file__).parents[2]


DAY = 86_400.0
TURNED_BACK = 60.0
"""By how many seconds the machine's own clock may be set back during a test."""


async def begun(folder: Path, *arguments: str, command: str = "sandbox", **settings: str) -> subprocess.Process:
    """The command in a folder."""
    return await create_subprocess_exec(
        *(sys.executable, "-m", "bot.cli", command, *arguments),
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TABLESIDE_SANDBOX_PORT": "0", **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@asynccontextmanager
async def started(
    folder: Path, *arguments: str, until: str = "", end: signal.Signals = signal.SIGTERM
) -> AsyncIterator[Person]:
    """The command once something stands in its log, with one person at its chat page, until a signal ends it."""
    process = await begun(folder, *arguments)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        page = (await process.stdout.readline()).decode().split()[-1]
        while until and until not in (line := (await process.stderr.readline()).decode()):
            assert line, "the log has ended"
        async with SandboxClient(page.rstrip("/")) as client:
            yield await client.person("lukasz")
    finally:
        process.send_signal(end)
        await process.communicate()
    assert process.returncode == 0


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
async def test_the_world_is_kept_however_the_sandbox_is_told_to_stop(tmp_path: Path, end: signal.Signals) -> None:
    async with started(tmp_path, "--alone", end=end) as ada:
        await ada.write("before")
    async with started(tmp_path, "--alone") as ada:
        assert [message.content for message in await ada.messages()] == ["before"]


async def test_the_bots_commands_are_there_after_a_restart(tmp_path: Path) -> None:
    async with started(tmp_path, until="commands synced") as ada:
        before = await ada.commands()
    async with started(tmp_path, "--alone") as ada:
        assert await ada.commands() == before != []


async def test_a_world_that_was_moved_with_its_bot_goes_on_where_it_was(tmp_path: Path) -> None:
    alone = ("--alone", "--clock", "sandbox")
    async with started(tmp_path, *alone) as ada:
        await ada.client.advance(DAY)
    async with started(tmp_path, *alone) as ada:
        facts = await ada.client.facts()
        assert facts["followed"]
        assert facts["seconds"] >= time.time() + DAY - TURNED_BACK
    process = await begun(tmp_path, "--alone")
    _, told = await process.communicate()
    assert process.returncode == 1
    assert b"add --clock sandbox" in told


async def test_a_bot_is_told_which_clock_to_follow(tmp_path: Path) -> None:
    process = await begun(tmp_path, "--alone", "--clock", "sandbox")
    assert process.stdout is not None
    while not (line := (await process.stdout.readline()).decode()).startswith("TABLESIDE_CLOCK_FILE="):
        assert line, "the settings have ended"
    process.terminate()
    await process.communicate()
    assert Path(line.strip().partition("=")[2]) == tmp_path / "var" / "sandbox.clock"


async def test_a_clock_that_cannot_be_followed_is_named(tmp_path: Path) -> None:
    settings = {"TABLESIDE_TOKEN": "a.b.c", "TABLESIDE_CLOCK_FILE": str(tmp_path / "nowhere")}
    process = await begun(tmp_path, command="run", **settings)
    _, told = await process.communicate()
    assert process.returncode == 1
    assert b"TABLESIDE_CLOCK_FILE: the clock cannot be followed" in told
    assert b"Traceback" not in told


async def test_a_file_that_is_no_world_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "var" / "sandbox.json"
    file.parent.mkdir()
    file.write_text("{}")
    process = await begun(tmp_path, "--alone")
    _, told = await process.communicate()
    assert (process.returncode, file.read_text()) == (1, "{}")
    assert b"var/sandbox.json is no snapshot of a sandbox" in told
    assert b"Traceback" not in told
