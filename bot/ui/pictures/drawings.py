"""Drawings kept as SVG files beside the code: a few inks by name, and paths of straight lines.

A file may use only this: `<path class="k" d="M..l..z"/>` fills with the ink k, and `<path class="k line"
stroke-width="5" d="..."/>` draws lines. So any drawing program shows a drawing, and any palette prints it.
"""

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Final

from msgspec import Struct

from bot.ui.pictures.byte_cache import ByteCache, size_of
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import Outline, Path

_PATH: Final = re.compile(r'<path\sclass="(\w+)(\sline)?"(?:\sstroke-width="([\d.]+)")?\sd="([^"]+)"/>')
_OUTLINE: Final = re.compile(r"M([^Mz]+)(z?)")
_NUMBER: Final = re.compile(r"-?\d*\.?\d+")


class DrawingMark(Struct, frozen=True):
    """Outlines in one ink; with a width, lines instead of areas."""

    ink: str
    outlines: tuple[Outline, ...]
    width: float = 0
    closed: bool = True


KEPT: Final = ByteCache[tuple[DrawingMark, ...]](12 << 20)
"""The drawings that were used last. All that there are take nine megabytes; with less room they would drive each other
out, and reading them again takes a fifth of the time of a picture."""


def drawing(package: str, name: str) -> tuple[DrawingMark, ...]:
    """Return the marks of the drawing `drawings/<name>.svg` in a package. Raises FileNotFoundError if there is none."""
    marks = KEPT.get((package, name))
    if marks is None:
        marks = _read(package, name)
        KEPT.keep((package, name), marks, size_of(marks))
    return marks


def _read(package: str, name: str) -> tuple[DrawingMark, ...]:
    content = files(package).joinpath("drawings", f"{name}.svg").read_text("utf-8")
    return tuple(_mark(*found.groups()) for found in _PATH.finditer(content))


def _mark(ink: str, line: str | None, width: str | None, data: str) -> DrawingMark:
    found = [(_outline(numbers), end) for numbers, end in _OUTLINE.findall(data)]
    outlines = tuple(outline for outline, _ in found)
    return DrawingMark(ink, outlines, float(width or 0) if line else 0, all(end for _, end in found))


def _outline(data: str) -> Outline:
    numbers = [float(number) for number in _NUMBER.findall(data)]
    x, y = numbers[0], numbers[1]
    points = [(x, y)]
    for across, down in zip(numbers[2::2], numbers[3::2], strict=True):
        x += across
        y += down
        points.append((x, y))
    return tuple(points)


def printed(marks: Iterable[DrawingMark], inks: Mapping[str, Colour]) -> tuple[Path, ...]:
    """Return marks as shapes in the colours of their inks."""
    return tuple(
        Path(mark.outlines, stroke=inks[mark.ink], width=mark.width, closed=mark.closed)
        if mark.width
        else Path(mark.outlines, inks[mark.ink])
        for mark in marks
    )
