"""Worker processes: their computations do not delay the answers of the process that started them."""

import os
import pickle
import resource
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Lock, Thread
from traceback import format_exc
from types import ModuleType
from typing import Final

from bot.memory import data_of, give_back, resident_of

SPENT: Final = 3
"""The exit code of a worker process whose work needed more memory than it may have."""

LOOSE: Final = 0.25
"""The share of its memory that a worker process holds before it returns what is free to the system. Returning it after
each piece of work would cost a fifth of the time of a picture: the system clears pages before it gives them again."""

_HIDING: Final = Lock()


@contextmanager
def without_main() -> Iterator[None]:
    """Hide the main program, so that a process that starts meanwhile does not import it, as Python would have it do.

    One thread at a time: two would take each other's stand-in for the main program.
    """
    with _HIDING:
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


def serve(pipe: Connection, memory: int) -> None:
    """Do the work that arrives through a pipe until its other end is closed; see `bot.process_pool`.

    This process may hold `memory` bytes of data more than it does now. If that is not enough, it ends with `SPENT`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the service, which ends this process
    end_with_parent()
    at_first = resident_of(os.getpid())
    with suppress(ValueError, OSError):  # not every system can limit memory
        most = memory + data_of(os.getpid())
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        try:
            received = pipe.recv_bytes()
        except EOFError:
            return
        try:
            answer = _answer(received)
        except (MemoryError, RecursionError):
            os._exit(SPENT)  # a process cannot be trusted after such an error
        if resident_of(os.getpid()) > at_first + memory * LOOSE:
            give_back()
        pipe.send_bytes(answer)


def _answer(received: bytes) -> bytes:
    """Return whether the work was done, and its result or its error, as they are sent between processes."""
    try:
        work, args = pickle.loads(received)  # noqa: S301 - from our own process
        return pickle.dumps((True, work(*args)), pickle.HIGHEST_PROTOCOL)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # noqa: BLE001 - passed on to the caller
        error.add_note(format_exc())
        return pickle.dumps((False, error), pickle.HIGHEST_PROTOCOL)


def end_with_parent() -> None:
    """End this process when the one that started it ends, however that ends."""
    Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
