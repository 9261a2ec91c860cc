"""Links to the pages of finished matches: the offer to make one, and what the person who made one gets."""

from typing import Final

import discord
from discord import ButtonStyle

from bot.ui.messages.buttons import Item, button
from bot.ui.messages.components import button_to
from bot.ui.messages.custom_ids import CustomId
from bot.ui.messages.outgoing import Outgoing, rows
from bot.ui.texts.words import Rendered, Words

UNLINK: Final = {False: "unlink", True: "unname"}
"""The actions that take back a link without names, and one with them."""


def offer(match: int, words: Words) -> discord.ui.View:
    """Return the button that makes a link without names, or shows the one that is there."""
    return rows([button(match, "link", words, ButtonStyle.primary)])


def link(match: int, address: str, words: Words, *, published: bool, named: bool, plays: bool) -> Outgoing:
    """Return a message with a link, with names or without, and for a player a button for the other one.

    `published` is whether its page may show everything, and `named` whether it names the players.
    """
    visit: Item = discord.ui.Button(url=address, label=words.plain("button.page"))
    with_names = button_to(CustomId("rewatch", match), words.plain("button.named"))
    share = [button(match, "link", words) if named else with_names] if plays else []
    lines = [words("link.made" if published else "link.made.sealed", match=match, link=Rendered(address))]
    lines.append(words("link.named" if named else "link.unnamed"))
    buttons = rows([visit, *share, button(match, UNLINK[named], words, ButtonStyle.danger)])
    return Outgoing(content="\n".join(lines), view=buttons)


def told(match: int, maker: int, words: Words, *, named: bool) -> Outgoing:
    """Return the message that tells a match's players who has made a link to its page."""
    back = rows([button(match, UNLINK[named], words, ButtonStyle.danger)])
    text = words("link.told.named" if named else "link.told", match=match, maker=Rendered(f"<@{maker}>"))
    return Outgoing(content=text, view=back)


def taken_back(match: int, words: Words) -> Outgoing:
    """Return the message that replaces a link."""
    return Outgoing(content=words("link.taken_back", match=match), view=rows())
