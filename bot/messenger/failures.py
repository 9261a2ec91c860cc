"""What a request to Discord comes to if it fails, as the table in `bot.messenger.outcomes` says.

Nobody else sees an HTTP exception.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from logging import INFO, WARNING
from typing import Final, TypeAlias

import aiohttp
import discord
import structlog

from bot.host.kernel.errors import NotNow
from bot.messenger.outcomes import DM_TOO_FAST, UNKNOWN_CHANNEL, Outcome, Request, Sense, outcome, sense_of

log = structlog.get_logger()

DM_PAUSE: Final = 600.0
"""How many seconds to open no DMs after Discord said that it was too fast."""


BROKEN: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What a connection fails with that breaks: whether Discord has done what it was asked is not known then."""


NoteUnknown: TypeAlias = Callable[[Request, discord.HTTPException], None]
"""Notes an error that the table of outcomes has no reason for."""


class NextPlace(Exception):
    """Nothing can be done there: what was to be said is said in the next place."""


class Gone(NextPlace):
    """It does not exist, or not any more."""


class Rejected(NextPlace):
    """Discord refuses the form of the request, or for a reason that nobody has thought of."""


class Anew(Exception):
    """What was to be changed is gone or asleep: it can be made anew at the same place."""


class AlreadyDone(Exception):
    """It is so already."""


class Unreachable(Exception):
    """This person cannot be reached so."""


class Busy(NotNow):
    """Discord cannot do it now."""


class LoggedOut(Busy):
    """Discord does not take the bot's token any more: nothing can be done before the bot is started with another."""


_RAISED: Final[Mapping[Outcome, type[Exception]]] = {
    Outcome.DONE: AlreadyDone,
    Outcome.ANEW: Anew,
    Outcome.SIMPLER: Rejected,
    Outcome.WAIT: Busy,
    Outcome.NEXT: NextPlace,
    Outcome.UNREACHABLE: Unreachable,
    Outcome.STOP: LoggedOut,
}


def is_unknown(request: Request, error: discord.HTTPException) -> bool:
    """Whether an error is one that the table of outcomes has no reason for: an incident."""
    found = outcome(request, error.status, error.code)
    return found is not Outcome.WAIT and sense_of(error.status, error.code) is Sense.UNKNOWN


def raised_by(request: Request, error: discord.HTTPException) -> Exception:
    """Return what an error of Discord's comes out as."""
    if error.code == DM_TOO_FAST:
        return Busy(str(error), DM_PAUSE)
    raised = _RAISED[outcome(request, error.status, error.code)]
    if raised is NextPlace and error.code == UNKNOWN_CHANNEL:
        return Gone(str(error))
    return raised(str(error))


@contextmanager
def outcomes(request: Request, note_unknown: NoteUnknown) -> Iterator[None]:
    """Let an error of Discord's, or of the connection to it, come out as one of the outcomes."""
    try:
        yield
    except discord.HTTPException as error:
        if is_unknown(request, error):
            note_unknown(request, error)
        raise raised_by(request, error) from error
    except BROKEN as error:
        raise Busy(str(error)) from error


LET_GO: Final = (AlreadyDone, Anew, NextPlace, Busy)


@contextmanager
def letting_go() -> Iterator[None]:
    """Let go what came too late, was answered already or has its channel no more, and what Discord could not take.

    What was done is done: whoever got no answer is shown how it stands by the next click.
    """
    try:
        yield
    except LET_GO as error:
        let_go(error)


def let_go(error: Exception) -> None:
    """Note that an answer was not taken."""
    log.log(WARNING if isinstance(error, Busy) else INFO, "an answer was not taken", why=str(error))
