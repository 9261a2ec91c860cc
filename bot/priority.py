"""Priority for answering people: background work waits for interactive work, for a bounded time."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Final

MOMENT: Final = 0.05
"""How many seconds after an answer another click is still likely: people who click tend to click again."""

PATIENCE: Final = 2.0
"""The longest time that work waits, in seconds; it makes progress even if somebody is always clicking."""

STEP: Final = 0.05
"""The same limit for a step of work in progress: most clicks are answered faster than this."""

_FIRST: ContextVar[bool] = ContextVar("first", default=False)


@contextmanager
def going_first() -> Iterator[None]:
    """Give this task, and the tasks it starts, priority over other work."""
    entered = _FIRST.set(True)
    try:
        yield
    finally:
        _FIRST.reset(entered)


def goes_first() -> bool:
    """Return whether this task has priority."""
    return _FIRST.get()


class Courtesy:
    """Tracks whether people are being answered, and makes other work wait until they have been."""

    def __init__(self) -> None:
        self._answering = 0
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._last = -MOMENT

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Make other work wait while an answer to a person is being prepared."""
        self._answering += 1
        self._nobody.clear()
        try:
            yield
        finally:
            self._answering -= 1
            self._last = asyncio.get_running_loop().time()
            if not self._answering:
                self._nobody.set()

    async def wait(self) -> None:
        """Wait until nobody has been answered for `MOMENT` seconds, but for at most `PATIENCE` seconds."""
        now = asyncio.get_running_loop().time
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self._nobody.is_set() or now() < self._last + MOMENT:
                    await self._nobody.wait()
                    await asyncio.sleep(self._last + MOMENT - now())

    async def step(self) -> None:
        """Wait at most `STEP` seconds until nobody is being answered, unless this task has priority itself."""
        if self._nobody.is_set() or goes_first():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(STEP):
                await self._nobody.wait()
