"""The picture of a hand: a list of its cards with the numbers of their buttons.

It is the same all turn long. About as high as wide, it is equally large on a phone and at a desk. Cards without rules
share a row. For people who say that they sit at a desk, it has two columns and larger letters.
"""

from collections.abc import Sequence
from math import ceil
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Space, Stack, column, row, scene_of
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.parts import image, piece
from bot.ui.pictures.picture import Picture, description, flat_png
from bot.ui.pictures.scene import Names, Scene
from bot.ui.pictures.strip import WIDE

GAP: Final = 8
"""The gap between cards, in pixels."""

TALLEST: Final = 1330
"""The greatest height of a picture, in pixels: a desk, which shows it 350 high, shows its letters 10 pixels high."""

DESK: Final = 1650
"""The width of the picture for a desk, in pixels: a desk, which shows it 550 wide, shows its letters 13 pixels high."""

FEW: Final = 800
"""The width of a picture of the few cards that a question is about, in pixels: their letters are the larger."""

CardRow: TypeAlias = tuple[ListedCard, ...]
"""Cards side by side, equally high."""

CardPage: TypeAlias = tuple[tuple[CardRow, ...], ...]
"""A picture of cards: its columns of rows."""


def list_pictures(
    name: str, cards: Sequence[ListedCard], told: str, *, desk: bool, few: bool = False
) -> tuple[Picture, ...]:
    """Return cards in as many pictures as they need; `few` are in one, and larger.

    `name` is that of the first file, without its extension; the others' ends with their number. The first picture's
    description is `told`.
    """
    pictures, draw = [], draw_few if few else draw_desk_list if desk else draw_list
    one = (tuple(rows(cards, FEW)),) if few else columns(cards)
    for number, page in enumerate([one] if few or desk else pages(rows(cards)), 1):
        shown = "\n".join(card.title for found in page for few in found for card in few)
        file, said = (name, told) if number == 1 else (f"{name}-{number}", shown)
        pictures.append(Picture(f"{file}.png", draw(page), description(said)))
    return tuple(pictures)


def columns(cards: Sequence[ListedCard]) -> CardPage:
    """Return all cards in two columns of about the same height, numbered down each column."""
    found = [sized([card], (DESK - GAP) / 2) for card in cards]
    cut = min(range(1, len(found) + 1), key=lambda cut: max(_high(found[:cut]), _high(found[cut:])))
    return tuple(found[:cut]), tuple(found[cut:])


def _high(found: Sequence[CardRow]) -> float:
    """Return the height of rows one below the other."""
    return sum(cards[0].high + GAP for cards in found) - GAP


def rows(cards: Sequence[ListedCard], wide: float = WIDE) -> list[CardRow]:
    """Return cards in rows of a width: two that fit side by side, or one."""
    found: list[list[ListedCard]] = []
    half = (wide - GAP) / 2
    for card in cards:
        last = found[-1] if found else []
        if len(last) == 1 and card.fits(half) and last[0].fits(half) and last[0].in_play == card.in_play:
            last.append(card)
        else:
            found.append([card])
    return [sized(each, wide) for each in found]


def sized(cards: Sequence[ListedCard], wide: float) -> CardRow:
    """Return cards as wide as they are side by side, and equally high."""
    each = (wide - GAP * (len(cards) - 1)) / len(cards)
    fitting = [replace(card, wide=each) for card in cards]
    high = ceil(max(card.needed_height for card in fitting))
    return tuple(replace(card, high=high) for card in fitting)


def pages(found: Sequence[CardRow]) -> list[CardPage]:
    """Divide rows that are too high for one picture among as few as can be, of about the same height."""
    whole = _high(found)
    room, parts = whole / -(-whole // TALLEST), list[list[CardRow]]()
    high = 0.0
    for cards in found:
        if not parts or (high + cards[0].high / 2 > room and high):
            parts.append([])
            high = 0.0
        parts[-1].append(cards)
        high += cards[0].high + GAP
    return [(tuple(part),) for part in parts]


def lay_list(page: CardPage) -> Scene:
    """Return cards as a scene."""
    names = Names()
    lists = [list_of(found, names) for found in page]
    (wide, _), *_ = sizes = [each.size for each in lists]
    shown = [column(each, Space(grow=1), width=wide) for each in lists]
    return scene_of(row(*shown, gap=GAP, height=max(high for _, high in sizes)))


def list_of(found: Sequence[CardRow], names: Names) -> Stack:
    """Return rows of cards, one below the other, as a box."""
    return column(*(row(*(_shown(card, names) for card in cards), gap=GAP) for cards in found), gap=GAP)


def _shown(card: ListedCard, names: Names) -> Stack:
    kind = "in_play" if card.in_play else "card"
    return row(piece(image(card, card.wide, card.high), names(kind, card.name), card.title))


draw_list, draw_desk_list, draw_few = (DrawnScene(lay_list, wide, flat_png) for wide in (WIDE, DESK, FEW))
