"""Laws of pictures: no text of a scene crosses another one, none leaves its picture, and no letter is an empty box.

The texts are measured at the sizes and with the fonts in which they are drawn.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path as FilePath
from typing import Final, TypeAlias

from fontTools.ttLib import TTFont
from msgspec import Struct

from bot.ui.fonts.font_files import FONTS, Typeface
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import (
    UNMOVED,
    Affine,
    Frame,
    Group,
    Illustration,
    Image,
    Item,
    Outline,
    Path,
    Point,
    Scene,
    Text,
    chained,
    moved,
    size_of,
)
from bot.ui.pictures.text import Anchor, placed

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels."""

SLACK: Final = 1.5
"""How many pixels of a letter may cross another one or an edge: sizes and boxes of letters are whole pixels."""

SHARED: Final = 1 / 8
"""The share of the smaller font size that two lines may have in common: accents reach up to the feet of letters."""


class Ink(Struct, frozen=True):
    """A text of a scene as it is drawn.

    Attributes:
        box: what its letters cover.
        room: the part of the picture in which it can be seen: the whole, an illustration's box, or a clip.
        size: its font size, in pixels.
        boxes: its letters that are empty boxes, because their font lacks them.
        piece: the name of the piece that it belongs to; empty for none.
        pictured: whether it belongs to an illustration.
        order: how many things of the scene are drawn before it.
    """

    text: str
    box: Box
    room: Box
    size: float
    boxes: str
    colour: Colour
    piece: str
    pictured: bool
    order: int

    @property
    def middle(self) -> Point:
        """The middle of its letters."""
        left, top, right, bottom = self.box
        return ((left + right) / 2, (top + bottom) / 2)


class Shape(Struct, frozen=True):
    """A shape of a scene: the box around it, its colour, its outlines, and how many things are drawn before it."""

    box: Box
    fill: Colour | None
    stroke: Colour | None
    outlines: tuple[Outline, ...]
    piece: str
    order: int


Mark: TypeAlias = Ink | Shape


def marks_of(scene: Scene, width: int) -> tuple[list[Ink], list[Shape]]:
    """Return the texts and the shapes of a scene that is drawn `width` pixels wide; those of illustrations are texts
    only.
    """
    marks = list(_read(scene, width, _Reader()))
    return [mark for mark in marks if isinstance(mark, Ink)], [mark for mark in marks if isinstance(mark, Shape)]


def texts_of(scene: Scene, width: int) -> list[Ink]:
    """Return the texts of a scene that is drawn `width` pixels wide."""
    return [mark for mark in _read(scene, width, _Reader(shapes=False)) if isinstance(mark, Ink)]


def _read(scene: Scene, width: int, reader: "_Reader") -> Iterator[Mark]:
    scale = width / scene.width
    room = (0.0, 0.0, float(width), float(round(scene.height * scale)))
    return reader.read(scene.items, (scale, 0, 0, scale, 0, 0), room, "")


class _Reader:
    """Reads a scene's things in the order in which they are drawn, and numbers them; its shapes only if wanted."""

    def __init__(self, *, shapes: bool = True) -> None:
        self.count = 0
        self._shapes = shapes

    def read(
        self, items: Iterable[Item], by: Affine, room: Box, piece: str, *, pictured: bool = False
    ) -> Iterator[Mark]:
        for item in items:
            self.count += 1
            match item:
                case Text():
                    if item.text.strip():
                        yield self.ink(item, by, room, piece, pictured=pictured)
                case Image() if (count := _mute(item.source)) is not None:
                    self.count += count
                case Image():
                    scene, scale = _scene_of(item.source), size_of(by)
                    ((x, y),) = moved(((item.left, item.top),), by)
                    left, top, wide = float(round(x)), float(round(y)), float(max(1, round(item.width * scale)))
                    larger = wide / scene.width
                    inner = (left, top, left + wide, top + round(scene.height * larger))
                    yield from self.read(scene.items, (larger, 0, 0, larger, left, top), inner, piece, pictured=True)
                case Group():
                    seen = bounds(moved(item.clip, by)) if item.clip else room
                    yield from self.read(item.items, chained(by, item.place), seen, item.id or piece, pictured=pictured)
                case Path() if self._shapes and not pictured:
                    outlines = tuple(moved(outline, by) for outline in item.outlines)
                    box = bounds([point for outline in outlines for point in outline])
                    yield Shape(box, item.fill, item.stroke, outlines, piece, self.count)
                case Frame() if self._shapes and not pictured:
                    (left, top), (wide, high) = item.at, item.size
                    box = bounds(moved(((left, top), (left + wide, top + high)), by))
                    yield Shape(box, item.fill, item.stroke, (), piece, self.count)
                case _:
                    pass

    def ink(self, text: Text, by: Affine, room: Box, piece: str, *, pictured: bool) -> Ink:
        ((x, y),) = moved((text.at,), by)
        size = max(1, round(text.size * size_of(by)))
        (left, top, right, bottom), boxes = _letters(text.text, size, text.anchor, text.typeface)
        box = (x + left, y + top, x + right, y + bottom)
        return Ink(text.text, box, room, size, boxes, text.colour, piece, pictured, self.count)


