"""Messages of components alone: texts, rows of what can be clicked, and settings, one below another in a frame."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import discord

from bot.ui.messages import Attachment, Outgoing

Row: TypeAlias = "discord.ui.ActionRow[Any]"
Part: TypeAlias = "str | discord.ui.Item[Any]"
"""A part of a panel; a text stands as it is."""


def layout(
    parts: Iterable[Part],
    colour: discord.Colour | None = None,
    files: tuple[Attachment, ...] = (),
    *,
    silent: bool = False,
) -> Outgoing:
    """Return a message of some parts, one below another in a frame; `files` are what a gallery among them shows."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[Any] = discord.ui.Container(accent_colour=colour or discord.Colour.blurple())
    for part in parts:
        container.add_item(discord.ui.TextDisplay(part) if isinstance(part, str) else part)
    view.add_item(container)
    view.stop()
    return Outgoing(view=view, files=files, silent=silent)


def action_row(*items: "discord.ui.Item[Any]") -> Row:
    """Return buttons side by side, or a select."""
    line: Row = discord.ui.ActionRow()
    for item in items:
        line.add_item(item)
    return line


def setting(text: str, select: "discord.ui.Item[Any]") -> list[Part]:
    """Return a line and the select below it."""
    return [text, action_row(select)]
