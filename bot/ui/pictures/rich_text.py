"""Rich text: paragraphs with emphasis and signs, at the largest size that fits in a box, which can grow if needed."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.fonts.written_text import is_joined, written
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import Item, Point, Text
from bot.ui.pictures.shapes import place
from bot.ui.pictures.symbols import symbol, symbol_at
from bot.ui.pictures.text import FITTED, width, without_last, write

LEADING: Final = 1.24
"""The distance between lines, as a multiple of the font size."""

SPACING: Final = 0.42
"""The extra distance between paragraphs, as a multiple of the font size."""

HANG: Final = 1.15
"""The room for a sign before a paragraph's first word, as a multiple of the font size."""

MEASURE: Final = 64
"""The font size at which words are measured; their widths at other sizes are proportional, within `SLACK`."""

SLACK: Final = 0.98
"""The share of a line that can be filled, because hinting and kerning make some lines a little wider than measured."""

_SIGNS: Final = re.compile(r"\\(.)|\*\*?|[^\\*]+", re.DOTALL)


class Paragraph(Struct, frozen=True):
    """A paragraph in message format, with `**emphasis**` and escapes, and the name of a sign before it, if any."""

    text: str
    sign: str | None = None


class RichPiece(Struct, frozen=True):
    """A part of a line, and its left edge in pixels."""

    left: float
    text: str
    strong: bool


class RichLine(Struct, frozen=True):
    """A line: the y coordinate of its middle, its pieces, and the sign before it."""

    middle: float
    pieces: tuple[RichPiece, ...]
    sign: str | None = None


class RichText(Struct, frozen=True):
    """Text that has been laid out: its lines, and its font size and height in pixels."""

    lines: tuple[RichLine, ...]
    size: int
    height: int


class _Word(Struct, frozen=True):
    text: str
    strong: bool


@lru_cache(FITTED)
def lay_out(
    paragraphs: tuple[Paragraph, ...], wide: int, high: int, largest: int, least: int, most: int | None = None
) -> RichText:
    """Lay out paragraphs at the largest size at which they fit in a box.

    If even the smallest size does not fit, the text grows beyond the box, up to the height `most`, and is then cut.
    """
    words = tuple(tuple(_words(each.text)) for each in paragraphs)
    for size in range(largest, least - 1, -1):
        laid = _laid(paragraphs, words, wide, size)
        if laid.height <= high:
            return laid
    laid = _laid(paragraphs, words, wide, least)
    return laid if most is None or laid.height <= most else _cut(laid, most, wide)


def write_rich_text(
    image: Image.Image, at: tuple[int, int], laid: RichText, ink: Colour, strong: Colour, paper: Colour
) -> None:
    """Write rich text; `strong` is the colour for emphasised words and signs, and `paper` the background's colour."""
    draw = ImageDraw.Draw(image)
    left, top = at
    for line in laid.lines:
        middle = top + line.middle
        if line.sign is not None:
            place(image, symbol(line.sign, laid.size, strong, paper), left, middle - laid.size / 2)
        for piece in line.pieces:
            write(draw, (left + piece.left, middle), piece.text, laid.size, strong if piece.strong else ink, "lm")


def rich_text_at(at: Point, laid: RichText, ink: Colour, strong: Colour, paper: Colour) -> tuple[Item, ...]:
    """Return rich text as parts of a scene; the colours are those of `write_rich_text`."""
    left, top = at
    items: list[Item] = []
    for line in laid.lines:
        middle = top + line.middle
        if line.sign is not None:
            items.append(symbol_at(line.sign, (left, middle - laid.size / 2), laid.size, strong, paper))
        items += [
            Text(piece.text, (left + piece.left, middle), laid.size, strong if piece.strong else ink, "lm")
            for piece in line.pieces
        ]
    return tuple(items)


def _words(text: str) -> Iterator[_Word]:
    """Split a paragraph into words. A word is emphasised if its beginning is."""
    strong, word, begun = False, "", False
    for found in _SIGNS.finditer(text):
        part = found[1] or found[0]
        if not found[1] and part in ("*", "**"):
            strong = not strong
            continue
        first, *others = written(part).split(" ")
        begun = begun if word else strong
        word += first
        for other in others:
            if word:
                yield _Word(word, begun)
            word, begun = other, strong
    if word:
        yield _Word(word, begun)


def _laid(paragraphs: tuple[Paragraph, ...], words: Iterable[tuple[_Word, ...]], wide: int, size: int) -> RichText:
    lines: list[RichLine] = []
    top = 0.0
    for paragraph, spoken in zip(paragraphs, words, strict=True):
        if lines:
            top += size * SPACING
        sign, left = paragraph.sign, 0.0 if paragraph.sign is None else size * HANG
        for pieces in _broken(spoken, wide, size, left):
            lines.append(RichLine(top + size * LEADING / 2, pieces, sign))
            top += size * LEADING
            sign = None
    return RichText(tuple(lines), size, -(-int(top * 16) // 16))


def _broken(words: Iterable[_Word], wide: int, size: int, left: float) -> Iterator[tuple[RichPiece, ...]]:
    """Break a paragraph into lines; a word wider than a line is broken too."""
    space, room = _wide(" ", size), wide * SLACK
    line: list[tuple[float, _Word]] = []
    at = left
    for word in (part for each in words for part in _parts(each, room - left, size)):
        length = _wide(word.text, size)
        gap = space if line else 0.0
        if line and at + gap + length > room:
            yield _pieces(line)
            line, at, gap = [], 0.0, 0.0
        line.append((at + gap, word))
        at += gap + length
    yield _pieces(line)


def _parts(word: _Word, room: float, size: int) -> Iterator[_Word]:
    text = word.text
    while _wide(text, size) > room and len(text) > 1:
        count = max(1, int(len(text) * room / _wide(text, size)))
        while count > 1 and (is_joined(text[count]) or _wide(text[:count], size) > room):
            count -= 1
        yield _Word(text[:count], word.strong)
        text = text[count:]
    yield _Word(text, word.strong)


def _pieces(line: list[tuple[float, _Word]]) -> tuple[RichPiece, ...]:
    """Join adjacent words in a line if they have the same emphasis."""
    pieces: list[RichPiece] = []
    for left, word in line:
        if pieces and pieces[-1].strong == word.strong:
            pieces[-1] = RichPiece(pieces[-1].left, f"{pieces[-1].text} {word.text}", word.strong)
        else:
            pieces.append(RichPiece(left, word.text, word.strong))
    return tuple(pieces)


def _cut(laid: RichText, most: int, wide: int) -> RichText:
    """Return the lines that fit, with an ellipsis at the end of the last one."""
    kept = [line for line in laid.lines if line.middle + laid.size * LEADING / 2 <= most] or list(laid.lines[:1])
    last = kept[-1]
    *before, piece = last.pieces or (RichPiece(0.0, "", strong=False),)
    text = piece.text
    while text and piece.left + _wide(f"{text}…", laid.size) > wide * SLACK:
        text = without_last(text)
    kept[-1] = RichLine(last.middle, (*before, RichPiece(piece.left, f"{text}…", piece.strong)), last.sign)
    return RichText(tuple(kept), laid.size, int(last.middle + laid.size * LEADING / 2))


def _wide(text: str, size: int) -> float:
    return _measured(text) * size / MEASURE


@lru_cache(4 * FITTED)
def _measured(text: str) -> float:
    return width(text, MEASURE)
