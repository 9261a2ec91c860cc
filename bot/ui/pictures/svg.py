"""Writing scenes as SVG: text stays text, illustrations are written once, and pieces can be followed and described.

The elements are the ones that both a file of its own and a page can hold. Everything that people wrote is escaped.
"""

import sys
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from math import ceil, log10
from typing import Final

from msgspec import Struct

from bot.ui.fonts.font_files import Typeface
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import (
    DRAWN,
    UNMOVED,
    Affine,
    Frame,
    Group,
    Illustration,
    Image,
    Item,
    Outline,
    Path,
    Photo,
    Point,
    Scene,
    Text,
    chained,
    moved,
    size_of,
)
from bot.ui.pictures.text import Anchor, font

FINENESS: Final = 1200
"""The number of distinguishable places along a scene's width, at least: more than a card ever has pixels."""

MEASURE: Final = 1000
"""The font size at which the height of letters is measured."""

SIDES: Final = {"l": None, "m": "middle", "r": "end"}
"""How the first letter of an anchor is written."""

TITLE: Final = "i"
"""The class of texts in the titles' typeface."""


class Piece(Struct, frozen=True):
    """A part of a scene that stays together, written relative to its own place, so that equal parts are equal text.

    Attributes:
        id: the name by which a viewer may follow it; empty for everything that has none.
        description: what it shows, for people who cannot see it; can be empty.
        at: its place in the scene.
        elements: its elements in their order.
    """

    id: str
    description: str
    at: Point
    elements: tuple[str, ...]


class SvgWriter:
    """Writes scenes that share their illustrations.

    Attributes:
        definitions: the elements that the pieces refer to: a symbol for each illustration, and clip paths.

    Args:
        prefix: the beginning of the definitions' ids, so that several writers can share a page.
    """

    def __init__(self, prefix: str = "") -> None:
        self.definitions: list[str] = []
        self._prefix = prefix
        self._symbols: dict[Illustration, tuple[str, float]] = {}
        self._clips: dict[str, str] = {}

    def pieces(self, scene: Scene) -> tuple[Piece, ...]:
        """Return a scene's pieces from back to front; adjacent things without an id are one piece."""
        sys.audit(DRAWN, scene, FINENESS)
        found: list[Piece] = []
        loose: list[Item] = []
        for item in scene.items:
            if isinstance(item, Group) and item.id:
                found += self._loose(loose, scene.width)
                loose = []
                found.append(self._piece(item.id, item.description, (item,), scene.width))
            else:
                loose.append(item)
        return (*found, *self._loose(loose, scene.width))

    def _loose(self, items: list[Item], width: float) -> tuple[Piece, ...]:
        return (self._piece("", "", items, width),) if items else ()

    def _piece(self, name: str, description: str, items: Iterable[Item], width: float) -> Piece:
        items = tuple(items)
        left, top = _corner(items, UNMOVED)
        elements = tuple(self._written(items, (1, 0, 0, 1, -left, -top), _digits(width)))
        return Piece(name, description, (left, top), elements)

    def _written(self, items: Iterable[Item], by: Affine, digits: int) -> Iterator[str]:
        """Yield the elements of things whose coordinates are mapped."""
        scale = size_of(by)
        for item in items:
            match item:
                case Path():
                    yield _path(item, by, digits)
                case Frame():
                    yield _frame(item, by, digits)
                case Text():
                    yield _text(item, by, digits)
                case Image():
                    name, tall = self._symbol(item.source)
                    ((x, y),) = moved(((item.left, item.top),), by)
                    wide = item.width * scale
                    numbers = _numbers(digits, x=x, y=y, width=wide, height=wide * tall)
                    yield element("use", href=f"#{name}", **numbers)
                case Photo():
                    ((x, y),) = moved(((item.left, item.top),), by)
                    side = item.width * scale
                    data = f"data:image/png;base64,{b64encode(item.content).decode()}"
                    yield element("image", href=data, **_numbers(digits, x=x, y=y, width=side, height=side))
                case Group() if item.clip:
                    yield self._clipped(item, by, digits)
                case Group():
                    yield from self._written(item.items, chained(by, item.place), digits)

    def _clipped(self, group: Group, by: Affine, digits: int) -> str:
        inner = "".join(self._written(group.items, chained(by, group.place), digits))
        shape = element("path", d=_line(moved(group.clip, by), digits, closed=True))
        name = self._clips.get(shape)
        if name is None:
            name = self._clips[shape] = f"{self._prefix}c{len(self._clips)}"
            self.definitions.append(element("clipPath", shape, id=name))
        return element("g", inner, clip_path=f"url(#{name})")

    def _symbol(self, source: Illustration) -> tuple[str, float]:
        """Return the name of an illustration's symbol, and its height as a share of its width."""
        known = self._symbols.get(source)
        if known is not None:
            return known
        scene = source.scene()
        digits = _digits(scene.width)
        inner = "".join(self._written(scene.items, UNMOVED, digits))
        name = f"{self._prefix}s{len(self._symbols)}"
        self.definitions.append(element("symbol", inner, id=name, viewBox=view_box(scene)))
        self._symbols[source] = known = (name, scene.height / scene.width)
        return known


def placed(piece: Piece) -> str:
    """Return a piece as an element in its place; screen readers and pointers find its description."""
    x, y = (_number(each, 2) for each in piece.at)
    title = element("title", said(piece.description)) if piece.description else ""
    inner, role = "".join((title, *piece.elements)), "img" if title else None
    return element("g", inner, transform=f"translate({x} {y})", data_id=said(piece.id) or None, role=role)


