"""Turns in which nothing of note happens: several in a row share one post, which is edited when the next one ends."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.match.event_rows import facts_of
from bot.host.match.table import Table
from bot.storage import matches, outbox
from bot.storage.destination import Destination
from engine.contract import SPECTATOR
from engine.kit.facts import Standing

MOST: Final = 6
"""How many facts a post tells without leaving any out."""

QUIET: Final = "quiet"
"""The key, in the content of a post about such turns, of the number of their facts."""


async def count(tx: AsyncConnection, table: Table, last: int) -> int | None:
    """Return how many facts tell a turn that ends with an event; None if something of note happened in it."""
    row, quiet = table.row, table.game.quiet
    if not quiet or row.status != "running":
        return None
    rows = await matches.events_of(tx, row.id, row.posted + 1, last - 1)
    told = [fact for fact in facts_of(table.game, rows, SPECTATOR) if not isinstance(fact, Standing)]
    return len(told) if all(isinstance(fact, quiet) for fact in told) else None


async def join(tx: AsyncConnection, table: Table, last: int, facts: int) -> bool:
    """Add a turn to the post about the ones before, and return whether that was possible.

    It is if the newest post about the match, apart from calls, is about quiet turns, is there or will be sent, and has
    room. It no longer asks anybody anything: an edit notifies nobody.
    """
    post = await outbox.newest(tx, table.row.id, Destination.thread(table.row.id))
    if post is None or QUIET not in post.content or (post.status != "waiting" and post.message is None):
        return False
    told = post.content[QUIET] + facts
    if told > MOST:
        return False
    await outbox.amend(tx, post, {"last": last, QUIET: told, **{kind: [] for kind in outbox.CALLS}}, table.now)
    return True
