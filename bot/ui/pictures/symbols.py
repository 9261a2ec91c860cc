"""Signs that are drawn rather than written: each is told by its shape."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

from PIL import Image

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.shapes import SPRITES, Pen, smooth, star

Drawn: TypeAlias = Callable[[Pen, Colour, Colour], None]
"""Draws a sign into a square of side 1, in one colour with details in another."""

MIDDLE: Final = (0.5, 0.5)


def _cup(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.bowl((0.12, -0.36, 0.88, 0.64), colour)
    pen.ellipse((0.12, 0.05, 0.88, 0.24), colour)
    pen.ellipse((0.2, 0.09, 0.8, 0.2), detail)
    pen.polygon([(0.44, 0.6), (0.56, 0.6), (0.56, 0.84), (0.44, 0.84)], colour)
    pen.polygon([(0.42, 0.76), (0.58, 0.76), (0.76, 0.95), (0.24, 0.95)], colour)


def _wand(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.line([(0.5, 0.3), (0.5, 0.98)], colour, 0.15)
    pen.polygon([(0.5, 0.0), (0.65, 0.2), (0.5, 0.42), (0.35, 0.2)], colour)
    pen.polygon([(0.54, 0.62), (0.62, 0.38), (0.92, 0.26), (0.86, 0.52)], colour)
    pen.polygon([(0.46, 0.78), (0.38, 0.54), (0.08, 0.42), (0.14, 0.68)], colour)


def _sword(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon([(0.5, 0.0), (0.62, 0.14), (0.62, 0.62), (0.38, 0.62), (0.38, 0.14)], colour)
    pen.line([(0.5, 0.14), (0.5, 0.58)], detail, 0.04)
    pen.rounded((0.14, 0.6, 0.86, 0.73), 0.06, colour)
    pen.polygon([(0.43, 0.7), (0.57, 0.7), (0.57, 0.9), (0.43, 0.9)], colour)
    pen.ellipse((0.39, 0.81, 0.61, 1.0), colour)


def _disc(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.04, 0.04, 0.96, 0.96), colour)
    pen.ellipse((0.13, 0.13, 0.87, 0.87), detail)
    pen.polygon(star(5, 0.42, (0.5, 0.52), 0.37), colour)


def _sun(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon(star(8, 0.6, MIDDLE, 0.5), colour)
    pen.ellipse((0.33, 0.33, 0.67, 0.67), detail)


def _spark(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon(star(4, 0.42, MIDDLE, 0.5), detail)
    pen.polygon(star(4, 0.34, MIDDLE, 0.4), colour)


def _arrow(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon([(0.15, 0.1), (0.85, 0.5), (0.15, 0.9)], colour)


def _spear(pen: Pen, colour: Colour, detail: Colour) -> None:
    """A spear's head in a die of six sides."""
    pen.rounded((0.0, 0.0, 1.0, 1.0), 0.14, colour)
    pen.polygon([(0.44, 0.74), (0.56, 0.74), (0.56, 0.98), (0.44, 0.98)], detail)
    pen.polygon([(0.3, 0.84), (0.7, 0.84), (0.66, 0.91), (0.34, 0.91)], detail)
    pen.polygon([(0.5, 0.03), (0.73, 0.26), (0.86, 0.5), (0.7, 0.72), (0.5, 0.84)], detail)
    pen.polygon([(0.5, 0.03), (0.27, 0.26), (0.14, 0.5), (0.3, 0.72), (0.5, 0.84)], detail)


def _shield(pen: Pen, colour: Colour, detail: Colour) -> None:
    """A shield in a die of six sides."""
    pen.rounded((0.0, 0.0, 1.0, 1.0), 0.14, colour)
    pen.polygon([(0.12, 0.12), (0.5, 0.2), (0.88, 0.12), (0.88, 0.5), (0.76, 0.76), (0.5, 0.96)], detail)
    pen.polygon([(0.12, 0.12), (0.5, 0.2), (0.5, 0.96), (0.24, 0.76), (0.12, 0.5)], detail)


