"""The places where a match or a lobby is spoken of, one after the other, and the way back to a thread that was lost."""

from collections.abc import Collection, Mapping
from enum import Enum
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.paces import MINUTE
from bot.host.match.unit_of_work import thread_of
from bot.storage import destinations, matches, outbox, people
from bot.storage.matches import MatchRow

RETURN: Final = "return"
"""The kind of post that says nothing: it looks whether a match can go back to a place that it has lost."""

FIRST_LOOK: Final = 10 * MINUTE
"""After how many seconds it is looked whether a lost place can be spoken in again; each time after twice as long."""

DOUBLINGS: Final = 4


class Rung(Enum):
    """A step of the ladder of places."""

    THREAD = "a thread under the lobby"
    NEW_THREAD = "another thread"
    ASKED = "the channel, thread or post where it was asked for"
    PARENT = "the channel that this thread or post is in"


OWN: Final[Mapping[Rung, str]] = {Rung.THREAD: "opened", Rung.NEW_THREAD: "reopened"}
"""The destinations by which the threads are known that the bot has opened for a match."""


def ladder(*, threads: bool, parent: bool) -> tuple[Rung, ...]:
    """Return the places in their order; after the last of them people are spoken to directly."""
    own = (Rung.THREAD, Rung.NEW_THREAD) if threads else ()
    return (*own, Rung.ASKED, *((Rung.PARENT,) if parent else ()))


def parent_of(match: int) -> str:
    """Return the destination that is the channel of the thread or post where a match was asked for."""
    return f"match {match} parent"


async def ladder_of(connection: AsyncConnection, row: MatchRow, what: str) -> tuple[Rung, ...]:
    """Return the places of a match; `what` is "thread" for the match itself and "channel" for its lobby."""
    threads = what == "thread" and row.guild is not None and (await people.guild(connection, row.guild)).threads
    return ladder(threads=threads, parent=await destinations.place(connection, parent_of(row.id)) is not None)


async def keep_own_thread(tx: AsyncConnection, match: int, rung: Rung, thread: int) -> None:
    """Remember a thread that the bot has opened for a match."""
    await destinations.keep_place(tx, f"match {match} {OWN[rung]}", thread)


async def is_own_thread(connection: AsyncConnection, match: int, channel: int) -> bool:
    """Return whether a channel is a thread that the bot has opened for a match."""
    return channel in [await destinations.place(connection, f"match {match} {what}") for what in OWN.values()]


async def is_lost(connection: AsyncConnection, row: MatchRow) -> bool:
    """Return whether a match has no place left, so that its people are spoken to directly.

    A solo match has no place that it could lose: it is spoken of in answers to clicks.
    """
    if row.solo:
        return False
    known, moves = await destinations.place_and_moves(connection, thread_of(row.id))
    return known is None and moves >= len(await ladder_of(connection, row, "thread"))


async def look_later(tx: AsyncConnection, match: int, lost: int | None, now: float) -> None:
    """Have it looked later whether a match can go back to a place; `lost` is one that it has just lost.

    A place takes a match back once. Without one it is looked whether there is any place at all.
    """
    looks = [post for post in await outbox.posts_of(tx, match) if post.kind == RETURN]
    if any(post.status == "waiting" for post in looks):
        return
    if lost is not None and any(post.message is not None for post in looks):
        return
    await look_again(tx, match, lost, 0, (), now)


async def look_again(
    tx: AsyncConnection, match: int, lost: int | None, looks: int, gone: Collection[int], now: float
) -> None:
    """Have it looked once more, after it was looked in vain some times; what is gone for good is not looked for."""
    due = now + FIRST_LOOK * 2 ** min(looks, DOUBLINGS)
    content = {"lost": lost, "looks": looks, "gone": list(gone)}
    await outbox.add_post(tx, match, RETURN, f"match {match} return", content, due)


async def tell_directly(tx: AsyncConnection, match: int) -> None:
    """Show the hands of a match that has no place to all its people by direct message, whatever they have set."""
    for seat in await matches.seats_of(tx, match):
        if seat.user is not None and seat.present:
            await outbox.mark(tx, match, "hand", seat.seat, f"user {seat.user} dm")
