"""Who answers a person goes first: what has time waits for that, though not for ever."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Final

MOMENT: Final = 0.05
"""After how many seconds without a click there is none to be expected at once: people who click, click on."""

PATIENCE: Final = 2.0
"""For how many seconds work waits at the most: where somebody always clicks, it goes on all the same."""

STEP: Final = 0.05
"""The same for a step of work that has begun: a click is most often answered in less."""

_FIRST: ContextVar[bool] = ContextVar("first", default=False)


@contextmanager
def going_first() -> Iterator[None]:
    """Let what this task does, and what the tasks do that it begins, go before what others do."""
    entered = _FIRST.set(True)
    try:
        yield
    finally:
        _FIRST.reset(entered)


def goes_first() -> bool:
    """Return whether this task goes first."""
    return _FIRST.get()


class Courtesy:
    """Knows whether people are being answered, and lets other work wait for that."""

    def __init__(self) -> None:
        self._answering = 0
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._last = -MOMENT

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Let other work wait while an answer to somebody is being found."""
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
        """Wait until nobody is answered and nobody was a moment ago, but not for longer than the patience lasts."""
        now = asyncio.get_running_loop().time
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not self._nobody.is_set() or now() < self._last + MOMENT:
                    await self._nobody.wait()
                    await asyncio.sleep(self._last + MOMENT - now())

    async def step(self) -> None:
        """Wait until nobody is answered before a step of work that has begun, where that is not an answer itself."""
        if self._nobody.is_set() or goes_first():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(STEP):
                await self._nobody.wait()
