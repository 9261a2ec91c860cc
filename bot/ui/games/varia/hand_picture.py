"""The picture of a hand: a list of its cards with the numbers of their buttons, and of the items in play.

It is the same all turn long. About as high as wide, it is equally large on a phone and at a desk. Cards without rules
share a row.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.ui.games.card_numbers import listed
from bot.ui.games.varia import board
from bot.ui.games.varia.listed_card import ListedCard
from bot.ui.games.varia.model import hand_model, numbers
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import DESCRIPTION, Picture, description, flat_png
from bot.ui.pictures.scene import Group, Image, Item, Names, Scene
from bot.ui.pictures.strip import WIDE
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.varia.view import VariaView

HAND, NEXT = "varia-hand.png", "varia-hand-{}.png"

GAP: Final = 8
"""The gap between cards, in pixels."""

TALLEST: Final = 1330
"""The greatest height of a picture, in pixels: a desk, which shows it 350 high, shows its letters 10 pixels high."""

Row: TypeAlias = tuple[ListedCard, ...]
"""Cards side by side, equally high."""


def hand_pictures(view: VariaView, seat: Seat, words: Words) -> tuple[Picture, ...]:
    """Return a seat's hand in as many pictures as it needs; none if it is hidden from the viewer, or nothing is in it.

    The first picture's description has everything.
    """
    model = hand_model(view, seat, words)
    if not view.seats[letter(seat)].hand:
        return ()
    pictures = []
    for number, page in enumerate(pages(rows(model)), 1):
        names = "\n".join(card.name for row in page for card in row)
        told = _described(view, seat, words) if number == 1 else description(names)
        pictures.append(Picture(HAND if number == 1 else NEXT.format(number), draw_hand(page), told))
    return tuple(pictures)


def rows(cards: Sequence[ListedCard]) -> list[Row]:
    """Return the rows of a hand: two cards that fit side by side, or one."""
    found: list[list[ListedCard]] = []
    half = (WIDE - GAP) / 2
    for card in cards:
        row = found[-1] if found else []
        if len(row) == 1 and card.fits(half) and row[0].fits(half) and row[0].in_play == card.in_play:
            row.append(card)
        else:
            found.append([card])
    return [tuple(_beside(row)) for row in found]


def _beside(row: Sequence[ListedCard]) -> Iterator[ListedCard]:
    """Yield the cards of a row with their width and height."""
    wide = (WIDE - GAP * (len(row) - 1)) / len(row)
    cards = [replace(card, wide=wide) for card in row]
    high = ceil(max(card.needed_height for card in cards))
    for card in cards:
        yield replace(card, high=high)


def pages(found: Sequence[Row]) -> list[tuple[Row, ...]]:
    """Divide rows that are too high for one picture among as few as can be, of about the same height."""
    whole = sum(row[0].high + GAP for row in found) - GAP
    room, parts = whole / -(-whole // TALLEST), list[list[Row]]()
    high = 0.0
    for row in found:
        if not parts or (high + row[0].high / 2 > room and high):
            parts.append([])
            high = 0.0
        parts[-1].append(row)
        high += row[0].high + GAP
    return [tuple(part) for part in parts]


def _described(view: VariaView, seat: Seat, words: Words) -> str:
    """Return a description of a hand's picture to be read aloud, in as much detail as fits."""
    spoken = Spoken.of(words)
    buttons = listed(numbers(view, seat, words), spoken)
    there = "\n".join(board.in_play(view.seats[letter(seat)], spoken))
    hand = board.hand(view, seat, spoken, DESCRIPTION - len(buttons) - len(there) - 2)
    return description(f"{buttons}\n{hand}\n{there}")


def hand_drawing(view: VariaView, seat: Seat, words: Words) -> Scene | None:
    """Return a seat's hand as a scene to draw; None if it is empty or hidden."""
    if not view.seats[letter(seat)].hand:
        return None
    return lay_hand(tuple(rows(hand_model(view, seat, words))))


@drawn_in_process
def draw_hand(found: tuple[Row, ...]) -> bytes:
    """Draw rows of cards, as a PNG."""
    return flat_png(paint(lay_hand(found), WIDE))


def lay_hand(found: Sequence[Row]) -> Scene:
    """Return rows of cards as a scene."""
    items: list[Item] = []
    names, top = Names(), 0.0
    for row in found:
        for number, card in enumerate(row):
            shown = Image(card, number * (card.wide + GAP), top, card.wide)
            kind = "in_play" if card.in_play else "card"
            items.append(Group((shown,), id=names(kind, card.face.name), description=card.name))
        top += row[0].high + GAP
    return Scene(WIDE, max(1, top - GAP), tuple(items))
