"""Layout: the rows and columns of a growing board, which are wider if they hold something, and squares in a box."""

from collections.abc import Mapping
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

Line: TypeAlias = tuple[float, float]
"""A column or a row: a length of its own, and its share of the room that all these lengths leave."""


class Track(Struct, frozen=True):
    """The columns or the rows of a board: where each one that is drawn starts, and how wide it is."""

    starts: Mapping[int, float]
    sizes: Mapping[int, float]


def lay_lines(lines: Mapping[int, Line], start: float, room: float, gap: float, most: float) -> Track:
    """Place lines side by side in the middle of a room; a whole share has a length of at most `most`.

    A skipped line leaves a wider gap. Lines that are too long for the room are smaller, with smaller gaps.
    """
    order = sorted(lines)
    gaps = [gap if line == last + 1 else 3 * gap for last, line in pairwise(order)]
    shares = sum(share for _, share in lines.values())
    own = sum(length for length, _ in lines.values()) + sum(gaps)
    unit = min(most, max(0, room - own) / shares) if shares else 0
    scale = min(1, room / max(1, own + shares * unit))
    at = start + (room - scale * (own + shares * unit)) / 2
    starts: dict[int, float] = {}
    sizes: dict[int, float] = {}
    for line, after in zip(order, (*gaps, 0), strict=False):
        length, share = lines[line]
        starts[line], sizes[line] = at, scale * (length + share * unit)
        at += sizes[line] + scale * after
    return Track(starts, sizes)


def arrange_squares(count: int, wide: float, high: float, most: float) -> tuple[float, list[tuple[float, float]]]:
    """Arrange one or more squares in a box, as large as possible, and return their size and the corner of each.

    The squares are centred, in the fewest rows that allow the largest size. No square is larger than `most`.
    """

    def size(rows: int) -> float:
        return max(1, min(wide // -(-count // rows), high // rows, most))

    rows = max(range(1, count + 1), key=size)
    room, in_row = size(rows), -(-count // rows)
    places: list[tuple[float, float]] = []
    for row, begin in enumerate(range(0, count, in_row)):
        here = min(in_row, count - begin)
        down = high / 2 + (row - rows / 2) * room
        places += [(wide / 2 + (number - here / 2) * room, down) for number in range(here)]
    return room, places
