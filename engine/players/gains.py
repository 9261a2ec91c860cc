"""Gains: what one line brings beyond another, measured in rollouts in which both meet the same guesses and dice."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Seat

SURE: Final = 2.0
"""A difference in worth counts only if it exceeds this many times its standard error; a smaller one may be chance."""

CERTAIN: Final = 3.0
"""The same for a reason. It is higher because each seat's points are one more difference that chance could make."""

LEAST: Final = 0.1
"""The smallest difference in points, and in the share of matches won, that is worth telling."""


class Result(Struct, frozen=True):
    """The end of a rollout: its worth for a seat, whether the seat has won, and each seat's points."""

    worth: float
    won: bool
    points: tuple[float, ...]


class Gain(Struct, frozen=True):
    """What one line brings beyond another, on average.

    Attributes:
        worth: the difference in worth, from -2 to 2; 0 if it may be chance.
        wins: the difference in the share of rollouts won, from -1 to 1; 0 if it may be chance.
        points: the difference in each seat's points, without seats for which it may be chance.
    """

    worth: float
    wins: float
    points: dict[Seat, float]

    def favours(self, seat: Seat) -> bool:
        """Whether the points or the wins alone speak for the first line."""
        others = [change for other, change in self.points.items() if other != seat]
        return self.wins > 0 or self.points.get(seat, 0.0) > 0 or min(others, default=0.0) < 0

    def matters(self, seat: Seat) -> bool:
        """Whether the first line brings a seat wins, or at least one point, or costs another seat one."""
        others = [change for other, change in self.points.items() if other != seat]
        return self.wins > 0 or self.points.get(seat, 0.0) >= 1 or min(others, default=0.0) <= -1

    def reversed(self) -> "Gain":
        """Return what the second line brings beyond the first."""
        return Gain(-self.worth, -self.wins, {seat: -change for seat, change in self.points.items()})


def result(game: AnyGame, state: Any, seat: Seat) -> Result:
    """Return the result of a rollout that ended in a state."""
    outcome = game.outcome(state)
    return Result(game.worth(state, seat), outcome is not None and seat in outcome.ranking[0], game.points(state))


def gain(one: Sequence[Result], other: Sequence[Result]) -> Gain:
    """Return what one line brings beyond another, from the results of rollouts in the same order."""
    pairs = list(zip(one, other, strict=True))
    changes = [
        _told([first.points[seat] - second.points[seat] for first, second in pairs])
        for seat in range(len(one[0].points))
    ]
    ahead = [first.worth - second.worth for first, second in pairs]
    return Gain(
        fmean(ahead) if _exceeds(ahead, SURE) else 0.0,
        _told([float(first.won) - float(second.won) for first, second in pairs]),
        {seat: change for seat, change in enumerate(changes) if change},
    )


def _exceeds(differences: Sequence[float], errors: float) -> bool:
    """Whether the average of some differences exceeds `errors` times its standard error."""
    return len(differences) > 1 and abs(fmean(differences)) > errors * stdev(differences) / sqrt(len(differences))


def _told(differences: Sequence[float]) -> float:
    average = fmean(differences)
    return average if _exceeds(differences, CERTAIN) and abs(average) >= LEAST else 0.0
