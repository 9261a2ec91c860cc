"""Pauses in the action, so that nobody is in the middle of a click while the world changes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

MOMENT = 1.5
"""The seconds to wait for a click in progress; one without an answer takes far longer."""


class Quiescence:
    """A gate that everyone who acts passes, and that is held closed while the world changes."""

    def __init__(self) -> None:
        self._open, self._empty = asyncio.Event(), asyncio.Event()
        self._open.set()
        self._empty.set()
        self._inside = 0
        self._closing = asyncio.Lock()

    @asynccontextmanager
    async def acting(self) -> AsyncIterator[None]:
        """Act as soon as the gate is open."""
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
        """Hold the gate closed, after giving actions in progress a moment to finish."""
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
        """Wait until no action is in progress."""
        await self._empty.wait()
