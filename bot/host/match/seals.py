"""Seals on their way: a match begins when Discord has returned the id of the message that carries its seal.

A lobby that is ready to begin (`starting`) waits for that. Whatever becomes of a message that carries a seal is noted
with a timer in the same transaction, so that no crash loses it; the timer begins the match
(`bot.host.features`).
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
"""The kind of post that carries a seal where no lobby could be shown."""

SEALED: Final = TimerKey("sealed")
"""The timer by which a match begins, or ends without result."""


def carries_seal(row: PostRow | SurfaceRow) -> bool:
    """Whether a row of the outbox is a message that carries a match's seal."""
    return row.match != 0 and row.kind == (SEAL if isinstance(row, PostRow) else "lobby")


async def posted(host: Host, tx: AsyncConnection, match: int, channel: int, message: int) -> None:
    """Note that Discord has taken a message that carries a match's seal; a match that waits for it begins.

    It locks the match, so it comes before the caller touches the message's own row.
    """
    row = await matches.get(tx, match, lock=True)
    if row is not None and row.status == "lobby":
        await seals.keep(tx, SealRow(match, seal(row.secret, str(match)), channel, message, host.now()))
        await _look_again(host, tx, row)


async def refused(host: Host, tx: AsyncConnection, match: int) -> None:
    """Note that a message that carries a match's seal was given up. It locks the match, as `posted`."""
    row = await matches.get(tx, match, lock=True)
    if row is not None:
        await _look_again(host, tx, row)


async def _look_again(host: Host, tx: AsyncConnection, row: MatchRow) -> None:
    if row.status == "lobby" and row.starting is not None:
        await timers.put(tx, row.id, SEALED, host.now())
        host.timers_due.set()


async def standing(host: Host, tx: AsyncConnection, match: int) -> Literal["posted", "waiting", "refused"]:
    """Return whether a locked match's seal is posted, still on its way, or taken by no place.

    If the lobby could not be shown, the seal is posted where the match would be played. From there it goes on to
    another thread, the channel and at last everybody's direct messages, like all that is said of a match.
    """
    if await seals.get(tx, match) is not None:
        return "posted"
    shown = await outbox.surface(tx, match, "lobby", -1)
    carriers = [post for post in await outbox.posts_of(tx, match) if post.kind == SEAL]
    if not carriers and (shown is None or shown.wanted == shown.shown):
        await outbox.add_post(tx, match, SEAL, Destination.thread(match), {}, host.now())
        host.outbox_due.set()
        return "waiting"
    waits = any(post.status == "waiting" for post in carriers)
    return "waiting" if waits or not carriers else "refused"
