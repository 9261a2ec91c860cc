"""Who clicks goes first: work that has time waits until this process answers nobody."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from bot.storage.writers import going_first

MOMENT: Final = 0.05
"""After how many seconds without a click there is none to be expected at once: people who click, click on."""

PATIENCE: Final = 2.0
"""For how many seconds work waits at the most: where somebody always clicks, it goes on all the same."""


class Courtesy:
    """Knows whether people are being answered, and lets other work wait for that."""

    def __init__(self) -> None:
        self._answering = 0
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._last = -MOMENT

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Let other work wait while somebody is answered, and let what is written for that go first."""
        self._answering += 1
        self._nobody.clear()
        try:
            with going_first():
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
