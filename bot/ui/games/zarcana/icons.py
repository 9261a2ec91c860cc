"""What a card requires as drawn icons: each is told by its shape, and the words beside it say the same."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.shapes import SPRITES, Pen, smooth

Drawn: TypeAlias = Callable[[Pen, Colour], None]
"""Draws an icon into a square of side 1."""

LINE: Final = 0.08
"""How wide an icon's lines are."""


def _standing(pen: Pen, ink: Colour, left: float = 0.14, side: float = 0.72) -> None:
    """Draw a pyramid from above."""
    right, top, bottom = left + side, 0.5 - side / 2, 0.5 + side / 2
    pen.outline([(left, top), (right, top), (right, bottom), (left, bottom)], ink, LINE)
    pen.line([(left, top), (right, bottom)], ink, LINE * 0.7)
    pen.line([(right, top), (left, bottom)], ink, LINE * 0.7)


def _lying(pen: Pen, ink: Colour, left: float = 0.1, side: float = 0.8) -> None:
    """Draw a pyramid from the side, pointing east."""
    half = side * 0.45
    pen.polygon([(left, 0.5 - half), (left + side, 0.5), (left, 0.5 + half)], ink)


def _any(pen: Pen, ink: Colour) -> None:
    _standing(pen, ink, 0.02, 0.44)
    _lying(pen, ink, 0.56, 0.44)


def _nobody(pen: Pen, ink: Colour) -> None:
    """Draw a hand with a card: no minion is needed."""
    pen.rounded((0.28, 0.02, 0.72, 0.62), 0.07, None, ink, LINE)
    pen.rounded((0.1, 0.5, 0.9, 0.96), 0.18, ink)


def _territory(pen: Pen, ink: Colour) -> None:
    pen.rounded((0.14, 0.04, 0.86, 0.96), 0.12, ink)


def _anywhere(pen: Pen, ink: Colour) -> None:
    """Draw a card beside a dashed frame, as wasteland is drawn on the board."""
    pen.rounded((0.0, 0.16, 0.46, 0.84), 0.08, ink)
    for start in (0.16, 0.42, 0.68):
        for across in (0.58, 0.96):
            pen.line([(across, start), (across, start + 0.16)], ink, LINE)
    for down in (0.16, 0.84):
        pen.line([(0.68, down), (0.86, down)], ink, LINE)


def _crowd(pen: Pen, ink: Colour) -> None:
    """Draw three dots in a frame: a space that is full."""
    pen.rounded((0.02, 0.18, 0.98, 0.82), 0.12, None, ink, LINE)
    for middle in (0.24, 0.5, 0.76):
        pen.ellipse((middle - 0.09, 0.41, middle + 0.09, 0.59), ink)


def _over_crowd(pen: Pen, ink: Colour) -> None:
    """Draw three dots in a frame and one more that goes in from above."""
    pen.rounded((0.02, 0.4, 0.98, 0.98), 0.12, None, ink, LINE)
    for middle in (0.24, 0.5, 0.76):
        pen.ellipse((middle - 0.09, 0.6, middle + 0.09, 0.78), ink)
    _plus(pen, ink, 0.5, 0.17)


def _hand(pen: Pen, ink: Colour) -> None:
    """Draw cards held side by side."""
    for left in (0.02, 0.35, 0.68):
        pen.rounded((left, 0.18, left + 0.3, 0.82), 0.06, ink)


def _over_hand(pen: Pen, ink: Colour) -> None:
    for left in (0.02, 0.35, 0.68):
        pen.rounded((left, 0.42, left + 0.3, 0.98), 0.06, ink)
    _plus(pen, ink, 0.5, 0.17)


def _plus(pen: Pen, ink: Colour, across: float, down: float) -> None:
    pen.line([(across - 0.16, down), (across + 0.16, down)], ink, LINE * 1.3)
    pen.line([(across, down - 0.16), (across, down + 0.16)], ink, LINE * 1.3)


def _varies(pen: Pen, ink: Colour) -> None:
    """Draw two cards, one like the other."""
    pen.rounded((0.04, 0.04, 0.6, 0.74), 0.1, None, ink, LINE)
    pen.rounded((0.4, 0.26, 0.96, 0.96), 0.1, ink)


ICONS: Final[Mapping[str, Drawn]] = {
    "any": _any,
    "lying": _lying,
    "standing": _standing,
    "nobody": _nobody,
    "territory": _territory,
    "anywhere": _anywhere,
    "population_obey": _crowd,
    "population_ignore": _over_crowd,
    "hand_obey": _hand,
    "hand_ignore": _over_hand,
    "varies": _varies,
}
"""By requirement, as in `cards.requirements`."""


@lru_cache(SPRITES)
def icon(need: str, size: int, ink: Colour) -> Image.Image:
    """Return a requirement's icon in a square of so many pixels. Raises KeyError for one that nobody has drawn."""
    drawn = ICONS[need]
    return smooth(size, size, size, lambda pen: drawn(pen, ink))
