"""A line as runs: parts of one font and direction, in the order in which they stand from left to right."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.ui.fonts.font_files import TEXT, FontFile, Fonts, font_of
from bot.ui.fonts.written_text import END, ISOLATE, TEXTS, is_joined, written

Direction: TypeAlias = Literal["ltr", "rtl"]

LEFTWARDS: Final = ("R", "AL")
"""The directions of letters that run to the left (Unicode, Annex 9)."""

RIGHTWARDS: Final = "L"

_WITHIN: Final = re.compile(f"{ISOLATE}[^{END}]*{END}?")
_WORDS: Final = re.compile(r"\s+|\S+")


class FontRun(Struct, frozen=True):
    """A part of a line: its letters in the order in which they are read, their font and their direction."""

    text: str
    font: FontFile
    direction: Direction


@lru_cache(TEXTS)
def runs(text: str, fonts: Fonts = TEXT) -> tuple[FontRun, ...]:
    """Return a line of text, as `written_text` writes it, as runs from left to right.

    A word has one font if any font has all of its letters, so that it looks like one word.
    """
    found: list[FontRun] = []
    for part, direction in _directed(written(text, fonts)):
        parts = [FontRun(letters, font, direction) for letters, font in _fonts_of(part, fonts)]
        found += parts if direction == "ltr" else reversed(parts)
    return tuple(found)


def _directed(text: str) -> list[tuple[str, Direction]]:
    """Return the parts of a line that run in one direction, from left to right.

    This is Unicode's algorithm, as far as single lines without marks of direction need it: signs and spaces between
    letters of one direction go with them, and others with the line, whose direction is that of its first letter. Text
    within marks that keep its direction to itself does not count for that, if there is any other.
    """
    line = _line_direction(_WITHIN.sub("", text)) or _line_direction(text) or "ltr"
    text = text.replace(ISOLATE, "").replace(END, "")
    ways = [_direction(letter) for letter in text]
    filled: list[Direction] = []
    before: Direction = line
    for way, gap in groupby(enumerate(ways), lambda each: each[1]):
        places = [at for at, _ in gap]
        after = next((each for each in ways[places[-1] + 1 :] if each is not None), line)
        own: Direction = way or (before if before == after else line)
        filled += [own] * len(places)
        before = way or before
    parts = [
        ("".join(letter for letter, _ in part), way)
        for way, part in groupby(zip(text, filled, strict=True), lambda each: each[1])
    ]
    return parts if line == "ltr" else parts[::-1]


def _line_direction(text: str) -> Direction | None:
    """Return the direction of the first letter that has one."""
    return next((way for letter in text if (way := _direction(letter)) is not None), None)


def _direction(letter: str) -> Direction | None:
    way = unicodedata.bidirectional(letter)
    return "rtl" if way in LEFTWARDS else "ltr" if way == RIGHTWARDS else None


def _fonts_of(text: str, fonts: Fonts) -> Iterator[tuple[str, FontFile]]:
    """Yield the parts of a text that have one font each; a space goes with the word before it."""
    letters: list[tuple[str, FontFile]] = []
    for word in _WORDS.findall(text):
        before = letters[-1][1] if letters else None
        if before is not None and word[0] in before.letters and word.isspace():
            letters.append((word, before))
        elif (whole := font_of(word, fonts)) is not None:
            letters.append((word, whole))
        else:
            letters += [(each, font) for each in _clusters(word) if (font := font_of(each, fonts)) is not None]
    for font, part in groupby(letters, lambda each: each[1]):
        yield "".join(letter for letter, _ in part), font


def _clusters(word: str) -> Iterator[str]:
    """Yield the letters of a word, each with its marks."""
    cluster = ""
    for letter in word:
        if cluster and not is_joined(letter):
            yield cluster
            cluster = ""
        cluster += letter
    yield cluster
