"""A clock that stands still until a test moves it."""

import asyncio


class ManualClock:
    def __init__(self, now: float = 1_800_000_000.0) -> None:
        self._now = now
        self._moved = asyncio.Event()

    def now(self) -> float:
        return self._now

    def steady(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Move the clock forward and wake all sleepers."""
        self._now += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        end = self._now + seconds
        while self._now < end and not until.is_set():
            waits = [asyncio.ensure_future(until.wait()), asyncio.ensure_future(self._moved.wait())]
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for wait in waits:
                    wait.cancel()
        until.clear()
