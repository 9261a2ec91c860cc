"""The curve of a match: everybody's points from turn to turn, with signs at the ends."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.layout import Art, Label, Plate, Room, Stack, column
from bot.ui.pictures.scene import Item, Path, Point, Text, box, ellipse
from bot.ui.pictures.text import LEAST_SIGN, fitted
from bot.ui.pictures.tones import CREAM, GOLD, INK, Tones

LETTER: Final = 40
"""The font size of all text here; a phone shows a quarter of it."""

SIGNED: Final = 4
"""The number of players up to which curves end in signs; more end in dots, which cover less."""

APART, SPREAD = 13.0, 39.0
"""How far apart equal lines are drawn, and the most for all of them together."""

DISC, DOT = 30, 15
"""The radius of a sign, and of a dot."""


class CurveLine(Struct, frozen=True):
    """A player's curve: their name, sign and tones, the points before the first turn and after each.

    Attributes:
        fell: whether it ends in a fall.
    """

    name: str
    sign: str
    tones: Tones
    values: tuple[int, ...]
    fell: bool


class Curve(Struct, frozen=True):
    """A title, and a line for each player; the first is in front."""

    title: str
    lines: tuple[CurveLine, ...]


def curve(shown: Curve, plate: Colour) -> Stack:
    """Return curves on a plate, between the number of the last turn and the most points that anyone had."""
    title = Label(shown.title, (LETTER, LETTER), GOLD, height=76)
    lines = Art(lambda room: _lines(shown, room, mixed(plate, CREAM, 0.22)), (0, 0), 1)
    return column(title, lines, pad=(20, 0), plate=Plate(plate, 16), grow=1)


def _lines(shown: Curve, room: Room, faint: Colour) -> list[Item]:
    """Draw curves with the lines of no points and of the most."""
    turns = max(len(line.values) for line in shown.lines) - 1
    most = max(1, *(value for line in shown.lines for value in line.values))
    left, right = room.left + 20 + 24 * len(str(most)), room.left + room.width - 34
    top, bottom = room.top + 22, room.top + room.height - 86

    def at(turn: float, value: float) -> Point:
        return (left + (right - left) * turn / max(1, turns), bottom - (bottom - top) * value / most)

    shapes: list[Item] = [Path((box(left, y - 2, right, y + 2),), faint) for y in (bottom, top)]
    writing: list[Item] = [Text(str(value), (left - 16, at(0, value)[1]), LETTER, CREAM, "rm") for value in (0, most)]
    if turns:
        writing.append(Text(str(turns), (right, room.top + room.height - 28), LETTER, CREAM))
    for number, line in reversed([*enumerate(shown.lines)]):
        spots = [at(turn, value) for turn, value in enumerate(line.values)]
        points = tuple((x, y + _aside(shown.lines, number, turn)) for turn, (x, y) in enumerate(spots))
        if len(points) > 1:
            shapes.append(Path((points,), stroke=INK, width=22, closed=False))
            shapes.append(Path((points,), stroke=line.tones.light, width=13, closed=False))
    radius = DISC if len(shown.lines) <= SIGNED else DOT
    ends = _apart([(at(len(line.values) - 1, line.values[-1]), line.fell) for line in shown.lines], 2 * radius)
    for line, end in reversed(list(zip(shown.lines, ends, strict=True))):
        signs: list[Item] = _cross(line, end, radius) if line.fell else _sign(line, end, radius)
        (shapes if radius == DOT else writing).extend(signs)
    return [*shapes, *writing]


def _aside(lines: Sequence[CurveLine], number: int, turn: int) -> float:
    """Return how far a line is moved down in a turn, so that those with the same points do not hide each other."""
    value = lines[number].values[turn]
    equal = [each for each, line in enumerate(lines) if turn < len(line.values) and line.values[turn] == value]
    return (equal.index(number) - (len(equal) - 1) / 2) * min(APART, SPREAD / len(equal))


def _sign(line: CurveLine, at: Point, radius: float) -> list[Item]:
    """Show whose curve it is; a dot is too small for the sign."""
    disc: list[Item] = [Path((ellipse(at, radius),), CREAM), Path((ellipse(at, radius * 0.84),), line.tones.light)]
    if radius == DOT:
        return disc
    sign = fitted(line.sign, round(radius * 1.6), LETTER, LEAST_SIGN, 1, "title")
    return [*disc, Text(sign.lines[0], (at[0], at[1] - 1), sign.size, INK, "mm", "title")]


def _cross(line: CurveLine, at: Point, radius: float) -> list[Item]:
    """Show that somebody fell."""
    reach = radius * 0.42
    cross = tuple(((at[0] - reach, at[1] - reach * way), (at[0] + reach, at[1] + reach * way)) for way in (1, -1))
    return [
        Path((ellipse(at, radius),), CREAM),
        Path((ellipse(at, radius * 0.84),), INK),
        Path(cross, stroke=line.tones.light, width=radius * 0.28, closed=False),
    ]


def _apart(ends: list[tuple[Point, bool]], apart: float) -> list[Point]:
    """Move signs that would cover each other apart, upwards; one that marks a fall stays where it is."""
    moved = [end for end, _ in ends]
    order = sorted((number for number, (_, fell) in enumerate(ends) if not fell), key=lambda each: -moved[each][1])
    for below, above in pairwise(order):
        (x, y), (_, under) = moved[above], moved[below]
        if under - y < apart:
            moved[above] = (x, under - apart)
    return moved
