"""Cuts of a gouge into a printing block: rays, strips and rings. A seed makes them the same wherever they are cut."""

from collections.abc import Sequence
from math import cos, pi, sin
from random import Random
from typing import Final

from bot.ui.pictures.drawings import DrawingMark
from bot.ui.pictures.scene import Outline, Point, ellipse

SIDE: Final = 600
"""The side of a square block."""

OUTSIDE: Final = 20
"""How far beyond the block's edges cuts may begin."""


class WoodBlock:
    """A square block that is being cut; a seed gives the hand that cuts it.

    Attributes:
        marks: what has been cut so far, from back to front.
        random: the hand.
    """

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)  # noqa: S311 - a drawing's hand, which has to be the same everywhere
        self.marks: list[DrawingMark] = []

    def slip(self, most: float) -> float:
        """Return how far the hand slips this time, to either side."""
        return self.random.uniform(-most, most)

    def fill(self, ink: str, *outlines: Outline) -> None:
        """Leave areas standing in an ink; what lies outside the block is left out."""
        within = tuple(_whole(each) for each in outlines if _within(each))
        if within:
            self.marks.append(DrawingMark(ink, within))

    def rays(self, ink: str, middle: Point, count: int, near: float, width: float, turns: Sequence[float]) -> None:
        """Cut broken rays out of a point; `turns` are the first and the last one's direction, in radians."""
        cuts = []
        for number in range(count):
            turn = turns[0] + (turns[1] - turns[0]) * (number + self.slip(0.22)) / count
            far = near * self.random.uniform(0.95, 1.3)
            while far < SIDE and _holds((middle[0] + far * cos(turn), middle[1] + far * sin(turn))):
                length = self.random.uniform(70, 160) * (0.6 + far / 500)
                wide = width * (0.35 + far / 420) * self.random.uniform(0.7, 1.15)
                start = (middle[0] + far * cos(turn), middle[1] + far * sin(turn))
                cuts.append(gouge(start, turn + self.slip(0.02), length, wide))
                far += length + self.random.uniform(6, 22)
        self.fill(ink, *cuts)

    def strips(self, ink: str, band: tuple[float, float], gap: float, width: float, share: float) -> None:
        """Cut level strips between two heights, on a share of the room."""
        cuts = []
        down = band[0]
        while down < band[1]:
            across = -OUTSIDE + self.slip(60)
            while across < SIDE + OUTSIDE:
                length = self.random.uniform(80, 250)
                if self.random.random() < share:
                    wide = width * self.random.uniform(0.5, 1.15)
                    cuts.append(gouge((across, down + self.slip(2)), self.slip(0.025), length, wide))
                across += length * self.random.uniform(0.75, 1.1)
            down += gap * self.random.uniform(0.8, 1.2)
        self.fill(ink, *cuts)

    def rings(self, ink: str, middle: Point, near: float, gap: float, width: float, count: int) -> None:
        """Cut broken rings around a point."""
        cuts = []
        for number in range(count):
            far = near + number * gap * (1 + number * 0.05)
            turn = self.random.uniform(0, 2 * pi)
            end = turn + 2 * pi
            while turn < end:
                reach = self.random.uniform(70, 180) / far
                if self.random.random() < RING_SHARE:
                    cuts.append(_arc(middle, far, (turn, reach), width * (0.6 + number * 0.09)))
                turn += reach * 1.12
        self.fill(ink, *cuts)

    def scattered(self, ink: str, count: int, angle: tuple[float, float], length: tuple[float, float]) -> None:
        """Cut single marks all over the sky; `angle` is their direction and how far it slips."""
        cuts = [
            gouge(
                (self.random.uniform(20, SIDE - 20), self.random.uniform(20, 430)),
                angle[0] + self.slip(angle[1]),
                self.random.uniform(*length),
                4,
            )
            for _ in range(count)
        ]
        self.fill(ink, *cuts)

    def disc(self, ink: str, middle: Point, radius: float) -> None:
        """Leave a disc standing, with the facets of a knife."""
        rim = ellipse(middle, radius, points=34)
        self.fill(ink, tuple((x + self.slip(1.6), y + self.slip(1.6)) for x, y in rim))


RING_SHARE: Final = 0.82
"""How much of a ring is cut."""


def gouge(start: Point, angle: float, length: float, width: float) -> Outline:
    """Return one push of the gouge: it enters thin, swells, and leaves thin."""
    across, down = cos(angle), sin(angle)

    def at(along: float, aside: float) -> Point:
        return (
            start[0] + across * length * along - down * aside,
            start[1] + down * length * along + across * aside,
        )

    return (at(0, 0), at(0.45, -width), at(1, 0), at(0.5, width))


def _arc(middle: Point, radius: float, turns: tuple[float, float], width: float) -> Outline:
    start, reach = turns
    swell = (0.0, 0.9, 1.0, 0.8, 0.0)
    sides = [
        [
            (
                middle[0] + (radius + side * width * share) * cos(start + reach * step / 4),
                middle[1] + (radius + side * width * share) * sin(start + reach * step / 4),
            )
            for step, share in enumerate(swell)
        ]
        for side in (1, -1)
    ]
    return (*sides[0], *reversed(sides[1]))


def _whole(outline: Outline) -> Outline:
    return tuple((round(x), round(y)) for x, y in outline)


def _within(outline: Outline) -> bool:
    return any(_holds(point) for point in outline)


def _holds(point: Point) -> bool:
    return all(-OUTSIDE < each < SIDE + OUTSIDE for each in point)
