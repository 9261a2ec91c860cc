"""Posts about a server: the lines of its log, and the news that the bot can't post where it should."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.host.kernel.server_log import PEOPLE
from bot.ui.messages import Outgoing
from bot.ui.words import Rendered, Words


def mark(number: int) -> str:
    """Return the short mark by which such a post can be found again."""
    return f"#s.{number}"


def log_line(number: int, content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return a line of the log. It mentions people without notifying them."""
    said: dict[str, Any] = {
        name: Rendered(f"<@{value}>") if name in PEOPLE else value for name, value in content["args"].items()
    }
    return _post(number, words(content["said"], **said))


def channel_lost(number: int, content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return the news that a channel which the server has chosen is gone or closed to the bot."""
    channel = Rendered(f"<#{content['channel']}>")
    lines = [words(f"server.lost.{name}", channel=channel) for name in content["lost"]]
    return _post(number, "\n".join([*lines, words("server.lost.next")]))


def _post(number: int, text: str) -> Outgoing:
    card = discord.Embed(description=text, colour=discord.Colour.light_grey())
    card.set_footer(text=mark(number))
    return Outgoing(embeds=(card,), silent=True)
