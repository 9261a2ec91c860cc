"""Drawing pictures in a separate process while the service is running, so that no click has to wait for a picture.

A thread would not be enough: while drawing, it would hold the interpreter lock, which the code that answers a click has
to acquire many times.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import _lru_cache_wrapper, lru_cache, wraps
from multiprocessing.context import BaseContext
from typing import Final

from bot.process_pool import ProcessPool
from bot.processes import LEAN

DRAWING: Final = "bot.ui.pictures.drawing"
"""The auditing event (`sys.audit`) before a picture is drawn: the function that draws it, and its arguments."""

MEMORY: Final = 200 << 20
"""How many bytes the process may take for its pictures."""

SECONDS: Final = 20.0
"""After how many seconds a picture counts as one that will never be drawn. Most take less than a tenth of one."""


class NotDrawn(Exception):
    """A picture would have to be drawn first."""


_ONLY_DRAWN: ContextVar[bool] = ContextVar("only_drawn", default=False)


@contextmanager
def only_drawn() -> Iterator[None]:
    """Have functions return only pictures that have been drawn already, and raise NotDrawn for all others."""
    entered = _ONLY_DRAWN.set(True)
    try:
        yield
    finally:
        _ONLY_DRAWN.reset(entered)


class _DrawingProcess:
    """Holds the pool of the drawing process, if there is one."""

    pool: ProcessPool | None = None


@contextmanager
def drawing_process(renderers: Iterable[type], context: BaseContext = LEAN) -> Iterator[None]:
    """Start a separate process at once, and draw pictures in it for as long as this is open.

    It imports the modules of these classes at once, so that the first picture need not wait for them. `context` says
    how it is started. While there is nothing to draw for long, there is no process.
    """
    pool = ProcessPool("pictures", MEMORY, SECONDS)
    try:
        pool.start(context)
        pool.begin(len, list(renderers))
        _DrawingProcess.pool = pool  # not before: a forked process would take itself for one that has others draw
        yield
    finally:
        _DrawingProcess.pool = None
        pool.close()


def drawn_in_process(kept: int) -> Callable[[Callable[..., bytes]], "_lru_cache_wrapper[bytes]"]:
    """Make a module-level function draw in the drawing process, if there is one, and cache its last `kept` pictures.

    The function's arguments are sent between processes, so they must be everything that the picture shows, and no more.
    """

    def decorate(draw: Callable[..., bytes]) -> "_lru_cache_wrapper[bytes]":
        @lru_cache(kept)
        @wraps(draw)
        def picture(*scene: Hashable) -> bytes:
            if _ONLY_DRAWN.get():
                raise NotDrawn
            pool = _DrawingProcess.pool
            if pool is not None:
                return pool.begin(picture, *scene).result()
            sys.audit(DRAWING, picture, scene)
            return draw(*scene)

        return picture

    return decorate
