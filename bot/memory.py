"""The memory of this machine's processes, in bytes, as far as the system tells: Linux does, macOS does not."""

import ctypes
import os
from typing import Final

PAGE: Final = os.sysconf("SC_PAGE_SIZE")

_C: Final = ctypes.CDLL(None)


def resident_of(pid: int) -> int:
    """Return how much memory a process holds, pages that it shares with others included; 0 if that is unknown."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - a path object would double the time
            return int(file.read().split()[1]) * PAGE
    except OSError:
        return 0


def private_of(pid: int) -> int:
    """Return how much memory would be free if a process ended; 0 if that is unknown. Takes a millisecond."""
    return sum(_rollup(pid, "Private_Clean:", "Private_Dirty:"))


def proportional_of(pid: int) -> int:
    """Return a process's memory with its share of what it shares with others (PSS); 0 if that is unknown."""
    return sum(_rollup(pid, "Pss:"))


def data_of(pid: int) -> int:
    """Return the size of a process's data as RLIMIT_DATA counts it (setrlimit(2)); 0 if that is unknown."""
    return sum(_kilobytes(f"/proc/{pid}/status", "VmData:"))


def give_back() -> None:
    """Return freed memory to the system, where the C library would keep it (malloc_trim(3)). Takes a millisecond."""
    trim = getattr(_C, "malloc_trim", None)
    if trim is not None:
        trim(0)


def _rollup(pid: int, *names: str) -> list[int]:
    return _kilobytes(f"/proc/{pid}/smaps_rollup", *names)


def _kilobytes(file: str, *names: str) -> list[int]:
    """Return the figures of these names in a file of the system, in bytes."""
    try:
        with open(file, encoding="ascii") as lines:  # noqa: PTH123 - as above
            return [int(line.split()[1]) * 1024 for line in lines if line.startswith(names)]
    except OSError:
        return []
