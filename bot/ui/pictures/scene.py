"""Scenes: pictures as shapes, texts and illustrations, which are painted as pixels or written as SVG.

Coordinates start at the upper left. A scene has a size of its own; the painter chooses the number of pixels.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import cos, hypot, pi, radians, sin
from typing import Final, Protocol, TypeAlias

from msgspec import Struct

from bot.ui.fonts.font_files import Typeface
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.text import Anchor

Point: TypeAlias = tuple[float, float]
Outline: TypeAlias = tuple[Point, ...]

Affine: TypeAlias = tuple[float, float, float, float, float, float]
"""A mapping of points: (a, b, c, d, e, f) maps (x, y) to (ax + cy + e, bx + dy + f), as in SVG."""

UNMOVED: Final[Affine] = (1, 0, 0, 1, 0, 0)

DRAWN: Final = "bot.ui.pictures.drawn"
"""The auditing event (`sys.audit`) of each picture that is painted or written: its scene, and its width in pixels."""


class Path(Struct, frozen=True):
    """Outlines in one colour; each outline is filled by itself.

    Attributes:
        fill: the colour inside; None for lines only.
        stroke: the colour of the lines, which have round ends and corners.
        width: the width of the lines.
        closed: whether each line returns to its beginning.
    """

    outlines: tuple[Outline, ...]
    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0
    closed: bool = True


class Frame(Struct, frozen=True):
    """A rectangle with round corners, which is never turned: the left, top, width and height of its outer edge.

    Attributes:
        fill: the colour inside; None for the edge only.
        stroke: the colour of the edge, which lies inside the rectangle.
        line: the width of the edge.
    """

    at: Point
    size: Point
    radius: float
    fill: Colour | None
    stroke: Colour
    line: float


class Text(Struct, frozen=True):
    """A line of text: what it says, where, and its font size.

    Attributes:
        rim: the colour of a line around the letters; None for none.
        line: the width of that line.
    """

    text: str
    at: Point
    size: float
    colour: Colour
    anchor: Anchor = "mm"
    typeface: Typeface = "text"
    rim: Colour | None = None
    line: float = 0


class Illustration(Protocol):
    """Anything that is drawn as a scene of its own. It is hashable, so that its pixels can be kept."""

    def scene(self) -> "Scene":
        """Return the scene."""

    def __hash__(self) -> int:
        """Return the same number for equal illustrations."""


class Image(Struct, frozen=True):
    """An illustration in a box: the box's left, top and width. The height follows from the illustration's scene."""

    source: Illustration
    left: float
    top: float
    width: float


class Photo(Struct, frozen=True):
    """A square picture from elsewhere, as a PNG: the file, its left, top and width."""

    content: bytes
    left: float
    top: float
    width: float


class Group(Struct, frozen=True):
    """Things that belong together.

    Attributes:
        place: where they are: the mapping of their coordinates to those around the group.
        clip: an outline around the group; nothing of it is visible outside.
        id: a name by which a viewer may follow the thing from picture to picture; empty if the viewer may not.
        description: what the group shows, for people who cannot see it.
    """

    items: "tuple[Item, ...]"
    place: Affine = UNMOVED
    clip: Outline = ()
    id: str = ""
    description: str = ""


Item: TypeAlias = Path | Frame | Text | Image | Photo | Group


class Scene(Struct, frozen=True):
    """A picture: its size, and its things from back to front. What nothing covers is transparent."""

    width: float
    height: float
    items: tuple[Item, ...]


def layered(items: Iterable[Item]) -> list[Item]:
    """Return shapes before pictures, and these before writing, otherwise in order: few layers are painted quickly."""
    return sorted(items, key=lambda item: 2 if isinstance(item, Text) else 0 if isinstance(item, Path | Frame) else 1)


class Names:
    """Gives the pieces of one scene names by which a viewer can follow them: equal pieces are numbered."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def __call__(self, *parts: object) -> str:
        """Return a name made of what a viewer sees of a piece; no other piece of the scene has the same."""
        name = " ".join(str(part) for part in parts)
        self._counts[name] += 1
        return name if self._counts[name] == 1 else f"{name} #{self._counts[name]}"


