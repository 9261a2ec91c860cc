"""The places where a match or a lobby is posted, in fallback order, and how a match returns to a lost place."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.paces import MINUTE
from bot.storage import destinations, matches, outbox, people, timers
from bot.storage.destination import Destination, Kind
from bot.storage.matches import MatchRow
from bot.storage.timers import TimerKey

FIRST_LOOK: Final = 10 * MINUTE
"""After how many seconds a lost place is first tried again; the delay doubles each time."""

DOUBLINGS: Final = 4


class Rung(Enum):
    """A step of the ladder of places."""

    THREAD = "a thread under the lobby"
    NEW_THREAD = "another thread"
    ASKED = "the channel, thread or post where it was asked for"
    PARENT = "the channel that this thread or post is in"


OWN: Final[Mapping[Rung, Kind]] = {Rung.THREAD: Kind.OPENED, Rung.NEW_THREAD: Kind.REOPENED}
"""The destinations that identify the threads that the bot has opened for a match."""


def ladder(*, threads: bool, parent: bool) -> tuple[Rung, ...]:
    """Return the places in fallback order; after the last one, people get direct messages."""
    own = (Rung.THREAD, Rung.NEW_THREAD) if threads else ()
    return (*own, Rung.ASKED, *((Rung.PARENT,) if parent else ()))


async def ladder_of(connection: AsyncConnection, row: MatchRow, kind: Kind) -> tuple[Rung, ...]:
    """Return the places for a match itself or for its lobby, in fallback order."""
    threads = kind is Kind.THREAD and row.guild is not None and (await people.guild(connection, row.guild)).threads
    return ladder(threads=threads, parent=await destinations.place(connection, Destination.parent(row.id)) is not None)


async def keep_own_thread(tx: AsyncConnection, match: int, rung: Rung, thread: int) -> None:
    """Record a thread that the bot has opened for a match."""
    await destinations.keep_place(tx, Destination(OWN[rung], match), thread)


async def is_own_thread(connection: AsyncConnection, match: int, channel: int) -> bool:
    """Return whether a channel is a thread that the bot has opened for a match."""
    return channel in [await destinations.place(connection, Destination(kind, match)) for kind in OWN.values()]


async def is_lost(connection: AsyncConnection, row: MatchRow) -> bool:
    """Return whether a match has no place left, in which case its people get direct messages.

    A solo match has no place to lose, because it is shown in answers to clicks.
    """
    if row.solo:
        return False
    known, moves = await destinations.place_and_moves(connection, Destination.thread(row.id))
    return known is None and moves >= len(await ladder_of(connection, row, Kind.THREAD))


class ReturnAttempt(Struct, frozen=True):
    """An attempt to find a place that a match can return to; `str` gives its text form, and `parse` reads that form.

    Attributes:
        lost: the place that the match has lost, if that place may come back; if None, any place will do.
        looks: how many attempts have failed.
        gone: channels that are gone for good.
    """

    lost: int | None
    looks: int
    gone: tuple[int, ...] = ()

    @classmethod
    def of(cls, lost: int | None, looks: int, gone: Collection[int]) -> "ReturnAttempt":
        """Return an attempt, which does not look for a lost place that is gone for good."""
        return cls(None if lost in gone else lost, looks, tuple(sorted(gone)))

    def __str__(self) -> str:
        return " ".join(map(str, (self.lost or 0, self.looks, *self.gone)))

    @classmethod
    def parse(cls, text: str) -> "ReturnAttempt":
        """Return the attempt that a string describes. Raises ValueError if the string is malformed."""
        lost, looks, *gone = map(int, text.split(" "))
        return cls(lost or None, looks, tuple(gone))

    @property
    def key(self) -> TimerKey:
        """The timer key of the attempt's job."""
        return TimerKey("return", None, str(self))


async def look_later(tx: AsyncConnection, match: int, lost: int | None, now: float) -> None:
    """Schedule an attempt to return a match to a place; `lost` is the place that it has just lost.

    A match returns to a lost place only once. If `lost` is None, the attempt looks for any place at all.
    """
    left = [post for post in await outbox.posts_of(tx, match) if post.kind == "return"]  # from an older version
    looks = any(post.status == "waiting" for post in left) or await timers.any_of(tx, match, "return")
    back = any(post.message is not None for post in left)
    back = back or await destinations.place(tx, Destination.returned(match)) is not None
    if not looks and (lost is None or not back):
        await look_again(tx, match, ReturnAttempt(lost, 0), now)


async def look_again(tx: AsyncConnection, match: int, look: ReturnAttempt, now: float) -> None:
    """Schedule another attempt, after a delay that grows with the number of failed attempts."""
    await timers.put(tx, match, look.key, now + FIRST_LOOK * 2 ** min(look.looks, DOUBLINGS))


async def tell_directly(tx: AsyncConnection, match: int) -> None:
    """Send everyone in a match that has no place their hand by direct message, whatever their settings."""
    for seat in await matches.seats_of(tx, match):
        if seat.user is not None and seat.present:
            await outbox.mark(tx, match, "hand", seat.seat, Destination.dm(seat.user))
