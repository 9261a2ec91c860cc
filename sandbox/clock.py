"""The sandbox's time: one source that a test may replace or move, and waiting against it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime

TimeSource = Callable[[], datetime | float]
"""Tells the present time, as an aware datetime or as seconds since 1970."""


def wall_time() -> datetime:
    """Tell the time of this machine."""
    return datetime.now(UTC)


class SandboxClock:
    """Reads a time source, plus whatever the world was moved forward by.

    Waiting is honest for a source that runs by itself. For a source that stands or jumps, whoever moves it
    calls `moved()` (and `advance()` does so by itself), and everybody who waited too long wakes at once.
    """

    def __init__(self, source: TimeSource = wall_time) -> None:
        self._source = source
        self._moved = asyncio.Event()
        self.elapsed = 0.0

    def now(self) -> datetime:
        """Tell the sandbox's present time."""
        return datetime.fromtimestamp(self.seconds(), UTC)

    def seconds(self) -> float:
        """Tell the sandbox's present time in seconds since 1970."""
        present = self._source()
        base = present.timestamp() if isinstance(present, datetime) else present
        return base + self.elapsed

    def advance(self, seconds: float) -> None:
        """Move the sandbox's time forward; everything that falls due by it happens now."""
        self.elapsed += seconds
        self.moved()

    def moved(self) -> None:
        """Tell those who wait that the source may have jumped."""
        self._moved.set()
        self._moved = asyncio.Event()

    async def reach(self, moment: Callable[[], float]) -> None:
        """Wait until the time is at or past a moment (seconds since 1970), which may itself move."""
        while (left := moment() - self.seconds()) > 0:
            try:
                async with asyncio.timeout(left):
                    await self._moved.wait()
            except TimeoutError:
                continue
