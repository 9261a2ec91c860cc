"""The answers to a lookup: a card, or a class, which is a ready-made deck."""

from collections.abc import Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle
from msgspec import Struct

from bot.ui.buttons import button
from bot.ui.custom_ids import Argument, CustomId
from bot.ui.games.deck_pictures import HARDEST
from bot.ui.games.renderer import CardPage
from bot.ui.messages import Outgoing, attached, rows
from bot.ui.pictures.picture import Picture
from bot.ui.words import Rendered, Words, copies, shortened
from engine.contract import ReadyDeck

TITLE: Final = 256
"""The maximum length of an embed's title."""

ROOM: Final = 4096
"""The maximum length of an embed's description."""

RULES: Final = 3000
"""The maximum number of characters on a page of cards."""

CARDS: Final = 4
"""The maximum number of cards on a page: in two columns, their texts can be read on a phone."""

ARGUMENT: Final = 64
"""The maximum length of a custom id's argument."""


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


class ClassPage(Argument, frozen=True):
    """A page about a ready-made deck: 0 is the overview, the others show its cards."""

    page: int
    game: str
    name: str


class CardsPage(Struct, frozen=True):
    """Some of a deck's cards: their ids with the numbers of copies, and their rules."""

    cards: tuple[tuple[str, int], ...]
    text: str


def cards_pages(cards: Sequence[tuple[str, CardPage, int]], words: Words) -> list[CardsPage]:
    """Return a deck's cards, each with its number of copies, as pages of about equal size; no card is on two pages."""
    size = -(-len(cards) // max(1, -(-len(cards) // CARDS)))
    pages: list[CardsPage] = []
    for card, page, count in cards:
        title = words("class.card", name=page.title, copies=copies(count))
        text = shortened(f"{title}\n-# {page.kind}\n{page.text}", RULES)
        last = pages[-1] if pages else None
        if last is None or len(last.cards) == size or len(last.text) + len(text) > RULES:
            pages.append(CardsPage(((card, count),), text))
        else:
            pages[-1] = CardsPage((*last.cards, (card, count)), f"{last.text}\n{text}")
    return pages


def cards_page(
    ready: ReadyDeck, game: str, pages: Sequence[CardsPage], page: int, words: Words, picture: Picture | None = None
) -> Outgoing:
    """Return a page with some of a deck's cards, as a picture and in words; pages count from 1."""
    embed = discord.Embed(
        title=shortened(words.plain("class.title", name=ready.name, game=words.plain(f"{game}.name")), TITLE),
        description=pages[page - 1].text,
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("class.page", page=page, pages=len(pages)))
    view = _turning(ready, game, page, len(pages), words)
    return Outgoing(embeds=(embed,), view=view, files=attached(picture))


def _turning(ready: ReadyDeck, game: str, page: int, pages: int, words: Words) -> discord.ui.View | None:
    """Return the buttons to the pages beside this one; a name too long for a button's id has none."""
    wanted = [("back" if page > 1 else "overview", page - 1), ("next" if page else "its_cards", page + 1)]
    ids = [
        (label, to, str(CustomId("classpage", argument=str(ClassPage(to, game, ready.name))))) for label, to in wanted
    ]
    buttons = [
        discord.ui.Button[Any](custom_id=custom_id, label=words.plain(f"button.{label}"))
        for label, to, custom_id in ids
        if 0 <= to <= pages and len(str(ClassPage(to, game, ready.name))) <= ARGUMENT
    ]
    return rows([*buttons]) if buttons else None


def ready_deck(
    ready: ReadyDeck,
    game: str,
    sections: Sequence[tuple[str, str]],
    pages: Sequence[CardsPage],
    words: Words,
    picture: Picture | None = None,
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
    view = _turning(ready, game, 0, len(pages), words)
    return Outgoing(embeds=(embed,), view=view, files=attached(picture))
