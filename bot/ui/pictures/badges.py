"""Table elements shared by many games: seat badges, progress bars, hands, decks and piles."""

from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.ui.pictures.cards import BACK
from bot.ui.pictures.colours import INK, PAPER, Colour, ink_on, seat_colour
from bot.ui.pictures.shapes import SPRITES, Pen, frame, smooth
from bot.ui.pictures.text import write_fitted
from engine.contract import Seat

PLATE: Final[Colour] = (62, 73, 86)
"""The background behind everything that belongs to one seat."""

Pile = Literal["hand", "deck", "discard"]


@lru_cache(SPRITES)
def badge(seat: Seat, sign: str, size: int) -> Image.Image:
    """Return a seat's sign, of one or two letters, on its colour, in a square of `size` pixels."""
    colour = seat_colour(seat)
    image = frame(size, size, size // 4, colour, PAPER, max(2, size // 24)).copy()
    sizes = (round(size * 0.68), round(size * 0.3))
    write_fitted(ImageDraw.Draw(image), (size / 2, size / 2), sign, round(size * 0.8), sizes, ink_on(colour))
    return image


def bar(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], filled: int, cells: int, colour: Colour, rest: Colour
) -> None:
    """Draw a bar of `cells` cells with the first `filled` of them filled; very narrow cells merge into one strip."""
    left, top, right, bottom = box
    step = (right - left) / max(1, cells)
    gap = 2 if step >= NARROW else 0
    for number in range(cells):
        start, end = left + round(number * step), left + round((number + 1) * step) - 1 - gap
        draw.rectangle((start, top, max(start, end), bottom), colour if number < filled else rest)


NARROW: Final = 7
"""The minimum width, in pixels, at which cells are drawn with gaps between them."""


@lru_cache(SPRITES)
def pile(kind: Pile, size: int) -> Image.Image:
    """Return the sign for a pile in a square of `size` pixels: a fan or a stack of backs, or a crossed-out card."""
    return smooth(size, size, size, _PILES[kind])


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
