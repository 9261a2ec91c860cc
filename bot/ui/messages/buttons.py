"""Buttons whose custom ids hold nothing but an action and a match."""

from collections.abc import Mapping
from typing import Final

import discord
from discord import ButtonStyle

from bot.ui.messages.custom_ids import CustomId
from bot.ui.texts.words import Words

Item = discord.ui.Item[discord.ui.View]


ALIKE: Final[Mapping[str, str]] = {
    **dict.fromkeys(("deckdrop", "setdelete"), "delete"),
    "me": "mysettings",
    "tmanage": "back",
    "tmy": "mygames",
    "tradewith": "tradegive",
    "tradeyes": "agree",
    "tstart": "start",
}
"""The actions whose buttons share a text with others, and that text's name."""


def label_of(action: str, words: Words) -> str:
    """Return what the button for an action says."""
    return words.plain(f"button.{ALIKE.get(action, action)}")


def button(match: int, action: str, words: Words, style: ButtonStyle = ButtonStyle.secondary) -> Item:
    """Return a button that requests an action on a match."""
    custom_id = str(CustomId(action, match))
    return discord.ui.Button(custom_id=custom_id, label=label_of(action, words), style=style)
