"""The sandbox's clock: one time source that can be replaced or moved, waited on, and followed by bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from sandbox.errors import CannotDo

if TYPE_CHECKING:
    from pathlib import Path

TimeSource = Callable[[], datetime | float]
"""Returns the current time, as an aware datetime or as seconds since 1970."""

WALL_TIME: Final[TimeSource] = partial(datetime.now, UTC)
"""This machine's time."""


class SandboxClock:
    """Reads a time source and adds the seconds by which the world has been moved forward.

    Waiting is accurate if the source runs by itself. If the source stands still or jumps, the code that moves it calls
    `moved()` (`advance()` does so itself), and all waits that are due end at once.

    Attributes:
        elapsed: the seconds by which the world has been moved forward.
        listeners: called whenever the clock may have jumped.
    """

    def __init__(self, source: TimeSource = WALL_TIME) -> None:
        self.source = source
        self.elapsed = 0.0
        self.listeners: list[Callable[[], None]] = []
        self._moved = asyncio.Event()

    def now(self) -> datetime:
        """Return the sandbox's current time."""
        return datetime.fromtimestamp(self.seconds(), UTC)

    def seconds(self) -> float:
        """Return the sandbox's current time in seconds since 1970."""
        present = self.source()
        base = present.timestamp() if isinstance(present, datetime) else present
        return base + self.elapsed

    def advance(self, seconds: float) -> None:
        """Move the sandbox's time forward; everything that falls due happens now.

        Raises:
            CannotDo: If this would move it back.
        """
        if not seconds >= 0:
            raise CannotDo("time only moves forward")
        self.elapsed += seconds
        self.moved()

    def moved(self) -> None:
        """Tell all listeners and wake all waits, because the time may have jumped."""
        for listener in self.listeners:
            listener()
        self._moved.set()
        self._moved = asyncio.Event()

    async def reach(self, moment: Callable[[], float]) -> None:
        """Wait until the time reaches a moment (seconds since 1970), which can itself move."""
        while (left := moment() - self.seconds()) > 0:
            try:
                async with asyncio.timeout(left):
                    await self._moved.wait()
            except TimeoutError:
                continue


def seconds_ahead(path: Path) -> float:
    """Return by how many seconds a sandbox's clock was ahead of the machine's in its last run; 0 without a file.

    Raises:
        CannotDo: If the file does not say so.
    """
    try:
        return float(path.read_text("utf-8"))
    except FileNotFoundError:
        return 0.0
    except ValueError:
        raise CannotDo(f"{path} does not say how far the sandbox's clock is ahead") from None


class ClockFile:
    """The file by which bots in other processes follow a sandbox's clock, which continues from it in the next run.

    It contains the seconds by which the clock is ahead of the machine's or, after an equals sign, the time at which it
    stands until it is moved. It is replaced as a whole, so that a reader never finds half of it.

    Attributes:
        error: a fault: the seconds by which the clock of the bots' machine is wrong, from the next move on.

    Raises:
        CannotDo: If the file exists and does not say how far the clock is ahead.
    """

    def __init__(self, path: Path, clock: SandboxClock) -> None:
        self.path = path
        self.error = 0.0
        self._clock = clock
        clock.elapsed = seconds_ahead(path)
        self.write()
        clock.listeners.append(self.write)

    def write(self) -> None:
        """Publish the present state of the clock."""
        clock = self._clock
        runs = clock.source is WALL_TIME
        text = str(clock.elapsed + self.error) if runs else f"={clock.seconds() + self.error}"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = self.path.with_name(f"{self.path.name}.tmp")
        unfinished.write_text(text, "utf-8")
        unfinished.replace(self.path)
