"""Time, as everything in the host takes it: an argument, so that tests can move it."""

import asyncio
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits for it."""

    def now(self) -> float:
        """Return the present time in seconds since 1970 (UTC)."""
        ...

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for some seconds, or until the event is set, which is cleared then."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> float:
        """Return the present time in seconds since 1970 (UTC)."""
        return time.time()

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for some seconds, or until the event is set, which is cleared then."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await until.wait()
        except TimeoutError:
            return
        until.clear()
