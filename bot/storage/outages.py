"""Outages of the database: what passes by itself, such as a server that restarts, a lock, or a disk that is full."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias, TypeVar

import structlog
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

Why: TypeAlias = Literal["refused", "closed", "locked", "full"]
"""Why the database cannot be used: it accepts no connection, it closed one, others hold a lock, or its disk is full."""

PAUSES: Final = (0.1, 0.2, 0.4, 0.6, 0.7)
"""Seconds between tries to begin: two in all, so that a person is answered before Discord gives up."""

SAID_EVERY: Final = 60.0
"""Seconds between two lines in the log about one outage."""

_STATES: Final[dict[str, Why]] = {
    "08": "refused",
    "53100": "full",
    "53300": "refused",
    "55P03": "locked",
    "57P01": "closed",
    "57P02": "closed",
    "57P03": "refused",
}
"""PostgreSQL's error codes, or the classes of such codes, by what they mean."""

_CODES: Final[dict[int, Why]] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "full",
    sqlite3.SQLITE_CANTOPEN: "refused",
}
"""SQLite's primary result codes by what they mean; on a disk without space, some writes fail as errors of its input."""

T = TypeVar("T")

log = structlog.get_logger()


class Unavailable(SQLAlchemyError):
    """The database cannot be used now. What was not committed has not happened; what was tried can be tried again."""

    def __init__(self, why: Why) -> None:
        super().__init__(f"the database cannot be used: {why}")
        self.why = why


def passing(error: BaseException) -> Why | None:
    """Return why an error of the database passes by itself; None if it does not."""
    if isinstance(error, Unavailable):
        return error.why
    if not isinstance(error, DBAPIError):
        return None
    code, state = getattr(error.orig, "sqlite_errorcode", None), getattr(error.orig, "sqlstate", None)
    if code is not None:
        return _CODES.get(code & 0xFF)
    if state is not None:
        return _STATES.get(state) or _STATES.get(state[:2])
    return "closed" if error.connection_invalidated else None


class Outage:
    """The present outage of a database, if there is one.

    Attributes:
        why: why the database cannot be used; None if it can.
        steady: returns the seconds of a clock that only runs forward.
    """

    def __init__(self) -> None:
        self.why: Why | None = None
        self.steady: Callable[[], float] = time.monotonic
        self._since = 0.0
        self._said: float | None = None

    @property
    def seconds(self) -> float:
        """How long the outage has lasted; 0 if there is none."""
        return 0.0 if self.why is None else self.steady() - self._since

    def begin(self, why: Why) -> None:
        """Note that the database cannot be used; say so in the log, but once a minute."""
        now = self.steady()
        if self.why is None:
            self._since = now
        self.why = why
        if self._said is None or now - self._said >= SAID_EVERY:
            self._said = now
            log.warning("the database cannot be used", why=why, seconds=round(self.seconds))

    def end(self, *, written: bool) -> None:
        """Note that something was read or `written`. Reading does not end an outage in which writing failed."""
        if self.why is not None and (written or self.why not in ("full", "locked")):
            log.info("the database can be used again", seconds=round(self.seconds, 1))
            self.why = self._said = None

    @contextmanager
    def heeded(self, *, writing: bool) -> Iterator[None]:
        """Raise Unavailable in place of an error that passes by itself, and note the outage or its end."""
        try:
            yield
        except Exception as error:
            why = passing(error)
            if why is None or isinstance(error, Unavailable):
                raise
            self.begin(why)
            raise Unavailable(why) from error
        self.end(written=writing)

    async def opened(self, opening: Callable[[], Awaitable[T]]) -> T:
        """Return what `opening` returns, after some tries if the database cannot be used. Raises Unavailable."""
        for pause in (*PAUSES, None):
            try:
                return await opening()
            except (DBAPIError, OSError) as error:
                why: Why | None = "refused" if isinstance(error, OSError) else passing(error)
                if why is None:
                    raise
                self.begin(why)
                if pause is None:
                    raise Unavailable(why) from error
            await asyncio.sleep(pause)
        raise AssertionError("the last try returns or raises")
