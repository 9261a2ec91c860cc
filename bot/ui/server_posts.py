"""Posts about a server: the lines of its log, and the news that the bot can't post where it should."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.host.kernel.server_log import PEOPLE
from bot.ui.buttons import button
from bot.ui.messages import Outgoing, rows
from bot.ui.words import Rendered, Words


def log_line(content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return a line of the log. It mentions people without notifying them."""
    said: dict[str, Any] = {
        name: Rendered(f"<@{value}>") if name in PEOPLE else value for name, value in content["args"].items()
    }
    return _post(words(content["said"], **said), words)


def channel_lost(content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return the news that a channel which the server has chosen is gone or closed to the bot."""
    channel = Rendered(f"<#{content['channel']}>")
    lines = [words(f"server.lost.{name}", channel=channel) for name in content["lost"]]
    return _post("\n".join([*lines, words("server.lost.next")]), words)


def _post(text: str, words: Words) -> Outgoing:
    card = discord.Embed(description=text, colour=discord.Colour.light_grey())
    return Outgoing(embeds=(card,), view=rows([button(0, "settings", words)]), silent=True)
