"""Time, as everything in the host takes it: an argument, so that tests can move it."""

import asyncio
import time
from typing import Final, Protocol


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> float:
        """Return the present time in seconds since 1970 (UTC)."""
        ...

    def steady(self) -> float:
        """Return seconds that go on whatever the clock is set to, and while the machine sleeps."""
        ...

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for some seconds, or until the event is set, which is cleared then."""
        ...


_STEADY: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
"""Not every system has the clock that counts sleep."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the present time in seconds since 1970 (UTC)."""
        return time.time()

    def steady(self) -> float:
        """Return seconds that go on whatever the clock is set to, and while the machine sleeps."""
        return time.clock_gettime(_STEADY)

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for some seconds, or until the event is set, which is cleared then."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await until.wait()
        except TimeoutError:
            return
        until.clear()
