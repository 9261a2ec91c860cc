"""The pool of processes for long work that no move waits for.

Replays, verifications, reviews, proofs of uploaded sets and trial matches run here, so that no match or file, however
hostile, blocks the event loop for people who click, or takes a process from house players.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

import structlog

from bot.host.kernel.errors import Refused
from bot.metrics import Metrics
from bot.processes import Died, Worker
from engine.contract import Message

PLACES: Final = 2
"""The maximum number of processes. The second starts when the first is busy."""

QUEUE: Final = 20
"""The maximum number of people whose work is accepted at once, queued work included."""

SECONDS: Final = 40.0
"""The time limit for one piece of work. A match or a set takes a few seconds on an average processor."""

MEMORY: Final = 1 << 30
"""The limit on a process's address space, in bytes."""

T = TypeVar("T")
R = TypeVar("R")

log = structlog.get_logger()


class TooMuch(Refused):
    """The work exceeded its time or memory limit."""

    def __init__(self) -> None:
        super().__init__(Message("pool.too_much"))


class WorkerPool:
    """A few processes behind a bounded queue, with at most one piece of work for each person.

    The process that became free last is used first, so that the others start only if they are needed.
    """

    def __init__(self, metrics: Metrics, places: int = PLACES, queue: int = QUEUE, memory: int = MEMORY) -> None:
        self._metrics = metrics
        self._queue = queue
        self._memory = memory
        self._people: set[int] = set()
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        self._workers = [Worker(memory) for _ in range(places)]
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def run(self, work: Callable[[T], R], task: T, user: int, seconds: float = SECONDS) -> R:
        """Return the result of a module-level function for a task, for one person.

        Raises Refused if the person is already waiting for other work, or if too many people are waiting. Raises
        TooMuch if the work exceeds `seconds` or the memory limit, and otherwise whatever the function raises.
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
        worker = await self._free.get()
        outcome = "ok"
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.to_thread(worker.do, work, task)
        except (TimeoutError, Died) as error:
            outcome = "too_much"
            log.warning("work ended", work=work.__name__, why=repr(error))
            raise TooMuch from error
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        finally:
            self._metrics.pool.labels(work.__name__, outcome).inc()
            self._free.put_nowait(worker if outcome == "ok" else self._fresh_for(worker))

    def _fresh_for(self, worker: Worker) -> Worker:
        """End a process, and return a replacement."""
        worker.end()
        fresh = Worker(self._memory)
        self._workers[self._workers.index(worker)] = fresh
        return fresh

    def close(self) -> None:
        """End the processes at once: nobody is waiting for an answer any more."""
        for worker in self._workers:
            worker.end()
