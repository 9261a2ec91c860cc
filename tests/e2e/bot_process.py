"""The bot as a separate process, started as by `tableside run`, but with seeded randomness and a movable clock.

The clock reads its offset from a file, so that it continues from there after the process is killed; after an equals
sign, the file holds the time at which the clock stands still.

If this process was forked, so is the one that draws: its imports would take longer than most tests.
"""

import asyncio
import os
import sys
import time
from contextlib import nullcontext
from multiprocessing import get_context
from pathlib import Path

import structlog

from bot.cli import service_commands
from bot.host.kernel.clock import SystemClock
from bot.interactions.answers import PATIENCE
from bot.processes import LEAN
from bot.rendering import pictures
from bot.ui.games import RENDERERS
from engine.registry import GAMES
from tests.e2e.in_flight_requests import note
from tests.e2e.kill_points import arm
from tests.e2e.letters import noting
from tests.e2e.planted_faults import plant
from tests.probe import PROBE, short
from tests.probe.renderer import renderer
from tests.support.chance import SeededChance
from tests.support.processes import PRELOADED

LOOK = 0.05
"""The interval, in seconds, at which a waiting worker checks whether the clock was moved."""


SURELY = 4.0
"""How many seconds most machines draw a hand in; a table that is not answered with soon is posted once more."""


class MovedClock:
    """A clock that tests set by replacing a file. A sleep also ends by monotonic time, since `now` may stand still.

    A post waits `drawing` seconds for its picture. The answer to a click waits for its own, unless that is 0.
    """

    def __init__(self, file: Path, drawing: float = pictures.PATIENCE) -> None:
        self._file = file
        self._drawing = drawing
        self._read: tuple[int, int] | None = None
        self._text = ""

    def now(self) -> float:
        found = self._file.stat()
        if self._read != (found.st_ino, found.st_mtime_ns):
            self._read, self._text = (found.st_ino, found.st_mtime_ns), self._file.read_text()
        return float(self._text[1:]) if self._text.startswith("=") else time.time() + float(self._text)

    def steady(self) -> float:
        return SystemClock().steady()  # house players' processes use it as well

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        if seconds == pictures.PATIENCE:
            seconds = self._drawing
        elif seconds == pictures.HASTE:
            seconds = SURELY if self._drawing else 0.0
        end, steady_end = self.now() + seconds, self.steady() + seconds
        while self.now() < end and self.steady() < steady_end and not until.is_set():
            try:
                async with asyncio.timeout(LOOK):
                    await until.wait()
            except TimeoutError:
                continue
        until.clear()


if __name__ == "__main__":
    drawing = float(os.environ.get("TEST_DRAWING", pictures.PATIENCE))
    clock = MovedClock(Path(os.environ["TEST_CLOCK"]), drawing)
    if folder := os.environ.get("TEST_FLIGHTS"):
        note(Path(folder))
    if point := os.environ.get("TEST_KILL"):
        name, _, nth = point.rpartition(":")
        arm(name, int(nth))
    if fault := os.environ.get("TEST_FAULT"):
        plant(fault)
    chance = SeededChance(int(os.environ["TEST_SEED"]))
    turns = os.environ.get("TEST_TURNS")
    games, renderers = {**GAMES, "probe": short(int(turns)) if turns else PROBE}, {**RENDERERS, "probe": renderer()}
    patience = float(os.environ.get("TEST_PATIENCE", PATIENCE))
    letters = os.environ.get("TEST_LETTERS")
    try:
        context = get_context("fork") if PRELOADED in sys.modules else LEAN
        running = service_commands.run(clock, chance, games, renderers, patience=patience, context=context)
        with noting(Path(letters)) if letters else nullcontext():
            sys.exit(asyncio.run(running))
    except service_commands.StartFailed as error:
        structlog.get_logger().warning("start failed", why=str(error))
        sys.exit(1)
