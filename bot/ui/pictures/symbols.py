"""Signs that are drawn rather than written, each recognisable by its shape."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from typing import Any, Final, TypeAlias

from msgspec import Struct
from PIL import Image

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.painter import kept, paint
from bot.ui.pictures.scene import Group, Point, Scene, placing
from bot.ui.pictures.shapes import SPRITES, Box, Pen, star

Stroke: TypeAlias = tuple[Callable[..., None], int, Any, *tuple[float, ...]]
"""A stroke: the pen's method, which of a sign's two colours, its place in a square of side 1, its width or radius."""

BODY, DETAIL = 0, 1
MIDDLE: Final = (0.5, 0.5)


def _around(x: float, y: float, reach: float) -> Box:
    return (x - reach, y - reach, x + reach, y + reach)


def upright(left: float, right: float, top: float, bottom: float) -> list[Point]:
    """Return the corners of an upright rectangle."""
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _layer(top: float) -> tuple[Stroke, Stroke]:
    """Return the strokes for one of the sheets in a stack."""
    sheet = [(0.5, top), (1.0, top + 0.3), (0.5, top + 0.6), (0.0, top + 0.3)]
    inner = [(0.5 + (x - 0.5) * 0.88, top + 0.3 + (y - top - 0.3) * 0.84) for x, y in sheet]
    return (Pen.polygon, DETAIL, sheet), (Pen.polygon, BODY, inner)


def _hook(down: float, end: float, curl: float) -> list[Point]:
    return [(end + 0.15 * sin(turn / 3), down + curl - curl * cos(turn / 3)) for turn in range(13)]


_HOURGLASS: Final[tuple[Stroke, ...]] = (
    (Pen.rounded, BODY, (0.12, 0.0, 0.88, 0.12), 0.04),
    (Pen.rounded, BODY, (0.12, 0.88, 0.88, 1.0), 0.04),
    (Pen.polygon, BODY, [(0.2, 0.1), (0.8, 0.1), (0.55, 0.5), (0.8, 0.9), (0.2, 0.9), (0.45, 0.5)]),
)
_HEART: Final[tuple[Stroke, ...]] = (
    (Pen.ellipse, BODY, (0.03, 0.1, 0.53, 0.6)),
    (Pen.ellipse, BODY, (0.47, 0.1, 0.97, 0.6)),
    (Pen.polygon, BODY, [(0.08, 0.48), (0.5, 0.3), (0.92, 0.48), (0.5, 0.95)]),
)
_MOON: Final = [
    *((0.46 + 0.46 * cos(turn / 10), 0.5 + 0.48 * sin(turn / 10)) for turn in range(10, 54)),
    *((0.68 + 0.34 * cos(turn / 10), 0.47 + 0.38 * sin(turn / 10)) for turn in range(47, 15, -1)),
]

SYMBOLS: Final[Mapping[str, tuple[Stroke, ...]]] = {
    "cup": (
        (Pen.bowl, BODY, (0.12, -0.36, 0.88, 0.64)),
        (Pen.ellipse, BODY, (0.12, 0.05, 0.88, 0.24)),
        (Pen.ellipse, DETAIL, (0.2, 0.09, 0.8, 0.2)),
        (Pen.polygon, BODY, [(0.44, 0.6), (0.56, 0.6), (0.56, 0.84), (0.44, 0.84)]),
        (Pen.polygon, BODY, [(0.42, 0.76), (0.58, 0.76), (0.76, 0.95), (0.24, 0.95)]),
    ),
    "wand": (
        (Pen.line, BODY, [(0.5, 0.3), (0.5, 0.98)], 0.15),
        (Pen.polygon, BODY, [(0.5, 0.0), (0.65, 0.2), (0.5, 0.42), (0.35, 0.2)]),
        (Pen.polygon, BODY, [(0.54, 0.62), (0.62, 0.38), (0.92, 0.26), (0.86, 0.52)]),
        (Pen.polygon, BODY, [(0.46, 0.78), (0.38, 0.54), (0.08, 0.42), (0.14, 0.68)]),
    ),
    "sword": (
        (Pen.polygon, BODY, [(0.5, 0.0), (0.62, 0.14), (0.62, 0.62), (0.38, 0.62), (0.38, 0.14)]),
        (Pen.line, DETAIL, [(0.5, 0.14), (0.5, 0.58)], 0.04),
        (Pen.rounded, BODY, (0.14, 0.6, 0.86, 0.73), 0.06),
        (Pen.polygon, BODY, [(0.43, 0.7), (0.57, 0.7), (0.57, 0.9), (0.43, 0.9)]),
        (Pen.ellipse, BODY, (0.39, 0.81, 0.61, 1.0)),
    ),
    "disc": (
        (Pen.ellipse, BODY, (0.04, 0.04, 0.96, 0.96)),
        (Pen.ellipse, DETAIL, (0.13, 0.13, 0.87, 0.87)),
        (Pen.polygon, BODY, star(5, 0.42, (0.5, 0.52), 0.37)),
    ),
    "sun": ((Pen.polygon, BODY, star(8, 0.6, MIDDLE, 0.5)), (Pen.ellipse, DETAIL, (0.33, 0.33, 0.67, 0.67))),
    "spark": ((Pen.polygon, DETAIL, star(4, 0.42, MIDDLE, 0.5)), (Pen.polygon, BODY, star(4, 0.34, MIDDLE, 0.4))),
    "arrow": ((Pen.polygon, BODY, [(0.15, 0.1), (0.85, 0.5), (0.15, 0.9)]),),
    "spear": (
        (Pen.rounded, BODY, (0.0, 0.0, 1.0, 1.0), 0.14),
        (Pen.polygon, DETAIL, [(0.44, 0.74), (0.56, 0.74), (0.56, 0.98), (0.44, 0.98)]),
        (Pen.polygon, DETAIL, [(0.3, 0.84), (0.7, 0.84), (0.66, 0.91), (0.34, 0.91)]),
        (Pen.polygon, DETAIL, [(0.5, 0.03), (0.73, 0.26), (0.86, 0.5), (0.7, 0.72), (0.5, 0.84)]),
        (Pen.polygon, DETAIL, [(0.5, 0.03), (0.27, 0.26), (0.14, 0.5), (0.3, 0.72), (0.5, 0.84)]),
    ),  # a spear's head in a six-sided die
    "shield": (
        (Pen.rounded, BODY, (0.0, 0.0, 1.0, 1.0), 0.14),
        (Pen.polygon, DETAIL, [(0.12, 0.12), (0.5, 0.2), (0.88, 0.12), (0.88, 0.5), (0.76, 0.76), (0.5, 0.96)]),
        (Pen.polygon, DETAIL, [(0.12, 0.12), (0.5, 0.2), (0.5, 0.96), (0.24, 0.76), (0.12, 0.5)]),
    ),  # a shield in a six-sided die
    "die": ((Pen.rounded, BODY, (0.0, 0.0, 1.0, 1.0), 0.14), (Pen.rounded, DETAIL, (0.12, 0.12, 0.88, 0.88), 0.1)),
    "pips": (
        *((Pen.ellipse, BODY, _around(x, y, 0.13)) for x, y in [MIDDLE, *product((0.13, 0.87), repeat=2)]),
    ),  # the five of a six-sided die
    "reticule": (
        (Pen.polygon, BODY, [(0.5, 0.0), (1.0, 0.92), (0.0, 0.92)]),
        (Pen.polygon, DETAIL, [(0.47, 0.2), (0.53, 0.2), (0.53, 0.4), (0.47, 0.4)]),
        (Pen.polygon, DETAIL, [(0.14, 0.61), (0.3, 0.61), (0.3, 0.67), (0.14, 0.67)]),
        (Pen.polygon, DETAIL, [(0.7, 0.61), (0.86, 0.61), (0.86, 0.67), (0.7, 0.67)]),
        (Pen.ellipse, DETAIL, (0.25, 0.36, 0.75, 0.86)),
    ),  # a reticule in a four-sided die
    "bolt": ((Pen.polygon, BODY, [(0.62, 0.0), (0.14, 0.56), (0.46, 0.58), (0.36, 1.0), (0.88, 0.38), (0.54, 0.38)]),),
    "glitch": (
        (Pen.polygon, BODY, upright(0.14, 0.86, 0.02, 0.26)),
        (Pen.polygon, BODY, upright(0.28, 1.0, 0.26, 0.48)),
        (Pen.polygon, BODY, upright(0.0, 0.72, 0.48, 0.72)),
        (Pen.polygon, BODY, upright(0.2, 0.92, 0.72, 0.98)),
        (Pen.polygon, DETAIL, upright(0.42, 0.56, 0.3, 0.44)),
        (Pen.polygon, DETAIL, upright(0.72, 0.86, 0.3, 0.44)),
        (Pen.polygon, DETAIL, upright(0.14, 0.58, 0.57, 0.64)),
    ),  # a robot's face, cut into shifted strips
    "start": (
        *_HOURGLASS,
        (Pen.polygon, DETAIL, [(0.5, 0.6), (0.68, 0.87), (0.32, 0.87)]),
    ),  # an hourglass whose top half is filled
    "end": (
        *_HOURGLASS,
        (Pen.polygon, DETAIL, [(0.32, 0.13), (0.68, 0.13), (0.5, 0.4)]),
    ),  # an hourglass whose bottom half is filled
    "points": ((Pen.polygon, BODY, star(7, 0.74, MIDDLE, 0.5)),),  # a star with seven points
    "drop": (
        (Pen.polygon, BODY, [(0.5, 0.0), (0.8, 0.46), (0.84, 0.62), (0.16, 0.62), (0.2, 0.46)]),
        (Pen.ellipse, BODY, (0.15, 0.3, 0.85, 1.0)),
    ),
    "coin": ((Pen.ellipse, DETAIL, (0.02, 0.02, 0.98, 0.98)), (Pen.ellipse, BODY, (0.08, 0.08, 0.92, 0.92))),
    "layers": (*(stroke for top in (0.36, 0.18, 0.0) for stroke in _layer(top)),),  # sheets on top of each other
    "chest": (
        (Pen.rounded, BODY, (0.04, 0.14, 0.96, 0.9), 0.14),
        (Pen.polygon, DETAIL, [(0.04, 0.42), (0.96, 0.42), (0.96, 0.48), (0.04, 0.48)]),
        (Pen.rounded, DETAIL, (0.4, 0.36, 0.6, 0.62), 0.04),
        (Pen.rounded, BODY, (0.46, 0.42, 0.54, 0.56), 0.02),
    ),
    "hit": ((Pen.polygon, BODY, star(9, 0.5, MIDDLE, 0.5)),),  # a burst
    "diamond": ((Pen.polygon, BODY, [(0.5, 0.04), (0.96, 0.5), (0.5, 0.96), (0.04, 0.5)]),),
    "hammer": (
        (Pen.line, BODY, [(0.3, 0.96), (0.56, 0.34)], 0.15),
        (Pen.polygon, BODY, [(0.22, 0.16), (0.34, 0.02), (0.92, 0.24), (0.98, 0.4), (0.84, 0.54), (0.26, 0.32)]),
        (Pen.line, DETAIL, [(0.42, 0.14), (0.36, 0.28)], 0.05),
    ),
    "eye": (
        (
            Pen.polygon,
            BODY,
            [(0.5 + 0.5 * cos(pi * turn / 12), 0.5 - 0.34 * sin(pi * turn / 12)) for turn in range(24)],
        ),
        (Pen.ellipse, DETAIL, (0.27, 0.27, 0.73, 0.73)),
        (Pen.ellipse, BODY, (0.38, 0.38, 0.62, 0.62)),
    ),
    "flame": (
        (Pen.ellipse, BODY, (0.16, 0.4, 0.84, 1.0)),
        (Pen.polygon, BODY, [(0.17, 0.66), (0.3, 0.34), (0.36, 0.46), (0.52, 0.0), (0.72, 0.36), (0.83, 0.68)]),
        (Pen.ellipse, DETAIL, (0.35, 0.62, 0.65, 0.93)),
        (Pen.polygon, DETAIL, [(0.36, 0.74), (0.5, 0.46), (0.64, 0.74)]),
    ),
    "flower": (
        *(
            (Pen.ellipse, BODY, _around(0.5 + 0.25 * cos(pi * turn / 2), 0.5 + 0.25 * sin(pi * turn / 2), 0.24))
            for turn in range(4)
        ),
        (Pen.ellipse, DETAIL, (0.36, 0.36, 0.64, 0.64)),
    ),
    "heart": _HEART,
    "mending": (
        *_HEART,
        (Pen.line, DETAIL, [(0.5, 0.22), (0.5, 0.74)], 0.16),
        (Pen.line, DETAIL, [(0.24, 0.47), (0.76, 0.47)], 0.16),
    ),
    "magnet": (
        (Pen.bowl, BODY, (0.08, 0.1, 0.92, 0.96)),
        (Pen.bowl, DETAIL, (0.34, 0.34, 0.66, 0.7)),
        *((Pen.polygon, BODY, upright(left, left + 0.26, 0.04, 0.55)) for left in (0.08, 0.66)),
        *((Pen.polygon, DETAIL, upright(left, left + 0.26, 0.2, 0.27)) for left in (0.08, 0.66)),
    ),
    "skull": (
        (Pen.ellipse, BODY, (0.1, 0.02, 0.9, 0.76)),
        (Pen.rounded, BODY, (0.27, 0.5, 0.73, 0.98), 0.08),
        (Pen.ellipse, DETAIL, (0.22, 0.32, 0.45, 0.57)),
        (Pen.ellipse, DETAIL, (0.55, 0.32, 0.78, 0.57)),
        *((Pen.line, DETAIL, [(x, 0.78), (x, 0.98)], 0.05) for x in (0.42, 0.58)),
    ),
    "crown": (
        (
            Pen.polygon,
            BODY,
            [(0.04, 0.16), (0.29, 0.5), (0.5, 0.06), (0.71, 0.5), (0.96, 0.16), (0.86, 0.9), (0.14, 0.9)],
        ),
        (Pen.line, DETAIL, [(0.17, 0.74), (0.83, 0.74)], 0.05),
    ),
    "target": (
        *(
            (Pen.ellipse, shade, _around(0.5, 0.5, reach))
            for reach, shade in zip((0.5, 0.37, 0.25, 0.12), 2 * (BODY, DETAIL), strict=True)
        ),
    ),
    "ward": (
        (
            Pen.polygon,
            BODY,
            [(0.5, 0.0), (0.92, 0.12), (0.9, 0.52), (0.76, 0.8), (0.5, 1.0), (0.24, 0.8), (0.1, 0.52), (0.08, 0.12)],
        ),
        (Pen.polygon, DETAIL, [(0.5, 0.12), (0.8, 0.21), (0.78, 0.5), (0.68, 0.71), (0.5, 0.86)]),
    ),
    "wave": (
        *(
            (Pen.line, BODY, [(x / 20, down - 0.1 * sin(2 * pi * x / 10)) for x in range(2, 19)], 0.13)
            for down in (0.2, 0.5, 0.8)
        ),
    ),
    "leaf": (
        (
            Pen.polygon,
            BODY,
            [(0.06, 0.94), (0.1, 0.48), (0.34, 0.16), (0.94, 0.06), (0.88, 0.58), (0.62, 0.86), (0.24, 0.86)],
        ),
        (Pen.line, DETAIL, [(0.04, 0.96), (0.74, 0.26)], 0.06),
    ),
    "wind": (
        *(
            (Pen.line, BODY, [(0.04, down), (end, down)], 0.1)
            for down, end in ((0.36, 0.66), (0.52, 0.82), (0.68, 0.56))
        ),
        *((Pen.line, BODY, _hook(*at), 0.1) for at in ((0.36, 0.66, -0.15), (0.68, 0.56, 0.15))),
    ),
    "moon": ((Pen.polygon, BODY, _MOON),),
    "star": ((Pen.polygon, BODY, star(5, 0.42, (0.5, 0.54), 0.54)),),
    "check": (
        (Pen.ellipse, BODY, (0.0, 0.0, 1.0, 1.0)),
        (Pen.line, DETAIL, [(0.24, 0.52), (0.43, 0.71), (0.77, 0.3)], 0.13),
    ),
    "barred": (
        (Pen.ellipse, BODY, (0.0, 0.0, 1.0, 1.0)),
        (Pen.ellipse, DETAIL, (0.15, 0.15, 0.85, 0.85)),
        (Pen.line, BODY, [(0.17, 0.17), (0.83, 0.83)], 0.15),
    ),
    "puff": (
        *(
            (Pen.ellipse, BODY, box)
            for box in ((0.0, 0.42, 0.5, 0.92), (0.2, 0.1, 0.74, 0.64), (0.5, 0.36, 1.0, 0.86), (0.3, 0.5, 0.7, 0.9))
        ),
    ),
}


class Sign(Struct, frozen=True):
    """The sign with this name, in two colours, in a square."""

    name: str
    colour: Colour
    detail: Colour

    def scene(self) -> Scene:
        """Return the sign as a scene."""
        return Scene(1, 1, (symbol_at(self.name, (0, 0), 1, self.colour, self.detail),))


@kept
def symbol(name: str, size: int, colour: Colour, detail: Colour) -> Image.Image:
    """Return the sign with this name in a square of `size` pixels. Raises KeyError if `SYMBOLS` has no such sign."""
    return paint(Scene(size, size, (symbol_at(name, (0, 0), size, colour, detail),)), size)


@lru_cache(SPRITES)
def symbol_at(name: str, at: Point, size: float, colour: Colour, detail: Colour) -> Group:
    """Return the sign with this name as a part of a scene, in a square that begins at a point."""
    return strokes_at(SYMBOLS[name], at, size, colour, detail)


def strokes_at(strokes: tuple[Stroke, ...], at: Point, size: float, *colours: Colour) -> Group:
    """Return strokes as a part of a scene, in a square that begins at a point."""
    pen = Pen()
    for draw, shade, place, *more in strokes:
        draw(pen, place, colours[shade], *more)
    return Group(tuple(pen.paths), placing(at, scale=size))
