"""The letters that a font has, read from the table `cmap` of its file (OpenType 1.9, "cmap")."""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path
from struct import unpack_from
from typing import BinaryIO, Final

FULL: Final = 12
"""The format of a table with all of Unicode."""

BASIC: Final = 4
"""The format of a table with Unicode's first 65,536 letters."""

UNICODE: Final = frozenset({(0, 3), (0, 4), (0, 6), (3, 1), (3, 10)})
"""The platforms and encodings of tables whose codes are Unicode's."""


class CharacterMap:
    """The letters of a font. `letter in character_map` says whether the font has a letter."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(ranges)
        self._first = array("I", [first for first, _ in ordered])
        self._last = array("I", [last for _, last in ordered])

    def __contains__(self, letter: str) -> bool:
        at = bisect_right(self._first, ord(letter)) - 1
        return at >= 0 and ord(letter) <= self._last[at]


def character_map(path: Path) -> CharacterMap:
    """Return the letters of a font, or of the first font of a collection.

    Raises OSError if the file cannot be read, and ValueError if it has no table of Unicode's letters.
    """
    with path.open("rb") as file:
        tables = _tables(file)
    for form, read in ((FULL, _read_full), (BASIC, _read_basic)):
        for table in tables:
            if unpack_from(">H", table)[0] == form:
                return CharacterMap(read(table))
    raise ValueError(path.name)


def _tables(file: BinaryIO) -> list[bytes]:
    """Return the tables of Unicode's letters."""
    start = 0
    if file.read(4) == b"ttcf":
        file.seek(12)
        (start,) = unpack_from(">I", file.read(4))
    file.seek(start + 4)
    (count,) = unpack_from(">H", file.read(2))
    file.seek(start + 12)
    entries = [unpack_from(">4sIII", file.read(16)) for _ in range(count)]
    offset, length = next(((offset, length) for tag, _, offset, length in entries if tag == b"cmap"), (0, 0))
    file.seek(offset)
    content = file.read(length)
    count = unpack_from(">H", content, 2)[0] if length else 0
    places = [unpack_from(">HHI", content, 4 + 8 * number) for number in range(count)]
    return [content[place:] for platform, encoding, place in places if (platform, encoding) in UNICODE]


def _read_full(table: bytes) -> Iterator[tuple[int, int]]:
    (count,) = unpack_from(">I", table, 12)
    for number in range(count):
        first, last, _ = unpack_from(">III", table, 16 + 12 * number)
        yield first, last


def _read_basic(table: bytes) -> Iterator[tuple[int, int]]:
    """Yield the letters one by one: within a segment, some may stand for the glyph 0, which is "missing"."""
    (twice,) = unpack_from(">H", table, 6)
    count = twice // 2
    ends = unpack_from(f">{count}H", table, 14)
    starts = unpack_from(f">{count}H", table, 16 + twice)
    deltas = unpack_from(f">{count}H", table, 16 + 2 * twice)
    at = 16 + 3 * twice
    offsets = unpack_from(f">{count}H", table, at)
    for number in range(count):
        for code in range(starts[number], ends[number] + 1):
            glyph = code
            if offsets[number]:
                (glyph,) = unpack_from(">H", table, at + 2 * number + offsets[number] + 2 * (code - starts[number]))
                if glyph == 0:
                    continue
            if (glyph + deltas[number]) & 0xFFFF:
                yield code, code
