"""Layout: the rows and columns of a growing board, which are wider if they hold something, and squares in a box."""

from collections.abc import Collection, Mapping

from msgspec import Struct

LEAST, MOST = 24, 224
"""The minimum and maximum size of a full line, in pixels: a large board has small lines, a small board large ones."""


class Track(Struct, frozen=True):
    """The columns or the rows of a board, as lines with positions in pixels.

    Attributes:
        starts: where each line that is drawn starts.
        sizes: how wide each of these lines is.
        end: where the last line ends.
    """

    starts: Mapping[int, int]
    sizes: Mapping[int, int]
    end: int


def full_line_size(shares: Collection[float], room: int, gap: float) -> int:
    """Return the size of a full line, in pixels, at which lines with these shares of it fit in the room with gaps."""
    return max(LEAST, min(MOST, int(room / max(1.0, sum(shares) + gap * len(shares)))))


def lay_lines(shares: Mapping[int, float], start: int, full: int, gap: int) -> Track:
    """Place lines side by side, each as wide as its share of a full line. A skipped line leaves a wider gap."""
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
    """Arrange one or more squares in a box, as large as possible, and return their size and the corner of each.

    The squares are centred, in the fewest rows that allow the largest size. No square is larger than `most`.
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
