"""The greeting that a server gets: what the bot does, and three buttons to start with."""

import discord
from discord import ButtonStyle

from bot.ui.messages.buttons import button
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Words


def greeting(words: Words) -> Outgoing:
    """Return the greeting for a server."""
    card = discord.Embed(
        title=words.plain("greeting.title"), description=words("greeting.text"), colour=discord.Colour.gold()
    )
    first = button(0, "playnow", words, ButtonStyle.success)
    return Outgoing(
        embeds=(card,), view=rows([first, button(0, "howto", words), button(0, "settings", words)]), silent=True
    )
