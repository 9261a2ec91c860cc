"""Where pictures are drawn: while the service runs in a process of its own, so that no click waits for that.

A thread would not do: while it draws it has the interpreter, which whoever answers a click asks for a hundred times.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, lru_cache, wraps
from os import getpid

from bot.processes import ProcessPool


class _DrawingProcess:
    """The process that draws, where there is one."""

    process: ProcessPool | None = None


@contextmanager
def drawing_process() -> Iterator[None]:
    """Let pictures be drawn in a process of its own, which starts at once."""
    process = _DrawingProcess.process = ProcessPool(1)
    try:
        process.begin(getpid)
        yield
    finally:
        _DrawingProcess.process = None
        process.close()


def drawn_in_process(kept: int) -> Callable[[Callable[..., bytes]], "_lru_cache_wrapper[bytes]"]:
    """Let a function of a module draw where pictures are drawn; the last so many pictures are kept as they are.

    What it is given is all that a picture shows, and nothing else: it goes from process to process.
    """

    def decorate(draw: Callable[..., bytes]) -> "_lru_cache_wrapper[bytes]":
        @lru_cache(kept)
        @wraps(draw)
        def picture(*scene: Hashable) -> bytes:
            process = _DrawingProcess.process
            return draw(*scene) if process is None else process.begin(picture, *scene).result()

        return picture

    return decorate
