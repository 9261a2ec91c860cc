"""Worker processes: their computations do not delay the answers of the process that started them."""

import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext, SpawnContext, SpawnProcess
from threading import Lock, Thread
from traceback import format_exc
from types import ModuleType
from typing import Any, Final, ParamSpec, TypeVar, cast

NICE: Final = 5
"""A worker process's niceness (nice(2)): the process that answers clicks gets three quarters of a core that both want.
On a busy machine the worker still makes progress, which it would not at the lowest priority."""

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


@contextmanager
def without_main() -> Iterator[None]:
    """Hide the main program, so that a process that starts meanwhile does not import it, as Python would have it do."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


class LeanProcess(SpawnProcess):
    """A process that imports what its work needs, and not the main program.

    So it starts in a fifth of the time, and without the memory of the whole bot.
    """

    def start(self) -> None:
        """Start the process. Raises OSError if the system starts no more."""
        with without_main():
            super().start()


class LeanContext(SpawnContext):
    """The context of worker processes, for pools and pipes; see `LeanProcess`."""

    Process = LeanProcess


LEAN: Final = LeanContext()


class ProcessPool:
    """A pool of processes, started with the first piece of work. If one dies, later work starts new ones.

    `context` says how they are started.
    """

    def __init__(self, count: int, context: BaseContext = LEAN) -> None:
        self._count = count
        self._context = context
        self._pool: ProcessPoolExecutor | None = None

    def begin(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a module-level function in another process, and return a future for its result.

        The future raises BrokenProcessPool if a process dies before the work is done.
        """
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self._count, self._context, _settle_in)
        pool = self._pool
        try:
            future = pool.submit(work, *args, **kwargs)
        except BrokenProcessPool:  # a process died while idle
            self._give_up(pool)
            return self.begin(work, *args, **kwargs)
        future.add_done_callback(lambda done: self._look_after(pool, done))
        return future

    def close(self) -> None:
        """Wait until the processes have stopped; they finish their current work and begin no more.

        Python also waits for them at exit, but may then wake a pool that is just closing, and report an error.
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
    """A process died before its work was done: it was ended, exceeded its memory limit, or crashed."""


class Worker:
    """A process that does one piece of work at a time and can be ended at any moment.

    It starts with its first piece of work, and starts again with the next if it has died. `memory` limits its address
    space, in bytes.
    """

    def __init__(self, memory: int) -> None:
        self._memory = memory
        self._process: LeanProcess | None = None
        self._pipe: Connection
        self._starting = Lock()
        self._ended = False

    def do(self, work: Callable[[T], R], task: T) -> R:
        """Run a module-level function on a task and return its result. Raises Died, or whatever the function raises.

        Both the task and the result are sent between processes.
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
        """Return the pipe to the process, starting one if there is none. Raises Died."""
        with self._starting:
            if self._ended:
                raise Died
            if self._process is None or not self._process.is_alive():
                self._pipe, far_end = LEAN.Pipe()
                self._process = LEAN.Process(target=_serve, args=(far_end, self._memory), daemon=True)
                self._process.start()
                far_end.close()
            return self._pipe

    def end(self) -> None:
        """End the process for good, whatever it is doing; callers waiting for its work get Died."""
        with self._starting:
            self._ended = True
            if self._process is not None:
                self._process.kill()
                self._process.join()


def _serve(pipe: Connection, memory: int) -> None:
    """Do the work that arrives through the pipe until its other end is closed."""
    _settle_in()
    with suppress(ValueError, OSError):  # not every system can limit memory
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
            os._exit(1)  # a process cannot be trusted after such an error
        except Exception as error:  # noqa: BLE001 - passed on to the caller
            error.add_note(format_exc())
            answer = False, error
        pipe.send(answer)


def _settle_in() -> None:
    """Lower this process's priority, leave interrupts to the service, and end when the service ends."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """End this process when the one that started it ends, however that ends."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
