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

from bot.processes import LEAN, ProcessPool

DRAWING: Final = "bot.ui.pictures.drawing"
"""The auditing event (`sys.audit`) before a picture is drawn: the function that draws it, and its arguments."""


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
    """Holds the drawing process, if there is one."""

    process: ProcessPool | None = None


@contextmanager
def drawing_process(renderers: Iterable[type], context: BaseContext = LEAN) -> Iterator[None]:
    """Start a separate process at once, and draw pictures in it for as long as this is open.

    It imports the modules of these classes at once, so that the first picture need not wait for them. `context` says
    how it is started.
    """
    process = ProcessPool(1, context)
    try:
        process.begin(len, list(renderers))
        _DrawingProcess.process = process  # not before: a forked process would take itself for one that has others draw
        yield
    finally:
        _DrawingProcess.process = None
        process.close()


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
            process = _DrawingProcess.process
            if process is not None:
                return process.begin(picture, *scene).result()
            sys.audit(DRAWING, picture, scene)
            return draw(*scene)

        return picture

    return decorate
