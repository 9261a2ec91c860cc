"""The curve of a match: everybody's points from turn to turn, with signs at the ends."""

from itertools import pairwise
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.scene import Item, Path, Point, Text, ellipse, rounded
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, INK, Tones

MARKS: Final = (1, 2, 5, 10, 20, 50, 100)
"""The possible intervals between the turns that are numbered."""

MOST_MARKS: Final = 9
APART: Final = 30
"""How far apart the signs at the ends of curves are at least, in pixels."""


class Line(Struct, frozen=True):
    """A player's curve: sign, tones, the points before the first turn and after each, and whether it ends in a fall."""

    sign: str
    tones: Tones
    values: tuple[int, ...]
    fell: bool


class Curve(Struct, frozen=True):
    """A title, and a line for each player, the winner's first."""

    title: str
    lines: tuple[Line, ...]


def curve(shown: Curve, room: tuple[float, float, float, float], plate: Colour) -> list[Item]:
    """Draw curves on a plate."""
    left, top, right, bottom = room
    inner = (left + 66, top + 62, right - 60, bottom - 44)
    turns = max(len(line.values) for line in shown.lines) - 1
    most = max(1, *(value for line in shown.lines for value in line.values))

    def at(turn: float, value: float) -> Point:
        across = inner[0] + (inner[2] - inner[0]) * turn / max(1, turns)
        return (across, inner[3] - (inner[3] - inner[1]) * value / most)

    title = fitted(shown.title, round(right - left - 40), 26, 16)
    shapes: list[Item] = [Path((rounded(left, top, right, bottom, 16),), plate)]
    writing: list[Item] = [Text(title.lines[0], (left + 20, top + 28), title.size, GOLD, "lm")]
    faint = mixed(plate, CREAM, 0.22)
    for value in sorted({0, most // 2, most}):
        y = at(0, value)[1]
        shapes.append(Path((((inner[0], y - 1), (inner[2], y - 1), (inner[2], y + 1), (inner[0], y + 1)),), faint))
        writing.append(Text(str(value), (inner[0] - 12, y), 22, CREAM, "rm"))
    step = next((each for each in MARKS if turns // each <= MOST_MARKS), MARKS[-1])
    writing += [Text(str(turn), (at(turn, 0)[0], inner[3] + 24), 22, CREAM) for turn in range(step, turns + 1, step)]
    for line in reversed(shown.lines):
        points = tuple(at(turn, value) for turn, value in enumerate(line.values))
        if len(points) > 1:
            shapes.append(Path((points,), stroke=INK, width=11, closed=False))
            shapes.append(Path((points,), stroke=line.tones.light, width=6, closed=False))
    ends = _apart([(at(len(line.values) - 1, line.values[-1]), line.fell) for line in shown.lines])
    for line, end in zip(shown.lines, ends, strict=True):
        shapes += [Path((ellipse(end, 17),), CREAM), Path((ellipse(end, 14),), INK if line.fell else line.tones.light)]
        if line.fell:
            cross = tuple(((end[0] - 6, end[1] - 6 * way), (end[0] + 6, end[1] + 6 * way)) for way in (1, -1))
            shapes.append(Path(cross, stroke=line.tones.light, width=4, closed=False))
        else:
            sign = fitted(line.sign, 20, 20, 9, 1, "title")
            writing.append(Text(sign.lines[0], (end[0], end[1] - 1), sign.size, INK, "mm", "title"))
            writing.append(Text(str(line.values[-1]), (end[0] + 22, end[1]), 24, CREAM, "lm", "title"))
    return [*shapes, *writing]


def _apart(ends: list[tuple[Point, bool]]) -> list[Point]:
    """Move signs that would cover each other apart, upwards; one that marks a fall stays where it is."""
    moved = [end for end, _ in ends]
    order = sorted((number for number, (_, fell) in enumerate(ends) if not fell), key=lambda each: -moved[each][1])
    for below, above in pairwise(order):
        (x, y), (_, under) = moved[above], moved[below]
        if under - y < APART:
            moved[above] = (x, under - APART)
    return moved
