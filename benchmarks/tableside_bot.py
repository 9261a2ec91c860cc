"""The bot as `tableside run` starts it, for benchmarks, with optional profiling.

If LOAD_SAMPLES names a file, a line is written to it for every few milliseconds of processor time that the process
uses, naming the package or library at work.
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
"""The interval between samples, in seconds of processor time."""

ROOMS: Final = re.compile(r"/(sqlalchemy|aiosqlite|asyncpg|discord|aiohttp|PIL|bot/\w+|engine/\w+)")
"""The part of a file's path that identifies the package or library at work."""


def place_of(frame: FrameType | None) -> str:
    """Return the package or library at work: the innermost one on the event loop's stack that `ROOMS` matches.

    If the event loop is waiting, another thread used the time: SQLite's, or the one that draws.
    """
    if frame is not None and frame.f_code.co_name == "select":
        return "threads of SQLite and of pictures"
    while frame is not None:
        if named := ROOMS.search(frame.f_code.co_filename):
            return named[1]
        frame = frame.f_back
    return "elsewhere"


def look_often(path: str) -> None:
    """Write samples of the package or library at work to a file, periodically."""
    # A signal may arrive during a write, which Python's file objects do not support.
    out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    signal.signal(signal.SIGPROF, lambda _, frame: os.write(out, f"{place_of(frame)}\n".encode()))
    signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)


if __name__ == "__main__":
    if samples := os.environ.get("LOAD_SAMPLES"):
        look_often(samples)
    sys.exit(asyncio.run(service_commands.run()))
