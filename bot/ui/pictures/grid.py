"""Layout: the lines of a growing board, wider if something lies there, and squares side by side in a box."""

from collections.abc import Collection, Mapping

from msgspec import Struct

LEAST, MOST = 24, 224
"""The minimum and maximum pixels of a full line: a large board is drawn small, and a small one has an upper limit."""


class Track(Struct, frozen=True):
    """The columns of a board, or its rows.

    Attributes:
        starts: the start of each line that is drawn, in pixels.
        sizes: the width of each of these lines.
        end: the end of the last line.
    """

    starts: Mapping[int, int]
    sizes: Mapping[int, int]
    end: int


def full_line_size(shares: Collection[float], room: int, gap: float) -> int:
    """Return the pixels of a full line at which all lines, each with a gap, fit the room; sizes are shares of it."""
    return max(LEAST, min(MOST, int(room / max(1.0, sum(shares) + gap * len(shares)))))


def lay_lines(shares: Mapping[int, float], start: int, full: int, gap: int) -> Track:
    """Lay lines side by side, each as wide as its share of a full one; skipped lines leave a wider gap."""
    starts: dict[int, int] = {}
    sizes: dict[int, int] = {}
    at, last = start, None
    for line in sorted(shares):
        if last is not None and line > last + 1:
            at += 3 * gap
        starts[line] = at
        sizes[line] = int(full * shares[line])
        at += sizes[line] + gap
        last = line
    return Track(starts, sizes, at - gap)


def arrange_squares(count: int, wide: int, high: int, most: int) -> tuple[int, list[tuple[float, float]]]:
    """Lay one or more squares into a box, as large as possible; return their size, and the corner of each.

    They are centred in the box, in the fewest rows that allow the largest size; no square is larger than `most`.
    """

    def size(rows: int) -> int:
        return max(1, min(wide // -(-count // rows), high // rows, most))

    rows = max(range(1, count + 1), key=size)
    room, in_row = size(rows), -(-count // rows)
    places: list[tuple[float, float]] = []
    for row, begin in enumerate(range(0, count, in_row)):
        here = min(in_row, count - begin)
        down = high / 2 + (row - rows / 2) * room
        places += [(wide / 2 + (number - here / 2) * room, down) for number in range(here)]
    return room, places
