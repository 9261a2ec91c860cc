"""Posts about a server: the lines of its log, and the news that the bot can't post where it should."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.host.kernel.server_log import PEOPLE
from bot.ui.match.posts import DESCRIPTION
from bot.ui.messages.buttons import button
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words, shortened


def log_line(content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return a line of the log. It mentions people without notifying them."""
    said: dict[str, Any] = {
        name: Rendered(f"<@{value}>") if name in PEOPLE else value for name, value in content["args"].items()
    }
    return _post(words(content["said"], **said), words)


def channel_lost(content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return the news that a channel or role which the server has chosen is gone, or closed to the bot."""
    channel = Rendered(f"<#{content.get('channel')}>")
    lines = [words(f"server.lost.{name}", channel=channel) for name in content["lost"]]
    return _post(
        "\n".join([*lines, words("server.lost.next.role" if "role" in content else "server.lost.next")]), words
    )


def ended_there(content: Mapping[str, Any], words: Words) -> Outgoing:
    """Return the news to one person that their matches and tournaments in a server have ended, because I am gone."""
    numbers, titles = content["matches"], content["tournaments"]
    lines: list[str] = [words("gone.head")]
    lines += [words("gone.matches", numbers=", ".join(map(str, numbers)), count=len(numbers))] * bool(numbers)
    lines += [words("gone.tournament", title=title) for title in titles]
    card = discord.Embed(
        description=shortened("\n".join([*lines, words("gone.next")]), DESCRIPTION), colour=discord.Colour.light_grey()
    )
    return Outgoing(embeds=(card,), view=rows([button(0, "mygames", words)]))


def _post(text: str, words: Words) -> Outgoing:
    card = discord.Embed(description=text, colour=discord.Colour.light_grey())
    return Outgoing(embeds=(card,), view=rows([button(0, "settings", words)]), silent=True)
