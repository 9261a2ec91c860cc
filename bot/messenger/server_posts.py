"""Delivery of posts about a server: its log, its puzzle of the day, and what its owner has to know."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, TypeAlias

from bot.host.kernel.host import Host
from bot.host.people import settings
from bot.host.workers.delivery_results import Later, Lost, Never, Report
from bot.messenger import servers
from bot.messenger.calls import Calls
from bot.messenger.failures import Busy, NextPlace, Unreachable
from bot.storage import outbox
from bot.storage.destination import Kind
from bot.storage.outbox import PostRow

Send: TypeAlias = Callable[[PostRow, int], Awaitable[Report]]
"""Sends a post to a channel, where it never appears twice."""

REFUSED: Final = (NextPlace, Unreachable)


CHOSEN: Final = (Kind.LOG, Kind.PUZZLES)
"""The destinations whose channel a server has chosen in its settings."""


async def to_chosen(host: Host, row: PostRow, send: Send) -> Report:
    """Post a line of a server's log in the channel that it has chosen, or a puzzle in the one that it had chosen."""
    channel = await _chosen(host, row)
    if channel is None:
        return Never("the server has no such channel any more")
    try:
        return await send(row, channel)
    except Busy as error:
        return Later(str(error), error.after)
    except REFUSED:
        return Lost(channel)


async def _chosen(host: Host, row: PostRow) -> int | None:
    if row.destination.kind is Kind.LOG:
        return (await settings.guild(host, row.destination.number)).log
    async with host.database.reading() as connection:
        post = await outbox.amended(connection, row)
    return None if post is None else post.content["channel"]


async def tell_owner(discord: Calls, row: PostRow, send: Send) -> Report:
    """Send a post to a server's owner, or else to the first of its channels where the bot may post."""
    try:
        for channel in await _places(discord, row.destination.number):
            with suppress(*REFUSED):
                return await send(row, channel)
    except Busy as error:
        return Later(str(error), error.after)
    except REFUSED as error:
        return Never(str(error))
    return Never("there is no channel in which the bot may speak")


async def _places(discord: Calls, guild: int) -> list[int]:
    owner = int((await discord.get(f"/guilds/{guild}"))["owner_id"])
    found = list((await servers.hall(discord.get, guild, discord.me)).channels)
    with suppress(Unreachable):
        found.insert(0, await discord.open_dm(owner))
    return found
