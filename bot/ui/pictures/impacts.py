"""The signs of a clash: players, dice with their faces, the burst of a blow, the shield against it, bars of points."""

from math import cos, pi, sin
from typing import Final, Protocol

from bot.ui.pictures.colours import Colour, ink_on, mixed
from bot.ui.pictures.scene import Illustration, Image, Item, Outline, Path, Point, Text, ellipse, placing, rounded
from bot.ui.pictures.scene import moved as mapped
from bot.ui.pictures.text import LEAST_SIGN, fitted
from bot.ui.pictures.tones import BLOW, CREAM, HEAL, HEAT, INK, SLATE, Tones

D6: Final = 6
"""The sides of a die that is drawn as a cube; others are drawn as triangles."""

PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Where the pips of each face are, in quarters of the die's side from its middle."""


def die(at: Point, side: float, face: int, sides: int, *, counts: bool = True) -> list[Item]:
    """Draw a die around a point: a cube with pips, or a triangle with a figure; the highest face is yellow.

    One that does not count is grey and crossed out.
    """
    x, y = at
    paper = SLATE if not counts else BLOW if face == sides else CREAM
    ink = INK if counts else mixed(SLATE, INK, 0.6)
    crossed = (
        []
        if counts
        else [
            Path((((x - side / 2, y + side / 2), (x + side / 2, y - side / 2)),), stroke=CREAM, width=3, closed=False)
        ]
    )
    if sides == D6 and face in PIPS:
        half = side / 2
        body = Path((rounded(x - half, y - half, x + half, y + half, side * 0.22),), paper, ink, side * 0.06)
        dots = [ellipse((x + dx * side * 0.25, y + dy * side * 0.25), side * 0.105, points=12) for dx, dy in PIPS[face]]
        return [body, Path(tuple(dots), ink), *crossed]
    high = side * 0.6
    corners = ((x, y - high), (x + side * 0.62, y + high * 0.8), (x - side * 0.62, y + high * 0.8))
    return [
        Path((corners,), paper, ink, side * 0.06),
        *crossed,
        Text(str(face), (x, y + side * 0.14), side * 0.66, ink, "mm", "title"),
    ]


def burst(at: Point, radius: float, points: int = 13) -> Outline:
    """Return a jagged star; its points differ in length, the same ones each time."""
    x, y = at
    outline = []
    for number in range(2 * points):
        reach = radius * (1 if number % 2 == 0 else 0.67) * (1 + 0.1 * sin(number * 7.3 + points))
        turn = 0.2 + pi * number / points
        outline.append((x + reach * cos(turn), y + reach * sin(turn)))
    return tuple(outline)


def blow(at: Point, radius: float, figure: str) -> list[Item]:
    """Draw the burst of a blow with its figure."""
    x, y = at
    return [
        Path((burst((x, y + radius * 0.07), radius * 1.06),), INK),
        Path((burst(at, radius),), BLOW, INK, radius * 0.09),
        Text(
            figure,
            (x - radius * 0.04, y - radius * 0.04),
            radius * (1.12 if len(figure) < LONG else 0.88),
            INK,
            "mm",
            "title",
        ),
    ]


LONG: Final = 3
"""The length from which a figure is written smaller."""


def last_blow(at: Point, radius: float, figure: str) -> list[Item]:
    """Draw the burst of the blow that ended a match, larger and with fire around it."""
    x, y = at
    return [
        Path((burst((x, y + radius * 0.06), radius * 1.2, 17),), INK),
        Path((burst(at, radius * 1.16, 17),), HEAT, INK, radius * 0.045),
        Path((burst(at, radius * 0.9, 17),), BLOW),
        Text(figure, (x - radius * 0.04, y - radius * 0.06), radius * 0.98, INK, "mm", "title"),
    ]


SHIELD: Final[Outline] = (
    (0.5, 0.0), (0.92, 0.14), (0.92, 0.48), (0.86, 0.68), (0.74, 0.84), (0.5, 1.0),
    (0.26, 0.84), (0.14, 0.68), (0.08, 0.48), (0.08, 0.14),
)  # fmt: skip
"""A shield in a square of side 1."""


def shield(at: Point, side: float, figure: str) -> list[Item]:
    """Draw the shield that stopped a blow, with what went through."""
    outline = mapped(SHIELD, placing(at, scale=side, about=(0.5, 0.5)))
    return [
        Path((outline,), CREAM, INK, side * 0.06),
        Text(figure, (at[0], at[1] - side * 0.05), side * 0.62, INK, "mm", "title"),
    ]


def points_bar(
    box: tuple[float, float, float, float], shares: tuple[float, float], light: Colour, *, left: bool
) -> list[Item]:
    """Draw a bar of points that runs out towards the middle of the picture.

    `shares` are what was there before and what is there now, as parts of the whole: what was just lost is yellow, what
    was just regained is green.
    """
    start, top, end, bottom = box
    had, has = (max(0.0, min(1.0, share)) for share in shares)
    radius = (bottom - top) / 2

    def part(share: float, colour: Colour) -> list[Item]:
        if not share:
            return []
        long = max(2 * radius, (end - start) * share)
        edges = (start, start + long) if left else (end - long, end)
        return [Path((rounded(edges[0], top, edges[1], bottom, radius),), colour)]

    whole = Path((rounded(start, top, end, bottom, radius),), INK)
    return [whole, *part(max(had, has), BLOW if had > has else HEAL), *part(min(had, has), light)]


class Faced(Protocol):
    """A player who has a face, or else a sign."""

    @property
    def sign(self) -> str:
        """The sign of the player's seat."""

    @property
    def tones(self) -> Tones:
        """The colours of the player's seat."""

    @property
    def face(self) -> Illustration | None:
        """The player's face, as a square."""


def face_disc(player: Faced, at: Point, radius: float) -> list[Item]:
    """Draw a player's face, or their sign on a disc in their colour."""
    rings = ((1.12, INK), (1.06, CREAM), (0.94, player.tones.light))
    discs = [Path((ellipse(at, radius * share, points=40),), colour) for share, colour in rings]
    if player.face is not None:
        return [*discs, Image(player.face, at[0] - radius, at[1] - radius, 2 * radius)]
    fit = fitted(
        player.sign, max(LEAST_SIGN, round(radius * 1.4)), max(LEAST_SIGN, round(radius * 1.15)), LEAST_SIGN, 1, "title"
    )
    return [
        *discs,
        Text(fit.lines[0], (at[0], at[1] - radius * 0.04), fit.size, ink_on(player.tones.light), "mm", "title"),
    ]


def number_badge(number: str, at: Point, radius: float = 22) -> list[Item]:
    """Draw the number of a play or of a moment on a disc."""
    return [
        Path((ellipse(at, radius),), INK, CREAM, 3),
        Text(number, (at[0], at[1] - 1), radius * 1.27, CREAM, "mm", "title"),
    ]
