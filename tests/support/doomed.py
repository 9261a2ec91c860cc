"""Work for worker processes that end before it is done, in all the ways in which processes end.

Nothing else is imported here: processes that are killed by the hundred have to start fast.
"""

import os
import random
import signal
from pathlib import Path

MOST = 0.012
"""Within how many seconds a process is killed; making and writing a result of `LENGTH` bytes takes most of them."""

LENGTH = 4_000_000


class _Late:
    """Something that kills its process when it is written, after what stands before it in the same tuple."""

    def __reduce__(self) -> tuple[type[int], tuple[()]]:
        kill_after(random.uniform(0.0, MOST))
        return int, ()


def kill_after(seconds: float) -> None:
    """Have the system kill this process; a signal without a handler needs no help of the process for that."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))


def killed_sometime(_: object = None) -> tuple[bytes, object]:
    """Return something long, or be killed before, meanwhile or afterwards."""
    if random.random() < 0.5:
        return bytes(LENGTH), _Late()
    kill_after(random.uniform(0.0, MOST))
    return bytes(LENGTH), 0


def killed_while_writing(length: int) -> tuple[bytes, object]:
    """Be killed when a part of the result is written: it is longer than what fits into a pipe."""
    return bytes(length), _Late()


def killed_once(marker: str) -> int:
    """Kill this process unless the file is there; it is from then on. Return the process's id."""
    if not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def stopped(_: object = None) -> None:
    """Stop this process, so that it neither goes on nor ends."""
    os.kill(os.getpid(), signal.SIGSTOP)


def grown(size: int) -> int:
    """Keep some memory for good, and return the process's id."""
    _KEPT.append(b"x" * size)
    return os.getpid()


_KEPT: list[bytes] = []
