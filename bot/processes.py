"""Processes that work for this one: what takes a processor's time there keeps nobody here from an answer."""

import os
import resource
import signal
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from threading import Lock, Thread
from traceback import format_exc
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

NICE: Final = 5
"""By how much such a process stands back (nice(2)): where both want one core, who answers clicks has three quarters of
it. A busy machine still lets it work; the lowest priority there is would not."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


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


class Died(Exception):
    """A process ended over its work: it was ended, it needed more memory than it may have, or it crashed."""


class Worker:
    """A process for one piece of work at a time, which can be ended at any moment.

    It starts with the first work, and anew with the next where it has died. `memory` is how many bytes of address space
    it may have.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: SpawnProcess | None = None
        self._pipe: Connection
        self._starting = Lock()
        self._ended = False

    def do(self, work: Callable[[T], R], task: T) -> R:
        """Return what a function of a module makes of a task; wait for it. Raises Died, and what the function raises.

        Both the task and the result go from process to process.
        """
        pipe = self._begun()
        try:
            pipe.send((work, task))
            done, result = pipe.recv()
        except (EOFError, OSError) as error:
            raise Died from error
        if not done:
            raise cast("Exception", result)
        return cast("R", result)

    def _begun(self) -> Connection:
        """Return the way to the process, which is started where there is none. Raises Died."""
        with self._starting:
            if self._ended:
                raise Died
            if self._process is None or not self._process.is_alive():
                context = get_context("spawn")
                self._pipe, far_end = context.Pipe()
                self._process = context.Process(target=_serve, args=(far_end, self._memory), daemon=True)
                self._process.start()
                far_end.close()
            return self._pipe

    def end(self) -> None:
        """End the process for good, whatever it is doing: whoever waits for its work gets Died."""
        with self._starting:
            self._ended = True
            if self._process is not None:
                self._process.kill()
                self._process.join()


def _serve(pipe: Connection, memory: int) -> None:
    """Do what comes in, until nobody is there who could ask for more."""
    _settle_in()
    with suppress(ValueError, OSError):  # not every system bounds memory
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answer: tuple[bool, Any]
    while True:
        try:
            received = pipe.recv()
        except EOFError:
            return
        try:
            work, task = received
            answer = True, work(task)
        except (MemoryError, RecursionError):
            os._exit(1)  # what such an error leaves behind in a process is nothing to go on with
        except Exception as error:  # noqa: BLE001 - whoever asked for the work gets it
            error.add_note(format_exc())
            answer = False, error
        pipe.send(answer)


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
