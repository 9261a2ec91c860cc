"""Work that outlasts an outage of the database, and the end of the process if the outage lasts too long."""

from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from bot.host.kernel.host import Host
from bot.storage.outages import Unavailable

SHORTEST, LONGEST = 0.5, 10.0
"""The shortest and the longest pause between two tries, in seconds; pauses grow with the outage."""

LOOK: Final = 5.0
"""Seconds between two looks at how long an outage has lasted."""

GIVE_UP: Final = 300.0
"""Seconds of an outage after which the process ends: the one that a supervisor starts in its place may fare better."""

T = TypeVar("T")


class StorageGone(Exception):
    """The database has not been usable for too long."""


def is_outage(error: BaseException) -> bool:
    """Whether an error only means that the database cannot be used now."""
    if isinstance(error, BaseExceptionGroup):
        return all(is_outage(each) for each in error.exceptions)
    return isinstance(error, Unavailable)


async def surely(host: Host, work: Callable[[], Awaitable[T]]) -> T:
    """Return the result of some work, which begins anew whenever it finds that the database cannot be used."""
    while True:
        try:
            return await work()
        except Exception as error:
            if not is_outage(error):
                raise
        pause = min(LONGEST, max(SHORTEST, host.database.outage.seconds))
        await host.clock.sleep(pause, host.stopping)


async def watch(host: Host) -> None:
    """Watch over the database for as long as the service runs. Raises StorageGone."""
    while host.database.outage.seconds < GIVE_UP:
        await host.clock.sleep(LOOK, host.stopping)
    raise StorageGone
