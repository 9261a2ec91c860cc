"""The bot as `tableside run` starts it, for measuring; it says what it does where it is asked to.

Where LOAD_SAMPLES names a file, a line is written there for every few milliseconds of processor time that the process
uses: in whose work it was.
"""

import asyncio
import os
import re
import signal
import sys
from types import FrameType
from typing import Final

from bot.cli import service_commands

EVERY: Final = 0.005
"""After how many seconds of processor time it is looked where the process is."""

ROOMS: Final = re.compile(r"/(sqlalchemy|aiosqlite|asyncpg|discord|aiohttp|PIL|bot/\w+|engine/\w+)")
"""The part of a file's path that says in whose work the process is."""


def place_of(frame: FrameType | None) -> str:
    """In whose work the event loop is: the innermost room or library on its stack that has a name here.

    Where it waits, the time was used by another thread: SQLite's, or the one that draws.
    """
    if frame is not None and frame.f_code.co_name == "select":
        return "threads of SQLite and of pictures"
    while frame is not None:
        if named := ROOMS.search(frame.f_code.co_filename):
            return named[1]
        frame = frame.f_back
    return "elsewhere"


def look_often(path: str) -> None:
    """Write down again and again in whose work the process is."""
    # A signal may come in the middle of a write, which a file of Python's does not bear.
    out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    signal.signal(signal.SIGPROF, lambda _, frame: os.write(out, f"{place_of(frame)}\n".encode()))
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)


if __name__ == "__main__":
    if samples := os.environ.get("LOAD_SAMPLES"):
        look_often(samples)
    sys.exit(asyncio.run(service_commands.run()))
