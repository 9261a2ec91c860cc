"""Layout: boxes that share a room, side by side or one below the other, and become things of a scene.

A box says how much room it needs, and draws itself in the room that it is given. Boxes that grow share what the others
leave of a room; if none grows, they stand in its middle. All numbers are in the units of the scene.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Final, Literal, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.fonts.font_files import Typeface
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import Frame, Item, Point, Scene, Text
from bot.ui.pictures.text import FITTED, Anchor, Fitted, fitted, width

Sizes: TypeAlias = tuple[int, int]
"""The largest and the smallest font size of a text."""

Side: TypeAlias = Literal["left", "middle", "right"]
"""The side of its room at which a text stands."""

_ANCHORS: Final[dict[Side, tuple[Anchor, float]]] = {"left": ("lm", 0), "middle": ("mm", 0.5), "right": ("rm", 1)}

RAISED: Final = 0.04
"""How far titles are raised, as a share of their size: they have more room above their letters than below."""

LEADING: Final[dict[Typeface, float]] = {"title": 0.96, "text": 1.12}
"""The distance between the lines of a text, as a multiple of its size."""

WHOLE: Final = 10**4
"""A width in which every text fits."""


class Room(Struct, frozen=True):
    """A rectangle of a picture: its left, top, width and height."""

    left: float
    top: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """The point in its middle."""
        return (self.left + self.width / 2, self.top + self.height / 2)


class Box(Protocol):
    """Anything that needs room and can be drawn in it."""

    @property
    def grow(self) -> float:
        """Its share of what boxes that do not grow leave of a room, as a multiple of other shares; 0 if it does not."""

    @property
    def size(self) -> Point:
        """The width and the height that it needs."""

    def items(self, room: Room) -> list[Item]:
        """Return what it looks like in a room, from back to front."""


class Space(Struct, frozen=True):
    """Room in which nothing is."""

    width: float = 0
    height: float = 0
    grow: float = 0

    @property
    def size(self) -> Point:
        """The width and the height that it needs."""
        return (self.width, self.height)

    def items(self, room: Room) -> list[Item]:
        """Return nothing."""
        return []


class Art(Struct, frozen=True):
    """Whatever a function draws in its room."""

    draw: Callable[[Room], Iterable[Item]]
    size: Point
    grow: float = 0

    def items(self, room: Room) -> list[Item]:
        """Return what the function draws."""
        return [*self.draw(room)]


class Label(Struct, frozen=True):
    """A text in the middle of its room's height, at the largest size that fits, or cut at the smallest.

    Attributes:
        rim: the colour and the width of a line around its letters; None for none.
        wrapped: the largest and the smallest size at which a text that is too long for one line has several, and how
            many at most; more than two are smaller, so that they are no higher. None if it has one line.
        width: the width that it needs; None for that of its letters, or for none if it grows.
        most: the greatest width of its letters.
        height: the height that it needs; None for its largest size.
    """

    text: str
    sizes: Sizes
    colour: Colour
    typeface: Typeface = "text"
    side: Side = "left"
    rim: tuple[Colour, float] | None = None
    wrapped: tuple[int, int, int] | None = None
    width: float | None = None
    most: float = WHOLE
    height: float | None = None
    grow: float = 0

    @property
    def size(self) -> Point:
        """The width and the height that it needs."""
        needed = _needed(self) if self.width is None and not self.grow else self.width or 0
        return (needed, self.sizes[0] if self.height is None else self.height)

    def fit(self, room: float) -> Fitted:
        """Return its lines as they fit in a width."""
        fit = fitted(self.text, round(room), *self.sizes, 1, self.typeface)
        largest, least, most = self.wrapped or (0, 0, 1)
        for lines in range(2, most + 1):
            if fit.cut:
                fit = fitted(self.text, round(room), max(least, 2 * largest // lines), least, lines, self.typeface)
        return fit

    def laid(self, width: float) -> "Label":
        """Return it as high as its lines are in a width."""
        fit = self.fit(width)
        return replace(self, height=len(fit.lines) * fit.size * LEADING[self.typeface])

    def items(self, room: Room) -> list[Item]:
        """Return its lines."""
        fit, (anchor, share), (rim, line) = self.fit(room.width + 1), _ANCHORS[self.side], self.rim or (None, 0)
        step, raised = LEADING[self.typeface] * fit.size, RAISED * fit.size if self.typeface == "title" else 0
        x, first = room.left + share * room.width, room.middle[1] - raised - (len(fit.lines) - 1) / 2 * step
        return [
            Text(each, (x, first + at * step), fit.size, self.colour, anchor, self.typeface, rim, line)
            for at, each in enumerate(fit.lines)
        ]


@lru_cache(FITTED)
def _needed(label: Label) -> float:
    """Return the width of a label's letters."""
    fit = label.fit(label.most)
    return max((width(line, fit.size, label.typeface) for line in fit.lines), default=0)


