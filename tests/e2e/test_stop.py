"""The bot ends when it is asked to, whatever its worker processes are doing."""

import os
import signal
from pathlib import Path

import pytest

from tests.e2e.players import Room
from tests.support.discord import Stage


async def test_a_bot_whose_processes_are_stuck_ends_when_it_is_asked_to(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3)
    workers = children(room.bot.pid)
    assert workers
    for each in workers:
        os.kill(each, signal.SIGSTOP)
    await room.bot.stop()
    for each in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
