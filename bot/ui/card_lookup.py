"""The answers to a lookup: a card, or a class, which is a ready-made deck."""

from collections.abc import Sequence
from typing import Final

import discord
from discord import ButtonStyle

from bot.ui.buttons import button
from bot.ui.games.renderer import CardPage
from bot.ui.messages import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.words import Rendered, Words, shortened
from engine.contract import ReadyDeck

TITLE: Final = 256
"""The maximum length of an embed's title."""

ROOM: Final = 4096
"""The maximum length of an embed's description."""

HARDEST: Final = 5
"""The highest difficulty of a ready-made deck."""


def help_text(play: Rendered, words: Words) -> Outgoing:
    """Return how to play here, with buttons for it."""
    first = button(0, "playnow", words, ButtonStyle.success)
    more = [button(0, "learn", words), button(0, "mygames", words), button(0, "mysettings", words)]
    return Outgoing(content=words("help.text", play=play), view=rows([first, *more]))


def card(page: CardPage, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return a message about a card: its text, the rulings that concern it, and its picture."""
    rulings = [words("card.ruling", ruling=words(each)) for each in page.rulings]
    text = "\n".join([f"-# {page.kind}", page.text, *rulings])
    embed = discord.Embed(title=shortened(page.title, TITLE), description=shortened(text, ROOM))
    if page.flavour:
        embed.set_footer(text=page.flavour)
    return Outgoing(embeds=(embed,), files=attached(picture))


def ready_deck(
    ready: ReadyDeck, game: str, sections: Sequence[tuple[str, str]], words: Words, picture: Picture | None = None
) -> Outgoing:
    """Return a message about a class or another ready-made deck: its strategy, difficulty and contents."""
    level = ready.difficulty
    about = words(
        "class.about",
        difficulty=Rendered("●" * level + "○" * (HARDEST - level)),
        level=level,
        most=HARDEST,
        plan=ready.plan,
    )
    parts = [words("class.section", title=Rendered(title), list=Rendered(listed)) for title, listed in sections]
    title = words.plain("class.title", name=ready.name, game=words.plain(f"{game}.name"))
    embed = discord.Embed(
        title=shortened(title, TITLE),
        description=shortened("\n".join([about, *parts]), ROOM),
        colour=discord.Colour.blurple(),
    )
    return Outgoing(embeds=(embed,), files=attached(picture))
