"""The board: an unbounded grid of spaces, each represented by a number, and the names that players use for them.

Columns are letters from west to east, and rows are numbers from north to south: C4 is the third column's fourth row.
The first territories lie around F6, so that a growing board rarely needs names beyond these: west of A, the columns are
-A, -B and so on; north of row 1, the rows are 0, -1 and so on.
"""

import re
from functools import cache
from typing import Final, TypeAlias

Space: TypeAlias = int
"""A place on the grid: its row times `WIDTH` plus its column, both counted from far outside any board."""

Facing: TypeAlias = int
"""A minion's orientation: 0 if it stands, or 1 to 4 for the direction in which it lies, as in `FACINGS`."""

WIDTH: Final = 1 << 16
"""The distance from one row to the next, which is more than the number of columns on any board."""

HALF: Final = WIDTH // 2
"""The position of column A and row 0 on the grid."""

FACINGS: Final = ("up", "north", "east", "south", "west")
"""The names of the orientations, by number."""

SIGNS: Final = ("▲", "↑", "→", "↓", "←")
"""A language-neutral sign for each orientation."""

AHEAD: Final = (0, -WIDTH, 1, WIDTH, -1)
"""The offset from a minion's space to its target space, by orientation (rules, section 3)."""

AROUND: Final = AHEAD[1:]
"""The offsets from a space to its neighbours; diagonals never count (rules, section 3)."""

LETTERS: Final = 26

CENTRE: Final = (HALF + 6) * WIDTH + HALF + 5
"""The space F6, in the middle of the first territories."""

FIRST_BOARDS: Final[dict[int, tuple[str, ...]]] = {
    4: ("##", "##"),
    9: ("###", "###", "###"),
    13: ("..#..", ".###.", "#####", ".###.", "..#.."),
}
"""How the first territories lie, by their number; nine is the default (rules, section 4)."""

_NAME: Final = re.compile(r"(-?)([A-Z]{1,3})(-?\d{1,4})")


def at(column: int, row: int) -> Space:
    """Return the space in a given column (A is 0) and row."""
    return (row + HALF) * WIDTH + column + HALF


def first_territories(count: int) -> list[Space]:
    """Return the spaces of the first territories, row by row, in the middle of the spaces with ordinary names."""
    rows = FIRST_BOARDS[count]
    corner = CENTRE - (len(rows) // 2) * (WIDTH + 1)
    return [
        corner + WIDTH * down + across
        for down, row in enumerate(rows)
        for across, sign in enumerate(row)
        if sign == "#"
    ]


def column_of(space: Space) -> int:
    """Return a space's column, 0 for A."""
    return space % WIDTH - HALF


def row_of(space: Space) -> int:
    """Return a space's row."""
    return space // WIDTH - HALF


@cache
def name(space: Space) -> str:
    """Return the name that players use for a space."""
    return f"{column_name(column_of(space))}{row_of(space)}"


def column_name(column: int) -> str:
    """Return the name that players use for a column: letters, with a minus sign west of A."""
    left = column if column >= 0 else -column - 1
    letters = ""
    while left >= 0:
        left, letter = divmod(left, LETTERS)
        letters = chr(ord("A") + letter) + letters
        left -= 1
    return letters if column >= 0 else f"-{letters}"


def named(text: str) -> Space:
    """Return the space with this name. Raises ValueError if no space can have it."""
    found = _NAME.fullmatch(text)
    if found is None:
        raise ValueError(text)
    column = 0
    for letter in found[2]:
        column = column * LETTERS + ord(letter) - ord("A") + 1
    return at(-column if found[1] else column - 1, int(found[3]))
