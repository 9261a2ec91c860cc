"""The exceptions that failed requests to Discord raise, according to the table in `bot.messenger.outcomes`.

The rest of the program never sees an HTTP exception.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from logging import INFO, WARNING
from typing import Final, TypeAlias

import aiohttp
import discord
import structlog

from bot.host.kernel.errors import NotNow
from bot.messenger.outcomes import (
    DM_TOO_FAST,
    INVALID_FORM,
    MISSING_ACCESS,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    UNKNOWN_CHANNEL,
    UNKNOWN_SERVER,
    Outcome,
    Sense,
    outcome,
    sense_of,
)
from bot.messenger.requests import Request

log = structlog.get_logger()

DM_PAUSE: Final = 600.0
"""How many seconds to open no DMs after Discord has reported that they were being opened too fast."""


BROKEN: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""The errors that a broken connection raises; whether Discord carried out the request is then unknown."""

CLOSED: Final = "Session is closed"
"""The text of aiohttp's RuntimeError for a request made after the client was closed, while answers were still due."""


NoteUnknown: TypeAlias = Callable[[Request, discord.HTTPException], None]
"""Notes an error that the table of outcomes does not explain."""


class NextPlace(Exception):
    """The place is unusable: send the message in the next one."""


class Gone(NextPlace):
    """The place does not exist, or no longer exists."""


class ThreadLocked(NextPlace):
    """The place is a thread that has been locked; only those who may manage threads can post there."""


class NoServer(NextPlace):
    """The bot is not in the server, or may do nothing at all at the place."""


class Rejected(NextPlace):
    """Discord rejects the form of the request, or rejects it for an unknown reason."""


class Anew(Exception):
    """The object to be changed is gone or archived; a new one can be made in the same place."""


class AlreadyDone(Exception):
    """The requested state has already been reached."""


class Unreachable(Exception):
    """This person cannot be reached in this way."""


class Busy(NotNow):
    """Discord cannot carry out the request now."""


class LoggedOut(Busy):
    """Discord no longer accepts the bot's token: nothing works until the bot is started with another one."""


_RAISED: Final[Mapping[Outcome, type[Exception]]] = {
    Outcome.DONE: AlreadyDone,
    Outcome.ANEW: Anew,
    Outcome.SIMPLER: Rejected,
    Outcome.WAIT: Busy,
    Outcome.NEXT: NextPlace,
    Outcome.UNREACHABLE: Unreachable,
    Outcome.STOP: LoggedOut,
}


_NEXT: Final[Mapping[int, type[NextPlace]]] = {
    UNKNOWN_CHANNEL: Gone,
    UNKNOWN_SERVER: NoServer,
    MISSING_ACCESS: NoServer,
    THREAD_LOCKED: ThreadLocked,
    THREAD_ARCHIVED: ThreadLocked,
}
"""What to raise for an error that means the next place, if its code says more. A message wakes an archived thread, so
Discord refuses it there only if the thread is locked too."""


def is_unknown(request: Request, error: discord.HTTPException) -> bool:
    """Whether the table of outcomes does not explain an error, which makes it an incident."""
    if request is Request.CREATE_EMOJI and error.code == INVALID_FORM:
        return False  # another process has just created it; if it has not, the caller says so
    found = outcome(request, error.status, error.code)
    return found is not Outcome.WAIT and sense_of(error.status, error.code) is Sense.UNKNOWN


def raised_by(request: Request, error: discord.HTTPException) -> Exception:
    """Return the exception to raise for a Discord error."""
    if error.code == DM_TOO_FAST:
        return Busy(str(error), DM_PAUSE)
    raised = _RAISED[outcome(request, error.status, error.code)]
    if raised is NextPlace and error.code in _NEXT:
        return _NEXT[error.code](str(error))
    return raised(str(error))


@contextmanager
def outcomes(request: Request, note_unknown: NoteUnknown) -> Iterator[None]:
    """Raise any error from Discord, or from the connection to it, as the exception for its outcome."""
    try:
        yield
    except discord.HTTPException as error:
        if is_unknown(request, error):
            note_unknown(request, error)
        raise raised_by(request, error) from error
    except BROKEN as error:
        raise Busy(str(error)) from error
    except RuntimeError as error:
        if str(error) != CLOSED:
            raise
        raise Busy(CLOSED) from error


LET_GO: Final = (AlreadyDone, Anew, NextPlace, Busy)


@contextmanager
def letting_go() -> Iterator[None]:
    """Log and ignore an answer's failure: it came too late, was already given, lost its channel, or Discord was busy.

    The action itself stands: a person who got no answer sees the current state after the next click.
    """
    try:
        yield
    except LET_GO as error:
        let_go(error)


def let_go(error: Exception) -> None:
    """Log that an answer was not accepted."""
    log.log(WARNING if isinstance(error, Busy) else INFO, "an answer was not taken", why=str(error))