class Plate(Struct, frozen=True):
    """A rectangle with round corners behind boxes.

    Attributes:
        edge: the colour of a line inside its edge; None for no line.
    """

    fill: Colour
    radius: float
    edge: Colour | None = None
    line: float = 1

    def frame(self, room: Room) -> Frame:
        """Return it as large as a room."""
        at, size = (room.left, room.top), (room.width, room.height)
        return Frame(at, size, self.radius, self.fill, self.edge or self.fill, self.line)


class Stack(Struct, frozen=True):
    """Boxes side by side or one below the other, each over the whole breadth of the room; see `row` and `column`."""

    boxes: tuple[Box, ...]
    is_column: bool
    gap: float
    pad: Point
    width: float | None
    height: float | None
    grow: float
    plate: Plate | None

    @property
    def size(self) -> Point:
        """The width and the height that it was given, or that its boxes need."""
        (width, height), along = self.pad, int(self.is_column)
        sizes = [box.size for box in self.boxes]
        lengths = [0 if box.grow else size[along] for box, size in zip(self.boxes, sizes, strict=True)]
        needed = [2 * width, 2 * height]
        needed[along] += sum(lengths) + self.gap * max(0, len(sizes) - 1)
        needed[1 - along] += max((size[1 - along] for size in sizes), default=0)
        return (needed[0] if self.width is None else self.width, needed[1] if self.height is None else self.height)

    def rooms(self, room: Room) -> list[Room]:
        """Return the room of each box."""
        (aside, above), along, shares = self.pad, int(self.is_column), sum(box.grow for box in self.boxes)
        left, top, breadths = room.left + aside, room.top + above, (room.width - 2 * aside, room.height - 2 * above)
        lengths = [0 if box.grow else box.size[along] for box in self.boxes]
        spare = breadths[along] - sum(lengths) - self.gap * max(0, len(lengths) - 1)
        at, rooms = 0 if shares else spare / 2, list[Room]()
        for box, length in zip(self.boxes, lengths, strict=True):
            long = spare * box.grow / shares if box.grow else length
            rooms.append(Room(left, top + at, breadths[0], long) if along else Room(left + at, top, long, breadths[1]))
            at += long + self.gap
        return rooms

    def items(self, room: Room) -> list[Item]:
        """Return what its boxes look like on its plate."""
        shown = [item for box, each in zip(self.boxes, self.rooms(room), strict=True) for item in box.items(each)]
        return shown if self.plate is None else [self.plate.frame(room), *shown]


def row(
    *boxes: Box | None,
    gap: float = 0,
    pad: Point = (0, 0),
    width: float | None = None,
    height: float | None = None,
    grow: float = 0,
    plate: Plate | None = None,
) -> Stack:
    """Put boxes side by side, with a gap between two and padding around all; None is left out."""
    return Stack(tuple(filter(None, boxes)), False, gap, pad, width, height, grow, plate)  # noqa: FBT003


def column(
    *boxes: Box | None,
    gap: float = 0,
    pad: Point = (0, 0),
    width: float | None = None,
    height: float | None = None,
    grow: float = 0,
    plate: Plate | None = None,
) -> Stack:
    """Put boxes one below the other, otherwise as `row` does."""
    return Stack(tuple(filter(None, boxes)), True, gap, pad, width, height, grow, plate)  # noqa: FBT003


def in_lines(boxes: Iterable[Box], width: float, gap: float) -> list[Stack]:
    """Put boxes side by side from the left, with gaps between, in as many rows as it takes in a width."""
    lines: list[list[Box]] = []
    left = width
    for box in boxes:
        if not lines or left + box.size[0] > width:
            lines.append([])
            left = 0
        lines[-1].append(box)
        left += box.size[0] + gap
    return [row(*line, Space(grow=1), gap=gap) for line in lines]


class Grid(Struct, frozen=True):
    """Boxes in rows of so many, all equally large; those of a last row that is not full stand in its middle."""

    boxes: tuple[Box, ...]
    columns: int
    gap: float = 0
    grow: float = 0

    @property
    def size(self) -> Point:
        """The width and the height that it needs."""
        cell = [max((box.size[axis] for box in self.boxes), default=0) + self.gap for axis in (0, 1)]
        return (self.columns * cell[0] - self.gap, -(-len(self.boxes) // self.columns) * cell[1] - self.gap)

    def items(self, room: Room) -> list[Item]:
        """Return what its boxes look like."""
        width = (room.width + self.gap) / self.columns
        height = (room.height + self.gap) / max(1, -(-len(self.boxes) // self.columns))
        items: list[Item] = []
        for number, box in enumerate(self.boxes):
            down, across = divmod(number, self.columns)
            missing = max(0, (down + 1) * self.columns - len(self.boxes))
            left, top = room.left + (across + missing / 2) * width, room.top + down * height
            items += box.items(Room(left, top, width - self.gap, height - self.gap))
        return items


def placed(box: Box, middle: Point) -> list[Item]:
    """Return what a box looks like around a point, as large as it needs."""
    width, height = box.size
    return box.items(Room(middle[0] - width / 2, middle[1] - height / 2, width, height))


def scene_of(box: Box) -> Scene:
    """Return a box as a scene that is as large as it needs."""
    width, height = box.size
    return Scene(width, height, tuple(box.items(Room(0, 0, width, height))))
