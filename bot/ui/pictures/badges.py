"""Table elements shared by many games: hands, decks and piles, with the numbers of their cards."""

from typing import Final, Literal

from msgspec import Struct

from bot.ui.pictures.cards import BACK
from bot.ui.pictures.colours import CHALK, INK, PAPER, Colour
from bot.ui.pictures.layout import Label, Stack, column, row
from bot.ui.pictures.parts import image
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.shapes import Pen
from bot.ui.texts.words import Words

PLATE: Final[Colour] = (62, 73, 86)
"""The background behind everything that belongs to one seat."""

Pile = Literal["hand", "deck", "discard"]


class PileCount(Struct, frozen=True):
    """A pile: the number of its cards, and what it is called."""

    kind: Pile
    count: int
    name: str


def pile_count(kind: Pile, count: int, words: Words) -> PileCount:
    """Return a pile with a number of cards, under the name that it has in pictures."""
    return PileCount(kind, count, words.plain(f"picture.pile.{kind}"))


PILE: Final = 88
"""The height of a pile's sign and number with its name below, in pixels."""


def pile_box(pile: PileCount, width: float) -> Stack:
    """Return a pile's sign and number above its name."""
    count = row(image(PileSign(pile.kind), 46, 46), Label(str(pile.count), (40, 40), PAPER), gap=8, height=50)
    name = Label(pile.name, (34, 18), CHALK, side="middle", height=38)
    return column(row(count), name, width=width)


class PileSign(Struct, frozen=True):
    """The sign for a pile, in a square: a fan or a stack of backs, or a crossed-out card."""

    kind: Pile

    def scene(self) -> Scene:
        """Return the sign as a scene."""
        pen = Pen()
        _PILES[self.kind](pen)
        return Scene(1, 1, tuple(pen.paths))


def _sheet(pen: Pen, left: float, top: float, turn: float = 0.0, paper: Colour = BACK[0]) -> None:
    """Draw a small card; `turn` is how far its top leans to the right."""
    wide, high = 0.5, 0.68
    corners = [(left + turn, top), (left + wide + turn, top), (left + wide, top + high), (left, top + high)]
    pen.polygon(corners, paper)
    pen.outline(corners, BACK[1], 0.06)


def _hand(pen: Pen) -> None:
    for number in range(3):
        _sheet(pen, 0.12 + 0.13 * number, 0.22 - 0.05 * (number == 1), 0.14 * (number - 1))


def _deck(pen: Pen) -> None:
    for number in range(3):
        _sheet(pen, 0.32 - 0.1 * number, 0.24 - 0.08 * number)


def _discard(pen: Pen) -> None:
    _sheet(pen, 0.24, 0.16, paper=PAPER)
    pen.line([(0.36, 0.32), (0.62, 0.68)], INK, 0.08)
    pen.line([(0.62, 0.32), (0.36, 0.68)], INK, 0.08)


_PILES: Final = {"hand": _hand, "deck": _deck, "discard": _discard}
