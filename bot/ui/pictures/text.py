"""Text in pictures, in two typefaces that are bold enough for a phone, and in sizes that fit in a box.

Letters that a typeface's own font lacks are drawn in others; see `bot.ui.fonts`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, Literal

from msgspec import Struct
from PIL import ImageDraw, ImageFont, features

from bot.ui.fonts.font_files import FONTS, FontFile, Typeface
from bot.ui.fonts.runs import LEFTWARDS, Direction, FontRun, runs
from bot.ui.fonts.written_text import is_joined, written
from bot.ui.pictures.colours import Colour

LEAST_SIGN: Final = 8
"""The least font size of a player's sign: no sign is cut, although two letters of some alphabets are wide."""

FITTED: Final = 2048
"""The number of fitted texts to cache: enough for a game's cards in a few sizes and the spaces on its boards."""

OPENED: Final = 64
"""The number of other fonts to keep open, each at one size. The largest takes a quarter of a megabyte."""

REFERENCE: Final = 100
"""The font size at which the height of letters is compared."""

SHAPES: Final = features.check("raqm")
"""Whether letters are joined, and run to the left, as in their alphabets. Pillow's Raqm needs the system's FriBiDi."""

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


class PlacedText(Struct, frozen=True):
    """A part of a line as it is drawn: its letters, their font, where they are, and how they stand to that place.

    Attributes:
        direction: the direction of the letters; None if they are in order from left to right.
    """

    text: str
    font: ImageFont.FreeTypeFont
    at: tuple[float, float]
    anchor: str
    direction: Direction | None = None


@cache
def font(size: int, typeface: Typeface = "text") -> ImageFont.FreeTypeFont:
    """Return a typeface's own font at this size, in pixels."""
    return _open(FONTS[typeface].own, size)


@lru_cache(OPENED)
def _other(file: FontFile, size: float) -> ImageFont.FreeTypeFont:
    return _open(file, size)


def _open(file: FontFile, size: float) -> ImageFont.FreeTypeFont:
    opened = ImageFont.truetype(str(file.path), size)
    if file.weight is not None:
        opened.set_variation_by_axes([file.weight])
    return opened


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
    rims: Any = {"stroke_width": line, "stroke_fill": edge}
    for part in placed(at, text, size, anchor, typeface):
        draw.text(part.at, part.text, colour, part.font, part.anchor, direction=part.direction, **rims)


def placed(
    at: tuple[float, float], text: str, size: int, anchor: Anchor = "mm", typeface: Typeface = "text"
) -> Iterator[PlacedText]:
    """Yield the parts of a line as `write` draws them, from left to right."""
    plain = _plain(text, typeface)
    if plain is not None:
        yield PlacedText(plain, font(size, typeface), at, anchor)
        return
    above, below = font(size, typeface).getmetrics()
    x, y = at
    x -= {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * width(text, size, typeface)
    y += above if anchor[1] == "a" else (above - below) / 2
    for run in runs(text, FONTS[typeface]):
        own, length = _measured(run, size, typeface)
        letters, direction = _shaped(run)
        _, lower = _place(run, typeface)
        yield PlacedText(letters, _other(run.font, own), (x, y + size * lower), "ls", direction)
        x += length


def width(text: str, size: int, typeface: Typeface = "text") -> float:
    """Return the width of a line of text in pixels."""
    plain = _plain(text, typeface)
    if plain is not None:
        return font(size, typeface).getlength(plain)
    return sum(_measured(run, size, typeface)[1] for run in runs(text, FONTS[typeface]))


@lru_cache(FITTED)
def _plain(text: str, typeface: Typeface) -> str | None:
    """Return what is drawn of a text, if a typeface's own font has it all and none of it runs to the left."""
    fonts = FONTS[typeface]
    found = runs(text, fonts)
    is_plain = all(run.font == fonts.own and run.direction == "ltr" for run in found)
    return "".join(run.text for run in found) if is_plain else None


@lru_cache(FITTED)
def _measured(run: FontRun, size: int, typeface: Typeface) -> tuple[float, float]:
    """Return the font size at which a run is drawn, and its width."""
    own = round(4 * size * _place(run, typeface)[0]) / 4
    letters, direction = _shaped(run)
    return own, _other(run.font, own).getlength(letters, direction=direction)


@lru_cache(FITTED)
def _place(run: FontRun, typeface: Typeface) -> tuple[float, float]:
    """Return the share of the font size at which a run is drawn, and how far below the baseline, in font sizes.

    Lines have room from the top of the typeface's own Ö to the bottom of its p. Alphabets that reach lower are raised,
    those that reach higher are lowered, and what is taller is drawn smaller.
    """
    _, highest, _, lowest = font(REFERENCE, typeface).getbbox("Öp", anchor="ls")
    letters, direction = _shaped(run)
    _, top, _, bottom = _other(run.font, REFERENCE).getbbox(letters, direction=direction, anchor="ls")
    share = min(1, (lowest - highest) / max(1, bottom - top))
    return share, (max(0, highest - top * share) + min(0, lowest - bottom * share)) / REFERENCE


def _shaped(run: FontRun) -> tuple[str, Direction | None]:
    """Return the letters of a run and their direction, as Pillow takes them: turned, if Pillow cannot turn them."""
    if SHAPES:
        return run.text, run.direction
    is_turned = any(unicodedata.bidirectional(letter) in LEFTWARDS for letter in run.text)
    return run.text[::-1] if is_turned else run.text, None


@lru_cache(FITTED)
def fitted(text: str, wide: int, largest: int, least: int, lines: int = 1, typeface: Typeface = "text") -> Fitted:
    """Break text into at most `lines` lines at the largest size that fits, or cut it at the smallest size."""
    return _largest([written(text, FONTS[typeface]).split()], wide, (largest, least), lambda _: lines, typeface)


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
    parts = [written(part, FONTS[typeface]).split() for part in text.splitlines()]
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
        size = max(least, _next(parts, wide, size, most(least), typeface))
    kept = [
        line if width(line, size, typeface) <= wide else _cut(line, wide, size, typeface) for line in broken[:lines]
    ]
    if len(broken) > lines:
        kept[-1] = _cut(broken[lines - 1], wide, size, typeface)
    return Fitted(tuple(kept), size)


def _next(parts: list[list[str]], wide: int, size: int, lines: int, typeface: Typeface) -> int:
    """Return the next smaller size that is worth trying: what cannot be broken has to fit.

    For a typeface's own font, it is the next one. Others take longer to measure; their letters grow evenly, nearly.
    """
    whole = [" ".join(words) for words in parts] if lines == 1 else [word for words in parts for word in words]
    if all(_plain(each, typeface) is not None for each in whole):
        return size - 1
    widest = max(width(each, size, typeface) for each in whole)
    return min(size - 1, int(size * wide / max(1, widest)) + 2)


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
        line = without_last(line)
    return f"{line}…"


def without_last(line: str) -> str:
    """Return a line without its last letter and that letter's marks."""
    while line and is_joined(line[-1]):
        line = line[:-1]
    return line[:-1].rstrip()
