"""Delivery of seals: a match begins once Discord has returned the id of the message that carries its seal.

A lobby that is ready to begin (`starting`) waits for that. What happens to a message that carries a seal is recorded as
a timer in the same transaction, so that no crash can lose it; the timer begins the match (`bot.host.features`).
"""

from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import matches, outbox, seals, timers
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.seals import SealRow
from bot.storage.timers import TimerKey
from engine.dice import seal

SEAL: Final = "seal"
"""The kind of post that carries a seal if no lobby could be shown."""

SEALED: Final = TimerKey("sealed")
"""The timer that begins a match, or ends it without a result."""


def carries_seal(row: PostRow | SurfaceRow) -> bool:
    """Whether a row in the outbox is a message that carries a match's seal."""
    return row.match is not None and row.kind == (SEAL if isinstance(row, PostRow) else "lobby")


async def posted(host: Host, tx: AsyncConnection, match: int, channel: int, message: int) -> None:
    """Record that Discord has accepted a message that carries a match's seal; a match that is waiting for it begins.

    This locks the match, so call it before touching the message's own row.
    """
    row = await matches.get(tx, match, lock=True)
    if row is not None and row.status == "lobby":
        await seals.keep(tx, SealRow(match, seal(row.secret, str(match)), channel, message, host.now()))
        await _look_again(host, tx, row)


async def refused(host: Host, tx: AsyncConnection, match: int) -> None:
    """Record that a message that carries a match's seal has been given up on. Locks the match, as `posted` does."""
    row = await matches.get(tx, match, lock=True)
    if row is not None:
        await _look_again(host, tx, row)


async def _look_again(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    if row.status == "lobby" and row.starting is not None:
        await timers.put(tx, row.id, SEALED, host.now())
        host.timers_due.set()


async def seal_state(host: Host, tx: AsyncConnection, match: int) -> Literal["posted", "waiting", "refused"]:
    """Return whether a locked match's seal has been posted, is still on its way, or has been refused by every place.

    If the lobby could not be shown, the seal is posted at the match's place. From there it falls back to another
    thread, the channel and finally everyone's direct messages, like everything else posted about a match.
    """
    if await seals.get(tx, match) is not None:
        return "posted"
    shown = await outbox.surface(tx, match, "lobby", None)
    carriers = [post for post in await outbox.posts_of(tx, match) if post.kind == SEAL]
    if not carriers and (shown is None or shown.wanted == shown.shown):
        await outbox.add_post(tx, match, SEAL, Destination.thread(match), {}, host.now())
        host.outbox_due.set()
        return "waiting"
    waits = any(post.status == "waiting" for post in carriers)
    return "waiting" if waits or not carriers else "refused"