@lru_cache(2**10)
def _scene_of(source: Illustration) -> Scene:
    """Return the scene of an illustration; the same ones are in many pictures."""
    return source.scene()


@lru_cache(2**12)
def _mute(source: Illustration) -> int | None:
    """Return of how many things an illustration without any text is drawn; None if it has some."""
    reader, scene = _Reader(shapes=False), _scene_of(source)
    is_mute = not any(reader.read(scene.items, UNMOVED, (0, 0, scene.width, scene.height), "", pictured=True))
    return reader.count if is_mute else None


@lru_cache(2**14)
def _letters(text: str, size: int, anchor: Anchor, typeface: Typeface) -> tuple[Box, str]:
    """Return the box around the letters of a text, measured from its anchor, and the letters that their font lacks."""
    corners: list[Point] = []
    missing = ""
    for part in placed((0, 0), text, size, anchor, typeface):
        (x, y), (left, top, right, bottom) = (
            part.at,
            part.font.getbbox(part.text, direction=part.direction, anchor=part.anchor),
        )
        corners += [(x + left, y + top), (x + right, y + bottom)]
        if not part.text.isascii():
            missing += lacking(part.text, FilePath(str(part.font.path)))
    return bounds(corners or [(0, 0)]), missing


def know_fonts() -> None:
    """Read the letters of all fonts, which takes longer than to judge a picture."""
    for path in {font.path for fonts in FONTS.values() for font in fonts.files if font.path is not None}:
        _codes(path)


def lacking(text: str, file: FilePath) -> str:
    """Return the letters of a text that a font lacks."""
    return "".join(letter for letter in text if ord(letter) not in _codes(file))


@cache
def _codes(file: FilePath) -> frozenset[int]:
    """Return the letters of a font, as another program reads them."""
    with TTFont(file, fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())


def bounds(points: Iterable[Point]) -> Box:
    """Return the box around points."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


class Deliberate(Struct, frozen=True):
    """Texts that cross on purpose: why, and whether two texts of a piece, the first one below, are such texts."""

    reason: str
    are_such: Callable[[Ink, Ink], bool]


DELIBERATE: Final[Mapping[str, Deliberate]] = {
    "glitch": Deliberate(
        "a glitch is a misprint: its title is written again beside itself",
        lambda below, above: below.text == above.text,
    ),
}
"""The overlaps that are meant, by the first word of the name of the piece in which they are."""


def text_faults(scene: Scene, width: int, deliberate: Mapping[str, Deliberate] = DELIBERATE) -> list[str]:
    """Return each text with empty boxes or outside its room, and each two that cross, in a scene of this width."""
    inks = texts_of(scene, width)
    found = [f"{ink.text!r} has empty boxes in place of {ink.boxes!r}" for ink in inks if ink.boxes]
    found += [f"{ink.text!r} leaves its room by {out:.0f} pixels" for ink in inks if (out := _outside(ink)) > SLACK]
    for below, above in _pairs(inks):
        across, down = _common(below.box, above.box)
        is_crossed = across > SLACK and down > max(SLACK, SHARED * min(below.size, above.size))
        if is_crossed and not _is_deliberate(below, above, deliberate):
            found.append(f"{below.text!r} is crossed by {above.text!r}, {across:.0f} by {down:.0f} pixels")
    return found


def _pairs(inks: Iterable[Ink]) -> Iterator[tuple[Ink, Ink]]:
    """Yield each two texts that are in part at the same height, the one that is drawn first before the other."""
    downwards = sorted(inks, key=lambda ink: ink.box[1])
    for number, one in enumerate(downwards):
        for other in downwards[number + 1 :]:
            if other.box[1] >= one.box[3]:
                break
            yield (one, other) if one.order < other.order else (other, one)


def _common(one: Box, other: Box) -> tuple[float, float]:
    """Return the width and the height that two boxes have in common; negative if they are apart."""
    return min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])


def _outside(ink: Ink) -> float:
    """Return how many pixels of a text are outside of its room."""
    left, top, right, bottom = ink.box
    return max(ink.room[0] - left, ink.room[1] - top, right - ink.room[2], bottom - ink.room[3])


def _is_deliberate(below: Ink, above: Ink, deliberate: Mapping[str, Deliberate]) -> bool:
    meant = deliberate.get(below.piece.partition(" ")[0])
    return meant is not None and below.piece == above.piece and meant.are_such(below, above)
