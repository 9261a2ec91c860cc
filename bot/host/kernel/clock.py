"""Time, passed as an argument throughout the host, so that tests can move it."""

import asyncio
import time
from typing import Final, Protocol


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> float:
        """Return the current time in seconds since 1970 (UTC)."""
        ...

    def steady(self) -> float:
        """Return the seconds of a clock that ignores changes to the system time and runs while the machine sleeps."""
        ...

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for `seconds`, or until the event is set, and clear the event."""
        ...


_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""The best monotonic clock: not every system has one that counts the time spent asleep."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the current time in seconds since 1970 (UTC)."""
        return time.time()

    def steady(self) -> float:
        """Return the seconds of a clock that ignores changes to the system time and runs while the machine sleeps."""
        return time.clock_gettime(_STEADY)

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for `seconds`, or until the event is set, and clear the event."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await until.wait()
        except TimeoutError:
            return
        until.clear()
