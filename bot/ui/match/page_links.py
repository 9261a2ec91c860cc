"""Links to the pages of finished matches: the offer to make one, and what the person who made one gets."""

import discord
from discord import ButtonStyle

from bot.ui.messages.buttons import Item, button
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words


def offer(match: int, words: Words) -> discord.ui.View:
    """Return the button that makes a link, or shows the one that is there."""
    return rows([button(match, "link", words, ButtonStyle.primary)])


def link(match: int, address: str, words: Words, *, published: bool) -> Outgoing:
    """Return a message with a link; `published` is whether its page may show everything."""
    visit: Item = discord.ui.Button(url=address, label=words.plain("button.page"))
    name = "link.made" if published else "link.made.sealed"
    buttons = rows([visit, button(match, "unlink", words, ButtonStyle.danger)])
    return Outgoing(content=words(name, match=match, link=Rendered(address)), view=buttons)


def told(match: int, maker: int, words: Words) -> Outgoing:
    """Return the message that tells a match's players who has made a link to its page."""
    back = rows([button(match, "unlink", words, ButtonStyle.danger)])
    return Outgoing(content=words("link.told", match=match, maker=Rendered(f"<@{maker}>")), view=back)


def taken_back(match: int, words: Words) -> Outgoing:
    """Return the message that replaces a link."""
    return Outgoing(content=words("link.taken_back", match=match), view=rows())
