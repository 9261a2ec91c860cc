"""Table elements shared by many games: seat badges, progress bars, hands, decks and piles."""

from typing import Final, Literal

from msgspec import Struct

from bot.ui.pictures.cards import BACK
from bot.ui.pictures.colours import CHALK, INK, PAPER, Colour, ink_on, seat_colour
from bot.ui.pictures.scene import Frame, Illustration, Image, Item, Path, Point, Scene, Text, box
from bot.ui.pictures.shapes import Box, Pen, line_at
from bot.ui.pictures.text import width
from bot.ui.texts.words import Words
from engine.contract import Seat

PLATE: Final[Colour] = (62, 73, 86)
"""The background behind everything that belongs to one seat."""

Pile = Literal["hand", "deck", "discard"]


class Badge(Struct, frozen=True):
    """A seat's face, or else its sign, of one or two letters, on its colour, in a square."""

    seat: Seat
    sign: str
    face: Illustration | None = None

    def scene(self) -> Scene:
        """Return the badge as a scene."""
        colour, side = seat_colour(self.seat), 96
        edge = Frame((0, 0), (side, side), side / 4, colour, PAPER, side / 24)
        if self.face is not None:
            return Scene(side, side, (edge, Image(self.face, 7, 7, side - 14)))
        sign, _ = line_at((side / 2, side / 2), self.sign, 77, (65, 29), ink_on(colour))
        return Scene(side, side, (edge, sign))


def bar_at(box_: Box, filled: int, cells: int, colour: Colour, rest: Colour) -> tuple[Path, ...]:
    """Return a bar of `cells` cells with the first `filled` of them filled; very narrow cells merge into one strip."""
    left, top, right, bottom = box_
    step = (right - left) / max(1, cells)
    gap = 2 if step >= NARROW else 0
    found = []
    for number in range(cells):
        start, end = left + round(number * step), left + round((number + 1) * step) - gap
        found.append(box(start, top, max(start + 1, end), bottom))
    return tuple(Path((cell,), colour if number < filled else rest) for number, cell in enumerate(found))


NARROW: Final = 7
"""The minimum width, in pixels, at which cells are drawn with gaps between them."""


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


def pile_at(pile: PileCount, at: Point, wide: float) -> tuple[Item, ...]:
    """Return a pile's sign and number with its name below, centred in a width from a point at the top left."""
    (left, top), count = at, str(pile.count)
    middle = left + wide / 2
    start = middle - (54 + width(count, 40)) / 2
    name, _ = line_at((middle, top + 70), pile.name, int(wide), (34, 18), CHALK)
    return (Image(PileSign(pile.kind), start, top, 46), Text(count, (start + 54, top + 24), 40, PAPER, "lm"), name)


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
