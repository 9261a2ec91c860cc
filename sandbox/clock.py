"""The sandbox's clock: one time source that a test can replace or move, and that code can wait on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Final

TimeSource = Callable[[], datetime | float]
"""Returns the current time, as an aware datetime or as seconds since 1970."""

WALL_TIME: Final[TimeSource] = partial(datetime.now, UTC)
"""This machine's time."""


class SandboxClock:
    """Reads a time source and adds the seconds by which the world has been moved forward.

    Waiting is accurate if the source runs by itself. If the source stands still or jumps, the code that moves it calls
    `moved()` (`advance()` does so itself), and all waits that are due end at once.
    """

    def __init__(self, source: TimeSource = WALL_TIME) -> None:
        self._source = source
        self._moved = asyncio.Event()
        self.elapsed = 0.0

    def now(self) -> datetime:
        """Return the sandbox's current time."""
        return datetime.fromtimestamp(self.seconds(), UTC)

    def seconds(self) -> float:
        """Return the sandbox's current time in seconds since 1970."""
        present = self._source()
        base = present.timestamp() if isinstance(present, datetime) else present
        return base + self.elapsed

    def advance(self, seconds: float) -> None:
        """Move the sandbox's time forward; everything that falls due happens now."""
        self.elapsed += seconds
        self.moved()

    def moved(self) -> None:
        """Wake all waits, because the source may have jumped."""
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
