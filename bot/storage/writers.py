"""One writer at a time, as SQLite requires, with priority for writers that answer people."""

import asyncio
from collections import deque
from typing import Final

from bot.priority import goes_first

IN_A_ROW: Final = 4
"""How many writers with priority may go one after another while others wait."""


class Writers:
    """A lock with two queues, each served in order; the first has priority, up to a limit."""

    def __init__(self) -> None:
        self._busy = False
        self._row = 0
        self._first: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        """Wait until it is this writer's turn."""
        if not self._busy:
            self._busy = True
            return
        turn = asyncio.get_running_loop().create_future()
        (self._first if goes_first() else self._others).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._hand_on()  # the turn came at the same moment
            raise

    async def __aexit__(self, *_: object) -> None:
        """Pass the turn on."""
        self._hand_on()

    def _hand_on(self) -> None:
        while waiting := self._next():
            turn = waiting.popleft()
            if not turn.done():  # waiters that gave up are skipped
                self._row = self._row + 1 if waiting is self._first else 0
                turn.set_result(None)
                return
        self._busy = False

    def _next(self) -> deque[asyncio.Future[None]]:
        """Return the queue whose turn it is, or an empty one if nobody is waiting."""
        if self._others and self._row >= IN_A_ROW:
            return self._others
        return self._first or self._others
