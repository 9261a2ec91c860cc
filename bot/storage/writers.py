"""One writer at a time, as SQLite wants it: whoever answers a person goes before what can wait."""

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_FIRST: ContextVar[bool] = ContextVar("first", default=False)


@contextmanager
def going_first() -> Iterator[None]:
    """Let what this task writes, and what the tasks write that it begins, go before what others write."""
    entered = _FIRST.set(True)
    try:
        yield
    finally:
        _FIRST.reset(entered)


class Writers:
    """A lock with two queues, each in order. People click one thing at a time, so the second comes to its turn."""

    def __init__(self) -> None:
        self._busy = False
        self._first: deque[asyncio.Future[None]] = deque()
        self._others: deque[asyncio.Future[None]] = deque()

    async def __aenter__(self) -> None:
        """Wait for the turn to write."""
        if not self._busy:
            self._busy = True
            return
        turn = asyncio.get_running_loop().create_future()
        (self._first if _FIRST.get() else self._others).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._hand_on()  # the turn had come in the same moment
            raise

    async def __aexit__(self, *_: object) -> None:
        """Hand the turn on."""
        self._hand_on()

    def _hand_on(self) -> None:
        while waiting := self._first or self._others:
            turn = waiting.popleft()
            if not turn.done():  # who stopped waiting is passed over
                turn.set_result(None)
                return
        self._busy = False
