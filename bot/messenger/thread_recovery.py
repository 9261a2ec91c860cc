"""Going back to a place: a match that lost its thread returns to it, once, when the bot may speak there again."""

from bot.host.kernel.host import Host
from bot.host.match import unreachable
from bot.host.match.places import is_lost, look_again, parent_of
from bot.host.match.unit_of_work import thread_of
from bot.host.workers.sender import Sent
from bot.messenger import servers
from bot.messenger.calls import Calls
from bot.messenger.failures import Gone, NextPlace, Unreachable
from bot.storage import destinations, matches
from bot.storage.outbox import PostRow


async def look(host: Host, discord: Calls, row: PostRow) -> Sent:
    """Look whether a match can go back to the place that it has lost, or, if it has none, to any. Raises Busy.

    What does not exist any more is not looked for again. A solo match has no place to go back to.
    """
    async with host.database.reading() as connection:
        match = await matches.get(connection, row.match)
        if match is None or match.guild is None or match.solo or match.status not in ("lobby", "running"):
            return Sent()
        silent = await is_lost(connection, match)
        parent = await destinations.place(connection, parent_of(match.id))
    lost, looks, gone = row.content["lost"], row.content["looks"] + 1, set(row.content["gone"])
    for channel in dict.fromkeys((lost, *((match.channel, parent) if silent else ()))):
        if channel is None or channel in gone:
            continue
        try:
            if not await _speaks(discord, match.guild, channel):
                continue
        except Gone:
            gone.add(channel)
            continue
        async with host.database.transaction() as tx:
            await matches.get(tx, match.id, lock=True)
            await destinations.retake_place(tx, thread_of(match.id), channel)
            await unreachable.place_found(host, tx, match.id)
            if channel != lost and lost not in (None, *gone):
                await look_again(tx, match.id, lost, looks, gone, host.now())
        return Sent(channel, channel if channel == lost else None)
    async with host.database.transaction() as tx:
        if silent:
            await unreachable.try_again(tx, match)
        if silent or lost not in gone:
            await look_again(tx, match.id, lost, looks, gone, host.now())
    return Sent()


async def _speaks(discord: Calls, guild: int, channel: int) -> bool:
    """Return whether the bot may speak in a channel or thread; no if Discord does not say. Raises Gone and Busy."""
    try:
        return await servers.may_speak(discord.get, guild, discord.me, channel)
    except Gone:
        raise
    except (NextPlace, Unreachable):
        return False
