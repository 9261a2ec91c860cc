"""Time, passed as an argument throughout the host, so that it can be moved: by tests, and by the sandbox."""

import asyncio
import time
from contextlib import suppress
from math import inf
from pathlib import Path
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

LOOK: Final = 0.05
"""The interval, in seconds, at which a followed clock is read for those who sleep by it."""


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


class FollowedClock:
    """A clock that follows another process's clock, which is published in a file: the sandbox's.

    The file contains the seconds by which that clock is ahead of the machine's or, after an equals sign, the time at
    which it stands until it is moved. The process that moves it replaces the whole file. `now` raises OSError without
    the file and ValueError if it contains anything else.

    Moving the clock is to the bot what setting the system time is: `steady` ignores it. That tells a move from an
    outage, after which players get time back, and the processes in which house players think read the same clock.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._machine = SystemClock()
        self._read: tuple[int, int] | None = None
        self._text = ""
        self._asleep: dict[asyncio.Timeout, tuple[float, float]] = {}
        self._next_look: asyncio.TimerHandle | None = None

    def now(self) -> float:
        """Return the followed clock's current time in seconds since 1970 (UTC)."""
        found = self._file.stat()
        if self._read != (found.st_ino, found.st_mtime_ns):
            self._read, self._text = (found.st_ino, found.st_mtime_ns), self._file.read_text("utf-8")
        return float(self._text[1:]) if self._text.startswith("=") else self._machine.now() + float(self._text)

    def steady(self) -> float:
        """Return the seconds of the machine's steady clock, which nobody moves."""
        return self._machine.steady()

    async def sleep(self, seconds: float, until: asyncio.Event) -> None:
        """Wait for `seconds` of either clock, or until the event is set, and clear the event.

        The steady clock counts as well because the followed one may stand still.
        """
        end, steady_end = self.now() + seconds, self.steady() + seconds
        while self.now() < end and self.steady() < steady_end and not until.is_set():
            await self._doze(end, steady_end, until)
        until.clear()

    async def _doze(self, end: float, steady_end: float, until: asyncio.Event) -> None:
        """Wait until one of the clocks reaches an end, or until the event is set."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None) as limit:
                self._asleep[limit] = end, steady_end
                if self._next_look is None:
                    self._look_later()
                try:
                    await until.wait()
                finally:
                    del self._asleep[limit]
                    if not self._asleep and self._next_look is not None:
                        self._next_look.cancel()
                        self._next_look = None

    def _look_later(self) -> None:
        self._next_look = asyncio.get_running_loop().call_later(LOOK, self._look)

    def _look(self) -> None:
        """Wake the sleepers whose end has come: one look for all, because a service has a dozen of them."""
        self._look_later()
        try:
            now = self.now()
        except (OSError, ValueError):
            now = inf  # the sleepers read the clock themselves, and raise this
        steady = self.steady()
        for limit, (end, steady_end) in self._asleep.items():
            if (now >= end or steady >= steady_end) and not limit.expired():
                limit.reschedule(0.0)
