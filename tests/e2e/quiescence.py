"""Standing still for a moment: while the world is changed under everybody, nobody is in the middle of a click."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

MOMENT = 1.5
"""For how many seconds a click that is under way is waited for; one that nobody answers takes far longer."""


class Quiescence:
    """All who act go through it; whoever changes the world holds it closed meanwhile."""

    def __init__(self) -> None:
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._inside = 0
        self._closing = asyncio.Lock()

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """Act, as soon as one may."""
        while not self._open.is_set():
            await self._open.wait()
        self._inside += 1
        self._empty.clear()
        try:
            yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    @asynccontextmanager
    async def still(self) -> AsyncIterator[None]:
        """Let nobody begin anything, and give those who are in the middle of it a moment to come to its end."""
        async with self._closing:
            self._open.clear()
            try:
                with suppress(TimeoutError):
                    async with asyncio.timeout(MOMENT):
                        await self._empty.wait()
                yield
            finally:
                self._open.set()

    async def empty(self) -> None:
        """Wait until nobody is in the middle of anything."""
        await self._empty.wait()
