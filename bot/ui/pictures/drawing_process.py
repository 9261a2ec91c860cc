"""Drawing pictures in a separate process while the service is running, so that no click has to wait for a picture.

A thread would not be enough: while drawing, it would hold the interpreter lock, which the code that answers a click has
to acquire many times.
"""

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from multiprocessing.context import BaseContext
from typing import Any, Final, TypeVar, TypeVarTuple

from bot.process_pool import ProcessPool
from bot.processes import LEAN
from bot.ui.pictures.byte_cache import ByteCache

DRAWING: Final = "bot.ui.pictures.drawing"
"""The auditing event (`sys.audit`) before a picture is drawn: the function that draws it, and its arguments."""

MEMORY: Final = 230 << 20
"""How many bytes the process may take for its pictures; a moving one needs seventy megabytes for a moment."""

ROOM: Final = 48 << 20
"""How many bytes of finished pictures the process that has them drawn keeps, with what they were drawn from."""

SECONDS: Final = 60.0
"""After how many seconds a picture counts as one that will never be drawn, the start of the process included. Most
take less than a tenth of one, but a busy machine leaves the process hardly any time. No answer waits so long."""


R = TypeVar("R")
Ts = TypeVarTuple("Ts")


class NotDrawn(Exception):
    """A picture would have to be drawn first."""


_OTHERWISE: ContextVar[Callable[..., bytes] | None] = ContextVar("otherwise", default=None)


def _not_drawn(picture: "DrawnPicture", scene: tuple[Any, ...]) -> bytes:
    raise NotDrawn


@contextmanager
def only_drawn(otherwise: Callable[["DrawnPicture", tuple[Any, ...]], bytes] = _not_drawn) -> Iterator[None]:
    """Have functions return only pictures that have been drawn already, and for all others what `otherwise` returns.

    It is called with the function that would draw and its arguments; by default, it raises NotDrawn.
    """
    entered = _OTHERWISE.set(otherwise)
    try:
        yield
    finally:
        _OTHERWISE.reset(entered)


class _DrawingProcess:
    """Holds the pool of the drawing process, if there is one."""

    pool: ProcessPool | None = None


@contextmanager
def drawing_process(renderers: Iterable[type], context: BaseContext = LEAN) -> Iterator[ProcessPool]:
    """Start a separate process at once, and draw pictures in it for as long as this is open. Return its pool.

    It imports the modules of these classes at once, so that the first picture need not wait for them. `context` says
    how it is started. It stays when there is nothing to draw, so that the first click after a rest has its forecasts.
    """
    pool = ProcessPool("pictures", MEMORY, SECONDS, idle=None)
    try:
        pool.start(context)
        pool.begin(len, list(renderers))
        _DrawingProcess.pool = pool  # not before: a forked process would take itself for one that has others draw
        yield pool
    finally:
        pool.close()  # before this process takes itself for one without: what still waits is not drawn any more
        _DrawingProcess.pool = None


def begun(work: Callable[[*Ts], R], *args: *Ts) -> Future[R] | None:
    """Have the drawing process run a module-level function, and return a future for its result; None without one.

    The future raises WorkLost, or whatever the function raises.
    """
    pool = _DrawingProcess.pool
    return None if pool is None else pool.begin(work, *args)


class DrawnPicture:
    """A module-level function that draws in the drawing process, if there is one, and keeps its pictures.

    The pictures of all such functions share `ROOM` bytes of this process. The drawing process keeps none: it is asked
    only for what is not kept here. The arguments are sent between processes, so they must be everything that the
    picture shows, and no more.
    """

    __name__: str
    __qualname__: str

    def __init__(self, draw: Callable[..., bytes]) -> None:
        self._draw = draw
        update_wrapper(self, draw)

    def __call__(self, *scene: Hashable) -> bytes:
        """Return the picture, or what stands in for it while nothing may be drawn. Raises NotDrawn and WorkLost."""
        picture = _PICTURES.get((self, scene))
        if picture is None:
            if (otherwise := _OTHERWISE.get()) is not None:
                return otherwise(self, scene)
            pool = _DrawingProcess.pool
            picture = self.draw(scene) if pool is None else pool.begin(DrawnPicture.draw, self, scene).result()
            _PICTURES.keep((self, scene), picture, len(picture))
        return picture

    def __reduce__(self) -> Any:
        """Return its name, by which it is sent to other processes."""
        return self.__qualname__

    def draw(self, scene: tuple[Hashable, ...]) -> bytes:
        """Draw the picture in this process."""
        sys.audit(DRAWING, self, scene)
        return self._draw(*scene)

    def cache_clear(self) -> None:
        """Forget its pictures."""
        _PICTURES.forget(self)


_PICTURES: Final = ByteCache[bytes](ROOM)


def drawn_in_process(draw: Callable[..., bytes]) -> DrawnPicture:
    """Make a module-level function draw in the drawing process, if there is one, and keep its pictures."""
    return DrawnPicture(draw)
