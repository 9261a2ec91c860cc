"""The first contact with a server: one card that says what the bot does and how to begin."""

import discord
import structlog

from bot.calls import Busy, Calls, Forbidden, Gone
from bot.front.answering import Front
from bot.storage import notes, people
from bot.ui.messages import Outgoing
from bot.ui.words import Words

log = structlog.get_logger()


async def greet(front: Front, calls: Calls, guild: discord.Guild) -> None:
    """Post the card where the server's own greetings go, else in the first channel where one may write; once.

    The server's language is taken from Discord; its settings may change it.
    """
    key = f"greeted {guild.id}"
    async with front.host.database.reading() as connection:
        if await notes.note(connection, key) is not None:
            return
    channel = _channel(guild)
    if channel is None:
        return
    async with front.host.database.transaction() as tx:
        await notes.keep(tx, key, "yes")
        if (await people.guild(tx, guild.id)).locale is None:
            await people.change_guild(tx, guild.id, locale=str(guild.preferred_locale))
    words = Words(str(guild.preferred_locale))
    card = discord.Embed(
        title=words.plain("greeting.title"), description=words("greeting.text"), colour=discord.Colour.gold()
    )
    try:
        await calls.send(channel, Outgoing(embeds=(card,)), f"greet{guild.id}")
    except (Forbidden, Gone, Busy) as error:
        log.info("not greeted", guild=guild.id, why=str(error))


def _channel(guild: discord.Guild) -> int | None:
    places = [guild.system_channel, *guild.text_channels]
    me = guild.me
    for place in places:
        if place is not None and (may := place.permissions_for(me)).send_messages and may.embed_links:
            return place.id
    return None
