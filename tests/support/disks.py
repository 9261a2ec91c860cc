"""Disks that fill up: a process that may not make its files any larger, as on a disk without space."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def full_disk(size: int, process: int | None = None) -> Iterator[None]:
    """Let no file of a process, or of this one, grow beyond a size in bytes, as if the disk were full."""
    process = os.getpid() if process is None else process
    usual = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, usual)
