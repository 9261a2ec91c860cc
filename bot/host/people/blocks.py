"""Limits on contact: a block keeps two people apart, and repeated requests are held back."""

from collections.abc import Sequence
from math import ceil, inf

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import ASKING_PAUSE, MINUTE
from bot.storage import people
from engine.contract import Message


async def change(host: Host, user: int, other: int) -> bool:
    """Block a person, or unblock one who is blocked, and return whether that person is now blocked."""
    async with host.database.transaction() as tx:
        if other in await people.blocked_by(tx, user):
            await people.unblock(tx, user, other)
            return False
        await people.block(tx, user, other)
        return True


async def listed(host: Host, user: int) -> list[int]:
    """Return the people whom a person has blocked."""
    async with host.database.reading() as connection:
        return await people.blocked_by(connection, user)


async def check_apart(connection: AsyncConnection, user: int, others: Sequence[int | None], why: str) -> None:
    """Raise Refused, with `why` as its message id, if a block keeps a person and one of the others apart."""
    if await people.apart(connection, user, [other for other in others if other is not None]):
        raise Refused(Message(why))


def check_pause(asked: float | None, now: float, kind: str) -> None:
    """Raise Refused if the latest request failed only a short while ago, or has not been answered yet.

    `asked` is when that request failed: infinite while it is open, None if there has been none. `kind` is the first
    part of the message ids.
    """
    if asked == inf:
        raise Refused(Message(f"{kind}.refused.asked"))
    if asked is not None and now < asked + ASKING_PAUSE:
        raise Refused(Message(f"{kind}.refused.pause", {"count": ceil((asked + ASKING_PAUSE - now) / MINUTE)}))
