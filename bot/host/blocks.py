"""Whom somebody does not want to play with: neither can challenge or join the other."""

from bot.host.context import Host
from bot.storage import people


async def change(host: Host, user: int, other: int) -> bool:
    """Block somebody, or unblock somebody who is blocked, and return whether that person is blocked now."""
    async with host.database.transaction() as tx:
        if other in await people.blocked_by(tx, user):
            await people.unblock(tx, user, other)
            return False
        await people.block(tx, user, other)
        return True


async def listed(host: Host, user: int) -> list[int]:
    """Return whom somebody has blocked."""
    async with host.database.reading() as connection:
        return await people.blocked_by(connection, user)
