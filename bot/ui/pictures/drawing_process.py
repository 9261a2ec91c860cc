"""Picture drawing: in a separate process while the service runs, so that no click has to wait for it.

A thread would not do: while it draws it holds the interpreter, which the code that answers a click needs a hundred
times.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, lru_cache, wraps
from os import getpid

from bot.processes import ProcessPool


class _DrawingProcess:
    """Holds the drawing process, if there is one."""

    process: ProcessPool | None = None


@contextmanager
def drawing_process() -> Iterator[None]:
    """Run a separate process, started at once, in which pictures are drawn while the context is open."""
    process = _DrawingProcess.process = ProcessPool(1)
    try:
        process.begin(getpid)
        yield
    finally:
        _DrawingProcess.process = None
        process.close()


def drawn_in_process(kept: int) -> Callable[[Callable[..., bytes]], "_lru_cache_wrapper[bytes]"]:
    """Decorate a module-level function to draw in the drawing process, if any, and cache its last `kept` pictures.

    Its arguments must be all that the picture shows and nothing else, because they are sent between processes.
    """

    def decorate(draw: Callable[..., bytes]) -> "_lru_cache_wrapper[bytes]":
        @lru_cache(kept)
        @wraps(draw)
        def picture(*scene: Hashable) -> bytes:
            process = _DrawingProcess.process
            return draw(*scene) if process is None else process.begin(picture, *scene).result()

        return picture

    return decorate
