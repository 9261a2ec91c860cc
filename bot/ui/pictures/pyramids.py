"""Pyramids in three sizes, seen from above if they are standing, and from the side if they are lying and pointing."""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, PAPER, TABLE, Colour, ink_on, mixed, seat_colour
from bot.ui.pictures.scene import Group, Path, Point, Scene, box, placing
from bot.ui.pictures.shapes import Pen, line_at
from bot.ui.pictures.text import LEAST_SIGN
from engine.contract import Seat

SIDES: Final[Mapping[str, float]] = {"small": 0.68, "medium": 0.84, "large": 1.0}
"""How long the side of each size of pyramid is, as a share of the room that a large one takes up."""

PIPS: Final[Mapping[str, int]] = {"small": 1, "medium": 2, "large": 3}
"""The number of dots on each size of pyramid, so that the size is clear without a comparison."""

TURNS: Final[Mapping[str, int]] = {"north": 0, "east": 1, "south": 2, "west": 3}
"""The number of clockwise quarter turns from pointing north."""

EDGE: Final = 0.03
"""The width of the dark line around a pyramid, and of the light line around the dark one, as a share of the room."""

PIP: Final = 0.04
"""The radius of a dot, as a share of the room."""

ROOM: Final = 100
"""The room, in the units of a pyramid's scene."""


class Solid(Struct, frozen=True):
    """The shape of a pyramid that is standing or pointing north, in a unit square.

    Attributes:
        rim: the corners of the outline.
        faces: the corners of each visible face, and its shading: a colour, and how much of it to mix in.
        letter: the position and size of the seat's sign.
        pips: the y coordinate of the dots.
    """

    rim: tuple[Point, ...]
    faces: tuple[tuple[tuple[Point, ...], Colour, float], ...]
    letter: tuple[Point, float]
    pips: float


def _standing(side: float) -> Solid:
    near, far = 0.5 - side / 2, 0.5 + side / 2
    top = (0.5, 0.5)
    nw, ne, se, sw = (near, near), (far, near), (far, far), (near, far)
    faces = (
        ((nw, ne, top), PAPER, 0.3),
        ((nw, sw, top), PAPER, 0.12),
        ((ne, se, top), INK, 0.08),
        ((sw, se, top), INK, 0.16),
    )
    return Solid((nw, ne, se, sw), faces, ((0.5, 0.5 - side * 0.07), side * 0.64), far - side * 0.13)


def _lying(side: float) -> Solid:
    near, far = 0.5 - side / 2, 0.5 + side / 2
    point, west, east, foot = (0.5, near), (0.5 - side / 2, far), (0.5 + side / 2, far), (0.5, far)
    faces = (((point, west, foot), PAPER, 0.22), ((point, east, foot), INK, 0.08))
    return Solid((point, east, west), faces, ((0.5, 0.5 + side * 0.06), side * 0.48), far - side * 0.1)


class Pyramid(Struct, frozen=True):
    """A seat's pyramid with the seat's sign, standing if `facing` is "up". A large one fills its square."""

    seat: Seat
    sign: str
    size: str
    facing: str

    def scene(self) -> Scene:
        """Return the pyramid as a scene."""
        solid, pen = _solid(self.size, self.facing), Pen()
        _draw(pen, self.seat, self.size, self.facing)
        middle, height = solid.letter
        ((x, y),) = _turned([middle], TURNS.get(self.facing, 0))
        sizes, ink = (round(height * ROOM), LEAST_SIGN), ink_on(seat_colour(self.seat))
        sign, _ = line_at((x * ROOM, y * ROOM), self.sign, round(height * ROOM * 0.9), sizes, ink)
        return Scene(ROOM, ROOM, (Group(tuple(pen.paths), placing((0, 0), scale=ROOM)), sign))


class PyramidArt(Struct, frozen=True):
    """A standing pyramid as the art of a card, in its seat's colour on the table's.

    Attributes:
        size: "small", "medium" or "large".
    """

    seat: Seat
    size: str

    def scene(self) -> Scene:
        """Return the pyramid as a square scene."""
        pen = Pen()
        _draw(pen, self.seat, self.size, "up")
        ground = Path((box(-1, -1, 2, 2),), mixed(TABLE, PAPER, 0.55))
        return Scene(1.4, 1.4, (ground, Group(tuple(pen.paths), placing((0.2, 0.2)))))


def _solid(size: str, facing: str) -> Solid:
    side = SIDES[size] * (1 - 4 * EDGE)
    return _standing(side) if facing == "up" else _lying(side)


def _draw(pen: Pen, seat: Seat, size: str, facing: str) -> None:
    """Draw a pyramid without its sign in a unit square."""
    solid, turn, colour = _solid(size, facing), TURNS.get(facing, 0), seat_colour(seat)
    rim = _turned(solid.rim, turn)
    pen.outline(rim, PAPER, 4 * EDGE)
    pen.outline(rim, INK, 2 * EDGE)
    for face, light, share in solid.faces:
        pen.polygon(_turned(face, turn), mixed(colour, light, share))
    count = PIPS[size]
    pips = [(0.5 + (number - (count - 1) / 2) * 3 * PIP, solid.pips) for number in range(count)]
    for x, y in _turned(pips, turn):
        pen.ellipse((x - PIP, y - PIP, x + PIP, y + PIP), ink_on(colour))


def _turned(points: Sequence[Point], quarters: int) -> list[Point]:
    """Rotate points around the centre of a unit square, clockwise by a number of quarter turns."""
    turned = list(points)
    for _ in range(quarters):
        turned = [(1 - y, x) for x, y in turned]
    return turned
