"""The bot ends when it is asked to, whatever its worker processes are doing."""

import asyncio
import os
import signal
from pathlib import Path
from typing import Final

import pytest

from tests.e2e.players import Room
from tests.support.discord import Stage
from tests.support.processes import started_by

PROMISED: Final = 10.0
"""Seconds in which the bot ends: whoever runs it, systemd for example, kills what takes long."""


async def test_a_bot_whose_processes_are_stuck_ends_when_it_is_asked_to(stage: Stage, tmp_path: Path) -> None:
    room = await Room.opened(stage, tmp_path, seed=3, pictures=True)
    workers = started_by(room.bot.pid)
    assert workers
    for each in workers:
        os.kill(each, signal.SIGSTOP)
    async with asyncio.timeout(PROMISED):
        await room.bot.stop()
    for each in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)
