"""Posts whose questions and buttons are void, because a later post or the end of a table has overtaken them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.outbox import AMENDED, CALLS, posts_where
from bot.storage.schema.waiting import PostRow, posts

REPLACES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("events", AMENDED, *CALLS), (*CALLS, "vote")),
    "kept": ("vote",),
    "end": (*CALLS, "vote", "still"),
}
"""For some kinds of posts, the kinds of earlier ones whose questions and buttons are void after them."""

INVITING: Final = ("changed", "sought", "found", "invited")
"""The kinds of posts about a table whose buttons are void once it is no longer open."""


async def standing(
    connection: AsyncConnection, match: int, kinds: Collection[str], place: Destination, before: int | None = None
) -> list[PostRow]:
    """Return the posts about a match of some kinds whose messages are still in a place, or only those `before` one."""
    where = [posts.c.match == match, posts.c.kind.in_(kinds), posts.c.message.is_not(None)]
    if before is not None:
        where.append(posts.c.id < before)
    return await posts_where(connection, *where, posts.c.destination == str(place))


async def taken_away(tx: AsyncConnection, of: Sequence[int]) -> None:
    """Record that the messages of some posts have been deleted."""
    await tx.execute(update(posts).where(posts.c.id.in_(of)).values(message=None))
