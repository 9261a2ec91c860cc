"""Processes that work for this one: what takes a processor's time there keeps nobody here from an answer."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import Final, ParamSpec, TypeVar

NICE: Final = 5
"""By how much such a process stands back (nice(2)): where both want one core, who answers clicks has three quarters of
it. A busy machine still lets it work; the lowest priority there is would not."""

P = ParamSpec("P")
R = TypeVar("R")


class ProcessPool:
    """Some processes, which start with the first work. Where one dies, others are made for what comes next."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Begin some work of a function of a module; it goes to another process, and what comes of it comes back.

        That is BrokenProcessPool where a process died over it.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._count, get_context("spawn"), _settle_in)
        pool = self._pool
        try:
            future = pool.submit(work, *args, **kwargs)
        except BrokenProcessPool:  # one died while there was nothing to do
            self._give_up(pool)
            return self.begin(work, *args, **kwargs)
        future.add_done_callback(lambda done: self._look_after(pool, done))
        return future

    def close(self) -> None:
        """Wait until the processes have stopped; they finish what they are working on, and begin nothing more.

        Python waits for them at its own end, too, but may then wake a pool that is just closing itself, and complains.
        """
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def _look_after(self, pool: ProcessPoolExecutor, done: Future[R]) -> None:
        if not done.cancelled() and isinstance(done.exception(), BrokenProcessPool):
            self._give_up(pool)

    def _give_up(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        pool.shutdown(wait=False)


def _settle_in() -> None:
    """Stand back, and leave stopping to the service, which says when; but do not outlive it, however it ends."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_service, daemon=True).start()


def _end_with_the_service() -> None:
    service = parent_process()
    if service is not None:
        service.join()
        os._exit(0)
