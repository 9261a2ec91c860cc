"""Delivery of a server's greeting, in the first channel that accepts it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from bot.host.kernel.host import Host
from bot.host.workers.delivery_results import Later, Never, Report
from bot.messenger import servers
from bot.messenger.calls import Calls
from bot.messenger.failures import Busy, NextPlace, Unreachable
from bot.storage import destinations, people
from bot.storage.outbox import PostRow

Send: TypeAlias = Callable[[PostRow, int], Awaitable[Report]]
"""Sends a post to a channel, where it never appears twice."""

REFUSED: Final = (NextPlace, Unreachable)


async def greet(host: Host, discord: Calls, row: PostRow, send: Send) -> Report:
    """Post a server's greeting in the first channel where the bot may post and Discord accepts it.

    Start with the channel of an interrupted try, so that a greeting that did arrive is found there.
    """
    try:
        for channel in await _channels(host, discord, row):
            await _note_place(host, row, channel)
            try:
                return await send(row, channel)
            except REFUSED:
                continue
    except Busy as error:
        return Later(str(error), error.after)
    except REFUSED as error:
        return Never(str(error))
    return Never("there is no channel in which the bot may speak")


async def _channels(host: Host, discord: Calls, row: PostRow) -> Sequence[int]:
    """Return the channels to try for a greeting, in order, and store the server's own locale if no language is set.

    A server's host may have chosen a channel for announcements before the bot joined it.
    """
    guild = int(row.content["guild"])
    found = await servers.hall(discord.get, guild, discord.me)
    async with host.database.transaction() as tx:
        settings = await people.guild(tx, guild)
        if settings.locale is None:
            await people.change_guild(tx, guild, locale=found.locale)
        tried = await destinations.place(tx, row.destination)
    wanted = (tried, settings.announcements, *found.channels)
    return list(dict.fromkeys(channel for channel in wanted if channel is not None))


async def _note_place(host: Host, row: PostRow, channel: int) -> None:
    async with host.database.transaction() as tx:
        await destinations.keep_place(tx, row.destination, channel)