def _die(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.rounded((0.0, 0.0, 1.0, 1.0), 0.14, colour)
    pen.rounded((0.12, 0.12, 0.88, 0.88), 0.1, detail)


def _reticule(pen: Pen, colour: Colour, detail: Colour) -> None:
    """A reticule in a die of four sides."""
    pen.polygon([(0.5, 0.0), (1.0, 0.92), (0.0, 0.92)], colour)
    pen.polygon([(0.47, 0.2), (0.53, 0.2), (0.53, 0.4), (0.47, 0.4)], detail)
    pen.polygon([(0.14, 0.61), (0.3, 0.61), (0.3, 0.67), (0.14, 0.67)], detail)
    pen.polygon([(0.7, 0.61), (0.86, 0.61), (0.86, 0.67), (0.7, 0.67)], detail)
    pen.ellipse((0.25, 0.36, 0.75, 0.86), detail)


def _bolt(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon([(0.62, 0.0), (0.14, 0.56), (0.46, 0.58), (0.36, 1.0), (0.88, 0.38), (0.54, 0.38)], colour)


def _hourglass(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.rounded((0.12, 0.0, 0.88, 0.12), 0.04, colour)
    pen.rounded((0.12, 0.88, 0.88, 1.0), 0.04, colour)
    pen.polygon([(0.2, 0.1), (0.8, 0.1), (0.55, 0.5), (0.8, 0.9), (0.2, 0.9), (0.45, 0.5)], colour)


def _start(pen: Pen, colour: Colour, detail: Colour) -> None:
    """An hourglass whose top half is filled."""
    _hourglass(pen, colour, detail)
    pen.polygon([(0.5, 0.6), (0.68, 0.87), (0.32, 0.87)], detail)


def _end(pen: Pen, colour: Colour, detail: Colour) -> None:
    """An hourglass whose bottom half is filled."""
    _hourglass(pen, colour, detail)
    pen.polygon([(0.32, 0.13), (0.68, 0.13), (0.5, 0.4)], detail)


def _points(pen: Pen, colour: Colour, detail: Colour) -> None:
    """A star of seven points."""
    pen.polygon(star(7, 0.74, MIDDLE, 0.5), colour)


def _drop(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon([(0.5, 0.0), (0.8, 0.46), (0.84, 0.62), (0.16, 0.62), (0.2, 0.46)], colour)
    pen.ellipse((0.15, 0.3, 0.85, 1.0), colour)


def _coin(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.02, 0.02, 0.98, 0.98), detail)
    pen.ellipse((0.08, 0.08, 0.92, 0.92), colour)


def _layers(pen: Pen, colour: Colour, detail: Colour) -> None:
    """Sheets on top of each other."""
    for top in (0.36, 0.18, 0.0):
        sheet = [(0.5, top), (1.0, top + 0.3), (0.5, top + 0.6), (0.0, top + 0.3)]
        pen.polygon(sheet, detail)
        pen.polygon([(0.5 + (x - 0.5) * 0.88, top + 0.3 + (y - top - 0.3) * 0.84) for x, y in sheet], colour)


def _chest(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.rounded((0.04, 0.14, 0.96, 0.9), 0.14, colour)
    pen.polygon([(0.04, 0.42), (0.96, 0.42), (0.96, 0.48), (0.04, 0.48)], detail)
    pen.rounded((0.4, 0.36, 0.6, 0.62), 0.04, detail)
    pen.rounded((0.46, 0.42, 0.54, 0.56), 0.02, colour)


def _hit(pen: Pen, colour: Colour, detail: Colour) -> None:
    """A burst."""
    pen.polygon(star(9, 0.5, MIDDLE, 0.5), colour)


SYMBOLS: Final[Mapping[str, Drawn]] = {
    "cup": _cup,
    "wand": _wand,
    "sword": _sword,
    "disc": _disc,
    "sun": _sun,
    "spark": _spark,
    "arrow": _arrow,
    "spear": _spear,
    "shield": _shield,
    "die": _die,
    "reticule": _reticule,
    "bolt": _bolt,
    "start": _start,
    "end": _end,
    "points": _points,
    "drop": _drop,
    "coin": _coin,
    "layers": _layers,
    "chest": _chest,
    "hit": _hit,
}


@lru_cache(SPRITES)
def symbol(name: str, size: int, colour: Colour, detail: Colour) -> Image.Image:
    """Return a sign of `SYMBOLS` in a square of so many pixels. Raises KeyError for one that nobody has drawn."""
    drawn = SYMBOLS[name]
    return smooth(size, size, size, lambda pen: drawn(pen, colour, detail))
