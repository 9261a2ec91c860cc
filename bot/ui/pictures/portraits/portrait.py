"""Portraits: faces cut as linocuts, each put together from a few parts, on a ground of rays, rings or strips."""

from collections.abc import Iterable
from math import pi
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.cuts import SIDE, WoodBlock
from bot.ui.pictures.drawings import DrawingMark, printed
from bot.ui.pictures.portraits.features import FEATURES
from bot.ui.pictures.portraits.hair import HAIR
from bot.ui.pictures.portraits.heads import HEADS
from bot.ui.pictures.portraits.shapes import Shape
from bot.ui.pictures.scene import Group, Outline, Path, Point, Scene, box, ellipse, placing

Ground: TypeAlias = Literal["rays", "rings", "strips", "night"]

MIDDLE: Final = SIDE / 2

RING: Final = 40
"""The width of the line of paper that sets a figure off from its ground."""

REGISTER: Final[Point] = (-6, -5)
"""How far the inks are printed beside their lines."""

ROWS: Final = 17
"""How far apart the cuts of a shadow are."""

NEARER, FACE = 1.14, 292
"""How much larger a face is in a round frame, and the height that is then in its middle."""

PARTS: Final = {**HEADS, **FEATURES, **HAIR}
"""All parts, by name."""


class Inks(Struct, frozen=True):
    """The colours of a portrait: the key block, two inks, and the skin, fur or metal of the face."""

    key: Colour
    first: Colour
    second: Colour
    skin: Colour
    paper: Colour = (250, 240, 219)


class Portrait(Struct, frozen=True):
    """A face.

    Attributes:
        seed: what the hand that cuts the ground is seeded with.
        parts: the names of its parts, from back to front.
    """

    seed: str
    inks: Inks
    ground: Ground
    parts: tuple[str, ...]

    def scene(self) -> Scene:
        """Return the portrait as a square scene."""
        colours = self.inks
        inks = {"k": colours.key, "a": colours.first, "b": colours.second, "s": colours.skin, "p": colours.paper}
        shapes = [shape for part in self.parts for shape in PARTS[part]]
        rings = [DrawingMark("p", shape.outlines(), RING) for shape in shapes if shape.ink and not shape.inside]
        marks = [mark for shape in shapes for mark in _cut(shape)]
        return Scene(SIDE, SIDE, printed((*_ground(self.seed, self.ground), *rings, *marks), inks))


class Medallion(Struct, frozen=True):
    """A portrait in a round frame, for a small place: the face fills it."""

    portrait: Portrait

    def scene(self) -> Scene:
        """Return the round portrait as a scene."""
        rim = ellipse((MIDDLE, MIDDLE), MIDDLE - 9, points=72)
        near = placing((MIDDLE, MIDDLE), scale=NEARER, about=(MIDDLE, FACE))
        face = Group(self.portrait.scene().items, near, clip=rim)
        key = self.portrait.inks.key
        return Scene(SIDE, SIDE, (Path((rim,), key), face, Path((rim,), stroke=key, width=18)))


def _cut(shape: Shape) -> Iterable[DrawingMark]:
    """Cut a shape: its ink a little beside the paper that it is printed on, the shadow on its right, and its line."""
    outlines = shape.outlines()
    if shape.ink == "k":
        yield DrawingMark("k", outlines)
        return
    if shape.ink:
        yield DrawingMark("p", outlines)
        yield DrawingMark(
            shape.ink, tuple(tuple((x + REGISTER[0], y + REGISTER[1]) for x, y in each) for each in outlines)
        )
        if shape.shaded:
            yield DrawingMark("k", tuple(cut for each in outlines for cut in _shadow(each)))
    yield DrawingMark("k", outlines, shape.line, bool(shape.ink))


def _shadow(outline: Outline) -> Iterable[Outline]:
    """Cut wedges from the right edge of an outline inwards, as if light fell from the upper left."""
    top, bottom = min(y for _, y in outline), max(y for _, y in outline)
    for number in range(1, int((bottom - top) / ROWS)):
        down = top + number * ROWS
        across = sorted(_crossings(outline, down))
        if len(across) > 1:
            right, span = across[-1], across[-1] - across[0]
            long = span * (0.13 + 0.05 * (number * 7 % 5) / 4)
            yield ((right, down - 5), (right, down + 5), (right - long, down + 1))


def _crossings(outline: Outline, down: float) -> Iterable[float]:
    for (x, y), (far, low) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y <= down) != (low <= down):
            yield x + (far - x) * (down - y) / (low - y)


def _ground(seed: str, ground: Ground) -> list[DrawingMark]:
    """Cut what is behind a face."""
    block = WoodBlock(seed)
    block.fill("k" if ground == "night" else "a", box(-10, -10, SIDE + 10, SIDE + 10))
    match ground:
        case "rays":
            block.rays("p", (MIDDLE, 330), 22, 240, 9, (0, 2 * pi))
        case "rings":
            block.rings("p", (MIDDLE, 300), 215, 38, 8, 6)
        case "strips":
            block.strips("p", (10, SIDE), 34, 9, 0.62)
        case "night":
            block.rays("a", (MIDDLE, 300), 26, 235, 9, (0, 2 * pi))
    return block.marks
