"""The answers to a lookup: a card, or a class, which is a ready-made deck."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

import discord
from discord import ButtonStyle
from msgspec import Struct

from bot.ui.games.card_renderer import CardPage
from bot.ui.games.deck_pictures import HARDEST
from bot.ui.lobby.play_menu import SoloMatch
from bot.ui.messages.components import Part, action_row, button_to, divided, layout, with_button
from bot.ui.messages.custom_ids import LONGEST_ARGUMENT, Argument, CustomId
from bot.ui.messages.outgoing import Outgoing, attached, attached_all, gallery
from bot.ui.pictures.picture import Picture
from bot.ui.texts.words import Rendered, Words, copies, inert, shortened
from engine.contract import ReadyDeck

TITLE: Final = 256
"""The maximum length of an embed's title."""

DESCRIPTION: Final = 4096
"""The maximum length of an embed's description."""

ROOM: Final = 4000
"""The maximum number of characters in a message made of components."""

RULES: Final = 3000
"""The maximum number of characters on a page of cards."""

PAIR, CARDS = 2, 4
"""The number of cards in a picture, side by side, and the maximum on a page: their texts can be read on a phone."""

HELP: Final = {
    "playnow": "button.playnow",
    "learn": "help.button.learn",
    "puzzle": "help.button.puzzle",
    "mygames": "button.mygames",
    "howto": "help.button.howto",
    "mysettings": "button.mysettings",
}
"""What the help names, and what the button beside each does."""

IN_A_MATCH: Final = "match"
"""The argument of the button that opens the page of the help about matches."""

FIRST_PAGE: Final = "first"
"""The argument of the button that leads back to the first page of the help."""


def help_text(play: Rendered, words: Words, manage: Mapping[str, Rendered] = MappingProxyType({})) -> Outgoing:
    """Return what people can do here, each with the button that does it.

    `manage` are the commands for people who manage the server, if the reader does.
    """
    lines = [
        with_button(
            words(f"help.{action}"),
            button_to(
                CustomId(action, argument=IN_A_MATCH if action == "howto" else ""),
                words.plain(label),
                ButtonStyle.success if action == "playnow" else ButtonStyle.secondary,
            ),
        )
        for action, label in HELP.items()
    ]
    managing: list[Part] = [words("help.manage", **manage)] if manage else []
    return layout(divided([[words("help.title", play=play)], lines, managing]))


def help_in_a_match(words: Words) -> Outgoing:
    """Return how to play in a match, with the way back to the help's first page."""
    back = button_to(CustomId("howto", argument=FIRST_PAGE), words.plain("button.back"))
    return layout([words("help.match"), action_row(back)])


def card(page: CardPage, words: Words, picture: Picture | None = None) -> Outgoing:
    """Return a message about a card: its text, the rulings that concern it, and its picture."""
    rulings = [words("card.ruling", ruling=words(each)) for each in page.rulings]
    text = "\n".join([f"-# {page.kind}", page.text, *rulings])
    embed = discord.Embed(title=shortened(page.title, TITLE), description=shortened(text, DESCRIPTION))
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
    texts: tuple[str, ...]

    @property
    def text(self) -> str:
        """The rules of all of the cards."""
        return "\n".join(self.texts)


def cards_pages(cards: Sequence[tuple[str, CardPage, int]], words: Words) -> list[CardsPage]:
    """Return a deck's cards, each with its number of copies, as pages of about equal size; no card is on two pages."""
    size = -(-len(cards) // max(1, -(-len(cards) // CARDS)))
    pages: list[CardsPage] = []
    for card, page, count in cards:
        title = words("class.card", name=page.title, copies=copies(count))
        text = shortened(f"{title}\n-# {page.kind}\n{page.text}", RULES)
        last = pages[-1] if pages else None
        if last is None or len(last.cards) == size or len(last.text) + len(text) > RULES:
            pages.append(CardsPage(((card, count),), (text,)))
        else:
            pages[-1] = CardsPage((*last.cards, (card, count)), (*last.texts, text))
    return pages


def cards_page(
    ready: ReadyDeck,
    game: str,
    pages: Sequence[CardsPage],
    page: int,
    words: Words,
    pictures: Sequence[Picture | None] = (),
    *,
    played: bool = False,
) -> Outgoing:
    """Return a page with some of a deck's cards, as pictures or in words; pages count from 1.

    Each of the `pictures` shows `PAIR` of the cards, in place of their words if its description has all of them.
    `played` says whether the reader can begin a match of the game.
    """
    shown, title = pages[page - 1], words("class.title", name=ready.name)
    small = words("class.page", game=words(f"{game}.name"), page=page, pages=len(pages))
    parts: list[Part] = [f"{title}\n{small}"]
    for number, start in enumerate(range(0, len(shown.texts), PAIR)):
        picture = pictures[number] if number < len(pictures) else None
        parts += [gallery(attached(picture))] if picture is not None else []
        if picture is None or not picture.says_all:
            parts.append("\n".join(shown.texts[start : start + PAIR]))
    return layout(
        [*parts, *_buttons(ready, game, page, len(pages), words, played=played)], files=attached_all(pictures)
    )


def _buttons(ready: ReadyDeck, game: str, page: int, pages: int, words: Words, *, played: bool) -> list[Part]:
    """Return the buttons to the pages beside this one, and to a match; a name too long for a button's id has none."""
    wanted = [("back" if page > 1 else "overview", page - 1), ("next" if page else "its_cards", page + 1)]
    arguments = [(label, to, str(ClassPage(to, game, ready.name))) for label, to in wanted if 0 <= to <= pages]
    buttons = [
        button_to(
            CustomId("classpage", argument=argument),
            words.plain(f"button.{label}"),
            ButtonStyle.primary if to > page else ButtonStyle.secondary,
        )
        for label, to, argument in arguments
        if len(argument) <= LONGEST_ARGUMENT
    ]
    solo, own = SoloMatch(game, deck=ready.name), f"{game}.class.play"
    if played and solo.fits:
        label = words.plain(own if own in words.catalogue.ids else "class.play")
        buttons.insert(0, button_to(CustomId("playdeck", argument=str(solo)), label, ButtonStyle.success))
    return [action_row(*buttons)] if buttons else []


def ready_deck(
    ready: ReadyDeck,
    game: str,
    sections: Sequence[tuple[str, str]],
    pages: Sequence[CardsPage],
    words: Words,
    face: Picture | None = None,
    tiles: Sequence[Picture] = (),
    *,
    played: bool = False,
) -> Outgoing:
    """Return a message about a class or another ready-made deck: its strategy, difficulty and contents.

    `face` shows the deck at a glance, in place of its name and difficulty, and `tiles` show its cards. `played` says
    whether the reader can begin a match of the game.
    """
    level = ready.difficulty
    title = words("class.title", name=ready.name)
    difficulty = words(
        "class.difficulty",
        game=words(f"{game}.name"),
        difficulty=Rendered("●" * level + "○" * (HARDEST - level)),
        level=level,
        most=HARDEST,
    )
    files = attached_all((face, *tiles))
    parts: list[Part] = [f"{title}\n{difficulty}"] if face is None else [gallery(attached(face))]
    parts.append(inert(ready.plan))
    if tiles:
        parts += [gallery(attached(each)) for each in tiles]
    elif sections:
        listed = [words("class.section", title=Rendered(title), list=Rendered(listed)) for title, listed in sections]
        parts.append(shortened("\n".join(listed), ROOM - sum(len(part) for part in parts if isinstance(part, str))))
    parts += _buttons(ready, game, 0, len(pages), words, played=played)
    return layout(parts, files=files)
