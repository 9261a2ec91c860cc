"""Buttons whose custom ids hold nothing but an action and a match."""

import discord
from discord import ButtonStyle

from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words

Item = discord.ui.Item[discord.ui.View]


def button(match: int, action: str, words: Words, style: ButtonStyle = ButtonStyle.secondary) -> Item:
    """Return a button that requests an action on a match."""
    label = words.plain(f"button.{action}")
    return discord.ui.Button(custom_id=str(CustomId(action, match)), label=label, style=style)
