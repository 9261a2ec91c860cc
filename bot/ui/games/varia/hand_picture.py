"""The picture of a hand: a list of its cards with the numbers of their buttons, and of the items in play.

It is the same all turn long. About as high as wide, it is equally large on a phone and at a desk. Cards without rules
share a row. For people who say that they sit at a desk, it has two columns and larger letters.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, TypeAlias

from msgspec import Struct
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

DESK: Final = 1650
"""The width of the picture for a desk, in pixels: a desk, which shows it 550 wide, shows its letters 13 pixels high."""

COLUMNS: Final = 2
"""The number of columns of the picture for a desk."""

Row: TypeAlias = tuple[ListedCard, ...]
"""Cards side by side, equally high."""


class HandPage(Struct, frozen=True):
    """A picture of cards: its size, and each card with its left and top edge."""

    width: float
    height: float
    cards: tuple[tuple[ListedCard, float, float], ...]


def hand_pictures(view: VariaView, seat: Seat, words: Words, *, desk: bool = False) -> tuple[Picture, ...]:
    """Return a seat's hand in as many pictures as it needs; none if it is hidden from the viewer, or nothing is in it.

    The first picture's description has everything.
    """
    model = hand_model(view, seat, words)
    if not view.seats[letter(seat)].hand:
        return ()
    pictures = []
    for number, page in enumerate([columns(model)] if desk else pages(rows(model)), 1):
        names = "\n".join(card.name for card, _, _ in page.cards)
        told = _described(view, seat, words) if number == 1 else description(names)
        pictures.append(Picture(HAND if number == 1 else NEXT.format(number), draw_hand(page), told))
    return tuple(pictures)


def columns(cards: Sequence[ListedCard]) -> HandPage:
    """Return all cards in columns of about the same height, numbered down each column."""
    wide = (DESK - GAP * (COLUMNS - 1)) / COLUMNS
    sized = [replace(card, wide=wide, high=ceil(replace(card, wide=wide).needed_height)) for card in cards]
    cut = min(range(1, len(sized) + 1), key=lambda cut: max(_high(sized[:cut]), _high(sized[cut:])))
    places: list[tuple[ListedCard, float, float]] = []
    for number, column in enumerate((sized[:cut], sized[cut:])):
        top = 0.0
        for card in column:
            places.append((card, number * (wide + GAP), top))
            top += card.high + GAP
    return HandPage(DESK, max(_high(sized[:cut]), _high(sized[cut:])), tuple(places))


def _high(cards: Sequence[ListedCard]) -> float:
    """Return the height of cards one below the other."""
    return sum(card.high + GAP for card in cards) - GAP


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


def pages(found: Sequence[Row]) -> list[HandPage]:
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
    return [_page(part) for part in parts]


def _page(found: Sequence[Row]) -> HandPage:
    """Return rows one below the other."""
    places: list[tuple[ListedCard, float, float]] = []
    top = 0.0
    for row in found:
        places += [(card, number * (card.wide + GAP), top) for number, card in enumerate(row)]
        top += row[0].high + GAP
    return HandPage(WIDE, top - GAP, tuple(places))


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
    return lay_hand(_page(rows(hand_model(view, seat, words))))


@drawn_in_process
def draw_hand(page: HandPage) -> bytes:
    """Draw a page of a hand, as a PNG."""
    return flat_png(paint(lay_hand(page), round(page.width)))


def lay_hand(page: HandPage) -> Scene:
    """Return a page of a hand as a scene."""
    items: list[Item] = []
    names = Names()
    for card, left, top in page.cards:
        shown = Image(card, left, top, card.wide)
        kind = "in_play" if card.in_play else "card"
        items.append(Group((shown,), id=names(kind, card.face.name), description=card.name))
    return Scene(page.width, page.height, tuple(items))