def view_box(scene: Scene) -> str:
    """Return a scene's size as the coordinates that an element shows."""
    return f"0 0 {_number(scene.width, 2)} {_number(scene.height, 2)}"


def element(name: str, inner: str = "", /, **attributes: str | None) -> str:
    """Return an element with attributes, which are escaped already, and leave out those that are None."""
    shown = [f' {key.replace("_", "-")}="{value}"' for key, value in attributes.items() if value is not None]
    start = f"<{name}{''.join(shown)}"
    return f"{start}>{inner}</{name}>" if inner else f"{start}/>"


def said(text: str) -> str:
    """Return text as the content of an element or attribute: nothing in it is markup or changes its direction."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def _corner(items: Iterable[Item], by: Affine) -> Point:
    """Return the left and the top of what things are placed by."""
    points = list(_points(items, by))
    return (min(x for x, _ in points), min(y for _, y in points)) if points else (0, 0)


def _points(items: Iterable[Item], by: Affine) -> Iterator[Point]:
    for item in items:
        match item:
            case Path():
                for outline in item.outlines:
                    yield from moved(outline, by)
            case Frame() | Text():
                yield from moved((item.at,), by)
            case Image() | Photo():
                yield from moved(((item.left, item.top),), by)
            case Group():
                yield from _points(item.items, chained(by, item.place))


def _digits(width: float) -> int:
    """Return how many decimal places coordinates need in a scene of this width."""
    return max(0, ceil(log10(FINENESS / width)))


def _number(value: float, digits: int) -> str:
    """Return a number in its shortest form."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.removeprefix("0") if text.startswith("0.") else text.replace("-0.", "-.", 1)


def _colour(colour: Colour) -> str:
    red, green, blue = (f"{part:02x}" for part in colour)
    short = all(part[0] == part[1] for part in (red, green, blue))
    return f"#{red[0]}{green[0]}{blue[0]}" if short else f"#{red}{green}{blue}"


def _path(path: Path, by: Affine, digits: int) -> str:
    outlines = [moved(outline, by) for outline in path.outlines]
    if path.fill is not None:
        outlines = [_clockwise(each) for each in outlines]
    data = "".join(_line(each, digits, closed=path.closed) for each in outlines)
    fill = "none" if path.fill is None else _colour(path.fill)
    return element("path", d=data, fill=fill, **_stroke(path.stroke, path.width * size_of(by), digits))


def _clockwise(outline: Outline) -> Outline:
    """Return an outline with a definite turn: outlines that overlap then never cut holes into each other."""
    area = sum(x * v - u * y for (x, y), (u, v) in zip(outline, (*outline[1:], outline[0]), strict=True))
    return outline if area >= 0 else outline[::-1]


def _line(outline: Outline, digits: int, *, closed: bool) -> str:
    """Return the path data of an outline: its first point, and the way from each point to the next."""
    unit = 10**digits
    places = [(round(x * unit), round(y * unit)) for x, y in outline]
    (x, y), *others = places
    parts = ["M", _number(x / unit, digits), _spaced(_number(y / unit, digits)), "l" if others else ""]
    for number, (u, v) in enumerate(others):
        across, down = _number((u - x) / unit, digits), _number((v - y) / unit, digits)
        parts += [_spaced(across) if number else across, _spaced(down)]
        x, y = u, v
    return "".join((*parts, "z" if closed else ""))


def _spaced(number: str) -> str:
    """Return a number that follows another one."""
    return number if number.startswith("-") else f" {number}"


def _stroke(colour: Colour | None, width: float, digits: int) -> dict[str, str | None]:
    return {} if colour is None else {"stroke": _colour(colour), "stroke_width": _number(width, digits + 1)}


def _numbers(digits: int, **numbers: float) -> dict[str, str | None]:
    return {name: _number(number, digits) for name, number in numbers.items()}


def _frame(frame: Frame, by: Affine, digits: int) -> str:
    scale = size_of(by)
    ((x, y),) = moved((frame.at,), by)
    wide, high, line = frame.size[0] * scale, frame.size[1] * scale, frame.line * scale
    half = line / 2
    radius = max(0, min(frame.radius * scale, wide / 2, high / 2) - half)
    shape = _numbers(digits, x=x + half, y=y + half, width=wide - line, height=high - line, rx=radius)
    fill = "none" if frame.fill is None else _colour(frame.fill)
    return element("rect", **shape, fill=fill, **_stroke(frame.stroke, line, digits))


def _text(text: Text, by: Affine, digits: int) -> str:
    size = text.size * size_of(by)
    ((x, y),) = moved((text.at,), by)
    return element(
        "text",
        said(text.text),
        **_numbers(digits, x=x, y=y + size * _baseline(text.anchor, text.typeface), font_size=size),
        fill=_colour(text.colour),
        text_anchor=SIDES[text.anchor[0]],
        **({"class": TITLE} if text.typeface == "title" else {}),
    )


@cache
def _baseline(anchor: Anchor, typeface: Typeface) -> float:
    """Return how far below its anchor a text's baseline is, as a multiple of the font size."""
    above, below = font(MEASURE, typeface).getmetrics()
    return (above if anchor[1] == "a" else (above - below) / 2) / MEASURE
