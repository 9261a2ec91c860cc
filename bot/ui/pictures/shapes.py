"""Shapes with smooth edges, in units of the caller's choice, and frames for cards and spaces."""

from collections.abc import Callable, Iterable
from math import cos, pi, sin
from typing import Final, TypeAlias

from msgspec import Struct
from PIL import Image as Raster

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.painter import paint
from bot.ui.pictures.scene import Frame, Group, Outline, Path, Point, Scene, Text, box, ellipse, rounded
from bot.ui.pictures.text import Anchor, fitted, width

SPRITES: Final = 512
"""The number of small shapes of each kind to cache."""

Box: TypeAlias = tuple[float, float, float, float]


class Pen:
    """Collects shapes as paths of a scene, in units of the caller's choice."""

    def __init__(self) -> None:
        self.paths: list[Path] = []

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        """Fill a polygon."""
        self.paths.append(Path((tuple(points),), fill))

    def outline(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a closed line through points, with rounded corners."""
        self.paths.append(Path((tuple(points),), stroke=colour, width=width))

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a line through points."""
        self.paths.append(Path((tuple(points),), stroke=colour, width=width, closed=False))

    def ellipse(self, place: Box, fill: Colour) -> None:
        """Fill an ellipse."""
        left, top, right, bottom = place
        self.polygon(ellipse(((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2), fill)

    def bowl(self, box: Box, fill: Colour) -> None:
        """Fill the lower half of an ellipse."""
        left, top, right, bottom = box
        whole = ellipse(((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2)
        self.polygon(whole[: len(whole) // 2 + 1], fill)

    def rounded(
        self, box: Box, fill: Colour | None, radius: float, edge: Colour | None = None, width: float = 0
    ) -> None:
        """Draw a rectangle with round corners; its edge lies inside it."""
        left, top, right, bottom = box
        if edge is None:
            self.paths.append(Path((rounded(left, top, right, bottom, radius),), fill))
            return
        half = width / 2
        inner = rounded(left + half, top + half, right - half, bottom - half, max(0, radius - half))
        self.paths.append(Path((inner,), fill, edge, width))

    def frame(self, box: Box, colour: Colour, radius: float, width: float) -> None:
        """Draw the outline of a rectangle with round corners."""
        self.rounded(box, None, radius, colour, width)


def smooth(wide: int, high: int, unit: float, draw: Callable[[Pen], None]) -> Raster.Image:
    """Return a smooth-edged shape on a transparent background; `unit` is the number of pixels per unit of measure."""
    pen = Pen()
    draw(pen)
    return paint(Scene(wide / unit, high / unit, tuple(pen.paths)), wide)


def place(onto: Raster.Image, shape: Raster.Image, left: float, top: float) -> None:
    """Paste a shape onto a picture, which stays visible through the shape's transparent parts."""
    onto.paste(shape, (round(left), round(top)), shape)


class Back(Struct, frozen=True):
    """The back of a card: diagonal stripes inside an edge."""

    size: Point
    radius: float
    paper: Colour
    edge: Colour
    line: float

    def scene(self) -> Scene:
        """Return the back as a scene."""
        wide, high = self.size
        pen, step = Pen(), wide / 9
        pen.polygon(box(0, 0, wide, high), self.paper)
        for number in range(1, 2 + int((wide + high) / step)):
            line = [(number * step, 0), (number * step - high, high)]
            pen.line(line, mixed(self.paper, self.edge, 0.14), step / 4)
        stripes = Group(tuple(pen.paths), clip=rounded(0, 0, wide, high, self.radius))
        return Scene(wide, high, (stripes, Frame((0, 0), self.size, self.radius, None, self.edge, self.line)))


RAYS: Final = 22
"""How many rays spread around a point."""

BUTTON: Final[Colour] = (88, 101, 242)
"""The colour of the buttons that choose a card."""


def dashed_at(at: Point, size: Point, colour: Colour, dash: int, line: int) -> tuple[Path, ...]:
    """Return a dashed rectangle as parts of a scene, with a dash around every corner."""
    (left, top), near, far = at, line // 2, line - line // 2
    right, bottom = left + size[0], top + size[1]
    across = [box(start, y - near, end, y + far) for start, end in _dashes(left, right, dash) for y in (top, bottom)]
    down = [box(x - near, start, x + far, end) for start, end in _dashes(top, bottom, dash) for x in (left, right)]
    return tuple(Path((each,), colour) for each in (*across, *down))


def line_at(
    at: Point, text: str, room: int, sizes: tuple[int, int], colour: Colour, anchor: Anchor = "mm"
) -> tuple[Text, float]:
    """Return a line as a part of a scene, at the largest size that fits between two, and the line's width."""
    fit = fitted(text, room, *sizes)
    line = "".join(fit.lines)
    return Text(line, at, fit.size, colour, anchor), width(line, fit.size)


def _dashes(start: float, end: float, dash: float) -> Iterable[tuple[float, float]]:
    """Divide a side into dashes and gaps of about equal length, starting and ending with a dash."""
    count = max(1, round((end - start) / dash / 2))
    step = (end - start) / (2 * count + 1)
    return [(start + 2 * number * step, start + (2 * number + 1) * step) for number in range(count + 1)]


def star(points: int, inner: float, middle: Point, radius: float) -> list[Point]:
    """Return a star's corners; `inner` is the radius of the notches between its points, as a share of `radius`."""
    around = [pi * number / points for number in range(2 * points)]
    reach = [radius if number % 2 == 0 else radius * inner for number in range(2 * points)]
    return [(middle[0] + far * sin(turn), middle[1] - far * cos(turn)) for turn, far in zip(around, reach, strict=True)]


def rays(middle: Point, outline: Outline) -> tuple[Outline, ...]:
    """Return rays from a point to parts of an outline around it."""
    edge = _dense(outline)
    step = len(edge) / RAYS
    rays = []
    for number in range(RAYS):
        start, end = int(number * step), int(number * step + step * (0.38 + 0.12 * (number % 3)))
        rays.append((middle, *edge[start : end + 1]))
    return tuple(rays)


def _dense(outline: Outline) -> list[Point]:
    """Return an outline with points at most some 12 pixels apart."""
    points: list[Point] = []
    for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
        steps = max(1, round((abs(to_x - x) + abs(to_y - y)) / 12))
        points += [(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(steps)]
    return points
