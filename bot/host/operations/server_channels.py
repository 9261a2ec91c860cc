"""The channels and roles that servers have chosen in their settings, if one is deleted or closed to the bot."""

from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.storage import outbox, people

CHOSEN: Final = ("announcements", "log", "puzzles")
"""The settings that name a channel in which the bot posts."""

ROLES: Final = ("openers", "uploaders", "organisers")
"""The settings that name a role."""


async def stop_using(host: Host, tx: AsyncConnection, guild: int, channel: int) -> None:
    """Take back a server's choice of a channel in which the bot can no longer post, and tell its owner once."""
    await people.hold_guild(tx, guild)
    row = await people.guild(tx, guild)
    lost = [name for name in CHOSEN if getattr(row, name) == channel]
    if lost:
        await people.change_guild(tx, guild, **dict.fromkeys(lost))
        await _tell_owner(host, tx, guild, lost, channel=channel)


async def channel_gone(host: Host, channel: int) -> None:
    """Take back every choice of a channel that has been deleted, and tell the owners.

    The last channel for tables stays chosen: without it, tables could be opened everywhere.
    """
    async with host.database.reading() as connection:
        posting = await people.guilds_posting_in(connection, channel)
        confined = [row.id for row in await people.confined_guilds(connection) if channel in row.channels]
    for guild in posting:
        async with host.database.transaction() as tx:
            await stop_using(host, tx, guild, channel)
    for guild in confined:
        async with host.database.transaction() as tx:
            await people.hold_guild(tx, guild)
            left = [each for each in (await people.guild(tx, guild)).channels if each != channel]
            if left:
                await people.change_guild(tx, guild, channels=left)
            await _tell_owner(host, tx, guild, ["channels" if left else "channels.last"], channel=channel)


async def role_gone(host: Host, guild: int, role: int) -> None:
    """Tell a server's owner that a role which its settings name has been deleted.

    Nobody has it any more, so only people who manage the server may do what it was for. The role that may open tables
    stays chosen: without one, everybody could open them.
    """
    async with host.database.transaction() as tx:
        row = await people.guild(tx, guild)
        lost = [name for name in ROLES if getattr(row, name) == role]
        unset = dict.fromkeys(name for name in lost if name != "openers")
        if unset:
            await people.change_guild(tx, guild, **unset)
        if lost:
            await _tell_owner(host, tx, guild, lost, role=role)


async def _tell_owner(host: Host, tx: AsyncConnection, guild: int, lost: list[str], **gone: Any) -> None:
    await outbox.add_server_post(tx, guild, "lost", {"guild": guild, "lost": lost, **gone}, host.now())
    host.outbox_due.set()
