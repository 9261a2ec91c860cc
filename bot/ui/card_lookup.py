"""The answers to a lookup: a card, or a class, which is a ready-made deck."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.ui.buttons import button
from bot.ui.custom_ids import Argument, CustomId
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
"""The maximum number of characters on a page of cards' rules."""

ARGUMENT: Final = 64
"""The maximum length of a custom id's argument."""

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


class ClassPage(Argument, frozen=True):
    """A page about a ready-made deck: 0 is the overview, the others have the rules of its cards."""

    page: int
    game: str
    name: str


def rules_pages(cards: Iterable[tuple[CardPage, int]], words: Words) -> list[str]:
    """Return the rules of a deck's cards, each with its number of copies, as pages; no card is on two of them."""
    pages = [""]
    for page, count in cards:
        title = words("class.card", name=page.title, copies=copies(count))
        text = shortened(f"{title}\n-# {page.kind}\n{page.text}", RULES)
        if pages[-1] and len(pages[-1]) + len(text) > RULES:
            pages.append("")
        pages[-1] = f"{pages[-1]}\n{text}".strip()
    return [page for page in pages if page]


def rules_page(ready: ReadyDeck, game: str, pages: Sequence[str], page: int, words: Words) -> Outgoing:
    """Return a page with the rules of a deck's cards; pages count from 1."""
    page = max(1, min(page, len(pages)))
    embed = discord.Embed(
        title=shortened(words.plain("class.title", name=ready.name, game=words.plain(f"{game}.name")), TITLE),
        description=pages[page - 1],
        colour=discord.Colour.blurple(),
    )
    embed.set_footer(text=words.plain("class.page", page=page, pages=len(pages)))
    return Outgoing(embeds=(embed,), view=_turning(ready, game, page, len(pages), words))


def _turning(ready: ReadyDeck, game: str, page: int, pages: int, words: Words) -> discord.ui.View | None:
    """Return the buttons to the pages beside this one; a name too long for a button's id has none."""
    wanted = [("back" if page > 1 else "overview", page - 1), ("next" if page else "rules_of_cards", page + 1)]
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
    pages: Sequence[str],
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
