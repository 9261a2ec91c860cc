"""Panels on which something is set: one setting a select, with a line above it that says what it is."""

from typing import Any

import discord

from bot.ui.messages import Outgoing

Parts = list["discord.ui.Item[discord.ui.LayoutView]"]


def form(parts: Parts) -> Outgoing:
    """Return a panel of some parts."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(
        accent_colour=discord.Colour.blurple()
    )
    for part in parts:
        container.add_item(part)
    view.add_item(container)
    view.stop()
    return Outgoing(view=view)


def setting(text: str, select: "discord.ui.Item[Any]") -> Parts:
    """Return a line and the select below it."""
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(select)
    return [discord.ui.TextDisplay(text), row]
