"""The pool of processes for long work that no move waits for.

Replays, verifications, reviews, proofs of uploaded sets and trial matches run here, so that no match or file, however
hostile, blocks the event loop for people who click, or takes a process from house players.
"""

import asyncio
from collections.abc import Callable
from multiprocessing.context import BaseContext
from typing import Final, TypeVar

from bot.host.kernel.errors import Refused
from bot.metrics import Metrics
from bot.process_pool import ProcessPool, WorkLost
from bot.processes import LEAN
from engine.contract import Message

PLACES: Final = 2
"""The maximum number of processes. The second starts when the first is busy."""

QUEUE: Final = 20
"""The maximum number of people whose work is accepted at once, queued work included."""

SECONDS: Final = 40.0
"""The time limit for one piece of work. A match or a set takes a few seconds on an average processor."""

MEMORY: Final = 180 << 20
"""How many bytes a process may take for its work."""

IDLE: Final = 30.0
"""After how many seconds without work a process ends; it starts in less than a second."""

T = TypeVar("T")
R = TypeVar("R")


class TooMuch(Refused):
    """The work exceeded its time or memory limit."""

    def __init__(self) -> None:
        super().__init__(Message("pool.too_much"))


class GoneWrong(Refused):
    """The processes that did the work died over it."""

    def __init__(self) -> None:
        super().__init__(Message("pool.gone_wrong"))


class WorkerPool:
    """A few processes behind a bounded queue, with at most one piece of work for each person.

    `context` says how they start.

    Attributes:
        processes: the processes.
    """

    def __init__(
        self,
        metrics: Metrics,
        places: int = PLACES,
        queue: int = QUEUE,
        memory: int = MEMORY,
        context: BaseContext = LEAN,
    ) -> None:
        self.processes = ProcessPool("analysis", memory, SECONDS, places, IDLE, context)
        self._metrics = metrics
        self._queue = queue
        self._people: set[int] = set()

    async def run(self, work: Callable[[T], R], task: T, user: int, seconds: float = SECONDS) -> R:
        """Return the result of a module-level function for a task, for one person.

        Raises Refused if the person is already waiting for other work, or if too many people are waiting. Raises
        TooMuch if the work exceeds `seconds` or the memory limit, GoneWrong if its process dies again and again, and
        otherwise whatever the function raises.
        """
        if user in self._people:
            raise self._refused(work, "one_at_a_time")
        if len(self._people) >= self._queue:
            raise self._refused(work, "full")
        self._people.add(user)
        try:
            return await self._done(work, task, seconds)
        finally:
            self._people.discard(user)

    def _refused(self, work: Callable[[T], R], why: str) -> Refused:
        self._metrics.pool.labels(work.__name__, why).inc()
        return Refused(Message(f"pool.{why}"))

    async def _done(self, work: Callable[[T], R], task: T, seconds: float) -> R:
        outcome = "ok"
        try:
            return await self.processes.run(work, task, seconds=seconds)
        except WorkLost as lost:
            outcome = "lost" if lost.why == "died" else "too_much"
            raise (GoneWrong if lost.why == "died" else TooMuch) from lost
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        finally:
            self._metrics.pool.labels(work.__name__, outcome).inc()

    def close(self) -> None:
        """End the processes at once: nobody is waiting for an answer any more."""
        self.processes.close()
