"""Signs that are drawn rather than written: each is told by its shape."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import cos, pi, sin
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


def _diamond(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon([(0.5, 0.04), (0.96, 0.5), (0.5, 0.96), (0.04, 0.5)], colour)


def _hammer(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.line([(0.3, 0.96), (0.56, 0.34)], colour, 0.15)
    pen.polygon([(0.22, 0.16), (0.34, 0.02), (0.92, 0.24), (0.98, 0.4), (0.84, 0.54), (0.26, 0.32)], colour)
    pen.line([(0.42, 0.14), (0.36, 0.28)], detail, 0.05)


def _eye(pen: Pen, colour: Colour, detail: Colour) -> None:
    lid = [(0.5 + 0.5 * cos(pi * turn / 12), 0.5 - 0.34 * sin(pi * turn / 12)) for turn in range(24)]
    pen.polygon(lid, colour)
    pen.ellipse((0.27, 0.27, 0.73, 0.73), detail)
    pen.ellipse((0.38, 0.38, 0.62, 0.62), colour)


def _flame(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.16, 0.4, 0.84, 1.0), colour)
    pen.polygon([(0.17, 0.66), (0.3, 0.34), (0.36, 0.46), (0.52, 0.0), (0.72, 0.36), (0.83, 0.68)], colour)
    pen.ellipse((0.35, 0.62, 0.65, 0.93), detail)
    pen.polygon([(0.36, 0.74), (0.5, 0.46), (0.64, 0.74)], detail)


def _flower(pen: Pen, colour: Colour, detail: Colour) -> None:
    for turn in range(4):
        x, y = 0.5 + 0.25 * cos(pi * turn / 2), 0.5 + 0.25 * sin(pi * turn / 2)
        pen.ellipse((x - 0.24, y - 0.24, x + 0.24, y + 0.24), colour)
    pen.ellipse((0.36, 0.36, 0.64, 0.64), detail)


def _heart(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.03, 0.1, 0.53, 0.6), colour)
    pen.ellipse((0.47, 0.1, 0.97, 0.6), colour)
    pen.polygon([(0.08, 0.48), (0.5, 0.3), (0.92, 0.48), (0.5, 0.95)], colour)


def _mending(pen: Pen, colour: Colour, detail: Colour) -> None:
    _heart(pen, colour, detail)
    pen.line([(0.5, 0.22), (0.5, 0.74)], detail, 0.16)
    pen.line([(0.24, 0.47), (0.76, 0.47)], detail, 0.16)


def _magnet(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.bowl((0.08, 0.1, 0.92, 0.96), colour)
    pen.bowl((0.34, 0.34, 0.66, 0.7), detail)
    for left in (0.08, 0.66):
        pen.polygon([(left, 0.04), (left + 0.26, 0.04), (left + 0.26, 0.55), (left, 0.55)], colour)
        pen.polygon([(left, 0.2), (left + 0.26, 0.2), (left + 0.26, 0.27), (left, 0.27)], detail)


def _skull(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.1, 0.02, 0.9, 0.76), colour)
    pen.rounded((0.27, 0.5, 0.73, 0.98), 0.08, colour)
    pen.ellipse((0.22, 0.32, 0.45, 0.57), detail)
    pen.ellipse((0.55, 0.32, 0.78, 0.57), detail)
    for x in (0.42, 0.58):
        pen.line([(x, 0.78), (x, 0.98)], detail, 0.05)


def _crown(pen: Pen, colour: Colour, detail: Colour) -> None:
    points = [(0.04, 0.16), (0.29, 0.5), (0.5, 0.06), (0.71, 0.5), (0.96, 0.16), (0.86, 0.9), (0.14, 0.9)]
    pen.polygon(points, colour)
    pen.line([(0.17, 0.74), (0.83, 0.74)], detail, 0.05)


def _target(pen: Pen, colour: Colour, detail: Colour) -> None:
    for reach, shade in ((0.5, colour), (0.37, detail), (0.25, colour), (0.12, detail)):
        pen.ellipse((0.5 - reach, 0.5 - reach, 0.5 + reach, 0.5 + reach), shade)


def _ward(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon(
        [(0.5, 0.0), (0.92, 0.12), (0.9, 0.52), (0.76, 0.8), (0.5, 1.0), (0.24, 0.8), (0.1, 0.52), (0.08, 0.12)], colour
    )
    pen.polygon([(0.5, 0.12), (0.8, 0.21), (0.78, 0.5), (0.68, 0.71), (0.5, 0.86)], detail)


def _wave(pen: Pen, colour: Colour, detail: Colour) -> None:
    for down in (0.2, 0.5, 0.8):
        crest = [(x / 20, down - 0.1 * sin(2 * pi * x / 10)) for x in range(2, 19)]
        pen.line(crest, colour, 0.13)


def _leaf(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon(
        [(0.06, 0.94), (0.1, 0.48), (0.34, 0.16), (0.94, 0.06), (0.88, 0.58), (0.62, 0.86), (0.24, 0.86)], colour
    )
    pen.line([(0.04, 0.96), (0.74, 0.26)], detail, 0.06)


def _wind(pen: Pen, colour: Colour, detail: Colour) -> None:
    for down, end, curl in ((0.36, 0.66, -0.15), (0.52, 0.82, 0.0), (0.68, 0.56, 0.15)):
        pen.line([(0.04, down), (end, down)], colour, 0.1)
        if curl:
            hook = [(end + 0.15 * sin(turn / 3), down + curl - curl * cos(turn / 3)) for turn in range(13)]
            pen.line(hook, colour, 0.1)


def _moon(pen: Pen, colour: Colour, detail: Colour) -> None:
    outer = [(0.46 + 0.46 * cos(turn / 10), 0.5 + 0.48 * sin(turn / 10)) for turn in range(10, 54)]
    inner = [(0.68 + 0.34 * cos(turn / 10), 0.47 + 0.38 * sin(turn / 10)) for turn in range(47, 15, -1)]
    pen.polygon([*outer, *inner], colour)


def _star(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.polygon(star(5, 0.42, (0.5, 0.54), 0.54), colour)


def _check(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.0, 0.0, 1.0, 1.0), colour)
    pen.line([(0.24, 0.52), (0.43, 0.71), (0.77, 0.3)], detail, 0.13)


def _barred(pen: Pen, colour: Colour, detail: Colour) -> None:
    pen.ellipse((0.0, 0.0, 1.0, 1.0), colour)
    pen.ellipse((0.15, 0.15, 0.85, 0.85), detail)
    pen.line([(0.17, 0.17), (0.83, 0.83)], colour, 0.15)


def _puff(pen: Pen, colour: Colour, detail: Colour) -> None:
    for box in ((0.0, 0.42, 0.5, 0.92), (0.2, 0.1, 0.74, 0.64), (0.5, 0.36, 1.0, 0.86), (0.3, 0.5, 0.7, 0.9)):
        pen.ellipse(box, colour)


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
    "diamond": _diamond,
    "hammer": _hammer,
    "eye": _eye,
    "flame": _flame,
    "flower": _flower,
    "heart": _heart,
    "mending": _mending,
    "magnet": _magnet,
    "skull": _skull,
    "crown": _crown,
    "target": _target,
    "ward": _ward,
    "wave": _wave,
    "leaf": _leaf,
    "wind": _wind,
    "moon": _moon,
    "star": _star,
    "check": _check,
    "barred": _barred,
    "puff": _puff,
}


@lru_cache(SPRITES)
def symbol(name: str, size: int, colour: Colour, detail: Colour) -> Image.Image:
    """Return a sign of `SYMBOLS` in a square of so many pixels. Raises KeyError for one that nobody has drawn."""
    drawn = SYMBOLS[name]
    return smooth(size, size, size, lambda pen: drawn(pen, colour, detail))
