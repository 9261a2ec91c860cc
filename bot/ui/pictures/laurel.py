"""A laurel wreath around whoever has won."""

from math import cos, radians, sin
from typing import Final

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import Outline, Path, Point, curve, moved, placing

LEAVES: Final = 9
"""The number of pairs of leaves on each half of the wreath."""

FROM, TO = 8, 152
"""Where each half begins and ends, in degrees from the lowest point."""

LEAF: Final[Outline] = (*curve((0, 0), (0.16, -0.16), (0.4, 0)), *curve((0.4, 0), (0.16, 0.16), (0, 0))[1:-1])
"""A leaf that points to the right, for a wreath of radius 1."""


def laurel(at: Point, radius: float, leaves: Colour, edge: Colour) -> Path:
    """Return a wreath around a point, which is open at the top."""
    outlines: list[Outline] = []
    for number in range(LEAVES):
        turn = FROM + (TO - FROM) * number / (LEAVES - 1)
        stem = (sin(radians(turn)), cos(radians(turn)))
        for lean in (-24, 30):
            right = moved(LEAF, placing(stem, turn=lean - turn))
            outlines += [right, tuple((-x, y) for x, y in right)]
    whole = placing(at, scale=radius)
    return Path(tuple(moved(outline, whole) for outline in outlines), leaves, edge, max(2.0, radius / 50))
