"""The channels that servers have chosen for announcements and for their log, if one is gone or closed to the bot."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import outbox, people

CHOSEN: Final = ("announcements", "log")
"""The settings that name such a channel."""


async def stop_using(host: Host, tx: AsyncConnection, guild: int, channel: int) -> None:
    """Take back a server's choice of a channel in which the bot can no longer post, and tell its owner once."""
    await people.hold_guild(tx, guild)
    row = await people.guild(tx, guild)
    lost = [name for name in CHOSEN if getattr(row, name) == channel]
    if lost:
        await people.change_guild(tx, guild, **dict.fromkeys(lost))
        content = {"guild": guild, "channel": channel, "lost": lost}
        await outbox.add_server_post(tx, guild, "lost", content, host.now())
        host.outbox_due.set()


async def channel_gone(host: Host, channel: int) -> None:
    """Take back every choice of a channel that has been deleted."""
    async with host.database.reading() as connection:
        found = await people.guilds_posting_in(connection, channel)
    for guild in found:
        async with host.database.transaction() as tx:
            await stop_using(host, tx, guild, channel)
