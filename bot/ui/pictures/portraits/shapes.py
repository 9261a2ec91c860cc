"""The shapes of which the parts of portraits consist, on a square of 600.

Points run clockwise. A shape in the middle has only its right half listed, from the top down; a pair has only its right
one.
"""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.pictures.scene import Outline, Point, ellipse

Ink: TypeAlias = Literal["", "k", "a", "b", "s", "p"]
"""The key block, the first and the second ink, the skin, and the paper; empty for no ink."""

Side: TypeAlias = Literal["half", "pair", "all"]

AXIS: Final = 300
"""Where the middle of a face is."""

STEPS: Final = 5
"""The number of straight pieces of a curve between two points."""


class Shape(Struct, frozen=True):
    """A shape of a part.

    Attributes:
        ink: what it is filled with; empty for a line.
        points: where it goes through.
        side: whether its points are half of a shape in the middle, one of a pair, or all there is.
        sharp: whether its corners are corners; otherwise it is a curve through its points.
        line: the width of the key block's line around it.
        shaded: whether there is a shadow at its right edge.
        inside: whether it lies on other shapes only, so that it needs no paper around it.
    """

    ink: Ink
    points: tuple[Point, ...]
    side: Side = "all"
    sharp: bool = False
    line: float = 12
    shaded: bool = False
    inside: bool = False

    def outlines(self) -> tuple[Outline, ...]:
        """Return the shape as one polygon, or as two for a pair."""
        points = self.points
        if self.side == "half":
            points = (*points, *(_mirrored(points)[::-1][_joint(points[-1]) : len(points) - _joint(points[0])]))
        outline = points if self.sharp else _smooth(points, closed=bool(self.ink))
        return (outline, _mirrored(outline)) if self.side == "pair" else (outline,)


def _joint(point: Point) -> int:
    """Return 1 if a point lies on the axis, so that its mirror image is the same point; otherwise 0."""
    return int(point[0] == AXIS)


def _mirrored(outline: Outline) -> Outline:
    return tuple((2 * AXIS - x, y) for x, y in outline)


def _smooth(points: Outline, *, closed: bool) -> Outline:
    """Return a curve through points (Catmull-Rom)."""
    count = len(points)
    around = points if closed else (points[0], *points, points[-1])
    found: list[Point] = []
    for number in range(count if closed else count - 1):
        a, b, c, d = (around[(number + step) % len(around)] for step in ((-1, 0, 1, 2) if closed else (0, 1, 2, 3)))
        found += [_between(a, b, c, d, step / STEPS) for step in range(STEPS)]
    return tuple(found) if closed else (*found, points[-1])


def _between(a: Point, b: Point, c: Point, d: Point, share: float) -> Point:
    def at(axis: int) -> float:
        p, q, r, s = a[axis], b[axis], c[axis], d[axis]
        return (
            q
            + (r - p) * share / 2
            + (2 * p - 5 * q + 4 * r - s) * share**2 / 2
            + (3 * q - p - 3 * r + s) * share**3 / 2
        )

    return (at(0), at(1))


def half(ink: Ink, *points: Point, sharp: bool = False, shaded: bool = True, inside: bool = False) -> Shape:
    """Return a shape in the middle, from its right half."""
    return Shape(ink, points, "half", sharp=sharp, shaded=shaded, inside=inside)


def pair(ink: Ink, *points: Point, sharp: bool = False, shaded: bool = False, inside: bool = False) -> Shape:
    """Return a pair of shapes, from the right one."""
    return Shape(ink, points, "pair", sharp=sharp, shaded=shaded, inside=inside)


def one(ink: Ink, *points: Point, sharp: bool = False, shaded: bool = False, inside: bool = False) -> Shape:
    """Return a single shape."""
    return Shape(ink, points, sharp=sharp, shaded=shaded, inside=inside)


def disc(ink: Ink, x: float, y: float, across: float, down: float | None = None, *, both: bool = False) -> Shape:
    """Return a disc on another shape, or a pair of them."""
    side: Side = "pair" if both else "all"
    return Shape(ink, ellipse((x, y), across, down, 18), side, sharp=True, line=10, inside=True)


def line(width: float, *points: Point, both: bool = False) -> Shape:
    """Return a line, or a pair of them."""
    return Shape("", points, "pair" if both else "all", line=width, inside=True)


def loop(width: float, middle: Point, across: float, down: float, *, both: bool = False) -> Shape:
    """Return a line around an ellipse, or a pair of them."""
    around = ellipse(middle, across, down, 20)
    return Shape("", (*around, around[0]), "pair" if both else "all", sharp=True, line=width, inside=True)
