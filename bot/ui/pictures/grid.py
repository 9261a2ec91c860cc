"""Where things are: a growing board's lines, wide where something lies, and things side by side in a box."""

from collections.abc import Collection, Mapping

from msgspec import Struct

LEAST, MOST = 24, 224
"""The least and the most pixels of a full line: a large board is drawn small, a small one not without end."""


class Track(Struct, frozen=True):
    """The columns of a board, or its rows.

    Attributes:
        starts: where each line that is drawn begins, in pixels.
        sizes: how wide it is.
        end: where the last one ends.
    """

    starts: Mapping[int, int]
    sizes: Mapping[int, int]
    end: int


def full_line_size(shares: Collection[float], room: int, gap: float) -> int:
    """Return how many pixels a full line may have where lines, each with a gap, have a room; all are shares of it."""
    return max(LEAST, min(MOST, int(room / max(1.0, sum(shares) + gap * len(shares)))))


def lay_lines(shares: Mapping[int, float], start: int, full: int, gap: int) -> Track:
    """Lay lines side by side, each as wide as its share of a full one; the gap is wider where some are left out."""
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
    """Lay at least one square into a box, as large as they can be: return their size, and the corner of each.

    They stand in rows around the middle of the box, in as few as leave them largest; none is larger than `most`.
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
