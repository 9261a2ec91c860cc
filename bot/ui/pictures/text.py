"""Text in pictures, in two fonts that are bold enough for a phone, and in sizes that fit in a box."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import Final, Literal

from msgspec import Struct
from PIL import ImageDraw, ImageFont

from bot.ui.pictures.colours import Colour

Typeface = Literal["text", "title"]
"""Inter, for everything that is read, or Grenze, for cards' names and figures."""

FONTS: Final[Mapping[Typeface, str]] = {"text": "fonts/Inter-SemiBold.otf", "title": "fonts/Grenze-ExtraBold.ttf"}
"""The Latin letters of each typeface; their licences are in the same folder."""

FITTED: Final = 2048
"""The number of fitted texts to cache: enough for a game's cards in a few sizes and the spaces on its boards."""

Anchor = Literal["la", "ma", "ra", "lm", "mm", "rm"]
"""The anchor point of text: left, middle or right, at the top of the letters or halfway up."""


class Fitted(Struct, frozen=True):
    """Text that fits in a box: its lines, and the font size in pixels."""

    lines: tuple[str, ...]
    size: int

    @property
    def cut(self) -> bool:
        """Whether some of the text did not fit."""
        return any(line.endswith("…") for line in self.lines)


@cache
def font(size: int, typeface: Typeface = "text") -> ImageFont.FreeTypeFont:
    """Return the font at this size, in pixels."""
    return ImageFont.truetype(BytesIO(files("bot.ui.pictures").joinpath(FONTS[typeface]).read_bytes()), size)


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: int,
    colour: Colour,
    anchor: Anchor = "mm",
    typeface: Typeface = "text",
    rim: tuple[Colour, int] | None = None,
) -> None:
    """Write a line of text; `rim` is the colour and the width of a line around its letters."""
    edge, line = rim if rim is not None else (None, 0)
    said, letters = written(text, typeface), font(size, typeface)
    draw.text(at, said, colour, letters, anchor, stroke_width=line, stroke_fill=edge)


def width(text: str, size: int, typeface: Typeface = "text") -> float:
    """Return the width of a line of text in pixels."""
    return font(size, typeface).getlength(written(text, typeface))


@lru_cache(FITTED)
def written(text: str, typeface: Typeface = "text") -> str:
    """Return the text as the font can show it: letters that the font lacks become question marks."""
    return "".join(_letter(letter, typeface) for letter in text)


@lru_cache(FITTED)
def _letter(letter: str, typeface: Typeface) -> str:
    if letter.isspace():
        return " "
    if font(20, typeface).getmask(letter).getbbox() is not None:
        return letter
    return "" if unicodedata.category(letter) in ("Mn", "Me", "Cf") else "?"


@lru_cache(FITTED)
def fitted(text: str, wide: int, largest: int, least: int, lines: int = 1, typeface: Typeface = "text") -> Fitted:
    """Break text into at most `lines` lines at the largest size that fits, or cut it at the smallest size."""
    return _largest([text.split()], wide, (largest, least), lambda _: lines, typeface)


def parted(text: str) -> tuple[str, str]:
    """Return the figure with which a text begins and its unit; the whole text and nothing if it begins with none."""
    found = re.fullmatch(r"([+−-]?\d+)\s+(.+)", text)
    return (text, "") if found is None else (found[1], found[2])


LEADING: Final = 1.22
"""The distance between lines of text, as a multiple of the font size."""


@lru_cache(FITTED)
def filled(text: str, wide: int, high: int, largest: int, least: int, typeface: Typeface = "text") -> Fitted:
    """Lay out text at the largest size at which it fits in a box, keeping its line breaks.

    If even the smallest size does not fit, the text is cut.
    """
    parts = [part.split() for part in text.splitlines()]
    return _largest(parts, wide, (largest, least), lambda size: max(1, int(high / (size * LEADING))), typeface)


def _largest(
    parts: list[list[str]],
    wide: int,
    sizes: tuple[int, int],
    most: Callable[[int], int],
    typeface: Typeface = "text",
) -> Fitted:
    """Break words into lines at the largest size at which they fit; at the smallest size, cut what does not fit."""
    size, least = max(sizes), sizes[1]
    while True:
        broken, lines = [line for words in parts for line in _broken(words, wide, size, typeface)], most(size)
        if size == least or (len(broken) <= lines and all(width(line, size, typeface) <= wide for line in broken)):
            break
        size -= 1
    kept = [
        line if width(line, size, typeface) <= wide else _cut(line, wide, size, typeface) for line in broken[:lines]
    ]
    if len(broken) > lines:
        kept[-1] = _cut(broken[lines - 1], wide, size, typeface)
    return Fitted(tuple(kept), size)


def write_fitted(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    room: int,
    sizes: tuple[int, int],
    colour: Colour,
    anchor: Anchor = "mm",
) -> float:
    """Write a line at the largest size that fits, between the two in `sizes`, and return the line's width."""
    fit = fitted(text, room, *sizes)
    line = "".join(fit.lines)
    write(draw, at, line, fit.size, colour, anchor)
    return width(line, fit.size)


def _broken(words: list[str], wide: int, size: int, typeface: Typeface) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, typeface) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(line: str, wide: int, size: int, typeface: Typeface) -> str:
    while line and width(f"{line}…", size, typeface) > wide:
        line = line[:-1].rstrip()
    return f"{line}…"