def placing(
    at: Point, *, scale: float = 1, turn: float = 0, mirrored: bool = False, stretch: float = 1, about: Point = (0, 0)
) -> Affine:
    """Return the mapping that moves `about` to `at`, scaled, and turned clockwise by a number of degrees.

    With `stretch`, the height is scaled by that much more than the width.
    """
    turned = radians(turn)
    across, down = scale * (-1 if mirrored else 1), scale * stretch
    a, b, c, d = cos(turned) * across, sin(turned) * across, -sin(turned) * down, cos(turned) * down
    return (a, b, c, d, at[0] - a * about[0] - c * about[1], at[1] - b * about[0] - d * about[1])


def chained(outer: Affine, inner: Affine) -> Affine:
    """Return the mapping that does the inner one first and then the outer one."""
    a, b, c, d, e, f = outer
    u, v, w, x, y, z = inner
    return (a * u + c * v, b * u + d * v, a * w + c * x, b * w + d * x, a * y + c * z + e, b * y + d * z + f)


def moved(outline: Iterable[Point], by: Affine) -> Outline:
    """Return an outline with every point mapped."""
    a, b, c, d, e, f = by
    return tuple([(a * x + c * y + e, b * x + d * y + f) for x, y in outline])


def size_of(by: Affine) -> float:
    """Return how much larger a mapping makes things, on average over both directions."""
    a, b, c, d, _, _ = by
    return float(abs(a * d - b * c) ** 0.5)


def box(left: float, top: float, right: float, bottom: float) -> Outline:
    """Return a rectangle."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def rounded(left: float, top: float, right: float, bottom: float, radius: float) -> Outline:
    """Return a rectangle with round corners."""
    corners = ((right, top, -90), (right, bottom, 0), (left, bottom, 90), (left, top, 180))
    middles = [
        (x + (-radius if x == right else radius), y + (-radius if y == bottom else radius), start)
        for x, y, start in corners
    ]
    return tuple(
        (x + radius * cos(radians(start + 15 * step)), y + radius * sin(radians(start + 15 * step)))
        for x, y, start in middles
        for step in range(7)
    )


def ellipse(middle: Point, across: float, down: float | None = None, points: int = 32) -> Outline:
    """Return an ellipse as a polygon; without `down`, a circle."""
    down = across if down is None else down
    turns = [2 * pi * number / points for number in range(points)]
    return tuple((middle[0] + across * cos(turn), middle[1] + down * sin(turn)) for turn in turns)


def stroke(points: Sequence[Point], widths: tuple[float, float, float]) -> Outline:
    """Return a brush's stroke along points as a polygon, with its widths at the start, in the middle and at the end."""
    first, middle, last = widths
    left: list[Point] = []
    right: list[Point] = []
    for number, (x, y) in enumerate(points):
        (before_x, before_y), (after_x, after_y) = points[max(0, number - 1)], points[min(len(points) - 1, number + 1)]
        length = hypot(after_x - before_x, after_y - before_y) or 1
        share = number / max(1, len(points) - 1)
        half = (first * (1 - share) ** 2 + 2 * middle * share * (1 - share) + last * share**2) / 2
        aside, along = -(after_y - before_y) / length * half, (after_x - before_x) / length * half
        left.append((x + aside, y + along))
        right.append((x - aside, y - along))
    return (*left, *reversed(right))


def curve(start: Point, by: Point, end: Point, steps: int = 14) -> Outline:
    """Return points on the curve from `start` to `end` that bends towards `by`."""
    shares = [number / steps for number in range(steps + 1)]
    return tuple(
        (
            (1 - share) ** 2 * start[0] + 2 * share * (1 - share) * by[0] + share**2 * end[0],
            (1 - share) ** 2 * start[1] + 2 * share * (1 - share) * by[1] + share**2 * end[1],
        )
        for share in shares
    )
