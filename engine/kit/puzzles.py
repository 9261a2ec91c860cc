"""Questions that the puzzles of several games ask."""

from typing import Final

from engine.contract import Seat
from engine.contract.puzzles import Points, PuzzleQuestion


def gained(before: Points, after: Points, seat: Seat) -> float:
    """Return the change of a seat's own points."""
    return after[seat] - before[seat]


def taken(before: Points, after: Points, seat: Seat) -> float:
    """Return how many points all others lose together."""
    return sum(before) - before[seat] - sum(after) + after[seat]


def lead(before: Points, after: Points, seat: Seat) -> float:
    """Return a seat's lead over the best other one."""
    return after[seat] - max([each for other, each in enumerate(after) if other != seat])


WIN: Final = PuzzleQuestion("win", None, others="anything", least=0.5)
"""Which line wins for sure in this turn, whatever the others answer?"""

LOSE_FEWEST: Final = PuzzleQuestion("lose_fewest", gained)
"""Which line loses the fewest points in this turn?"""

MOST_POINTS: Final = PuzzleQuestion("most_points", gained, brings=True)
"""Which line brings the most points in this turn?"""

TAKE_MOST: Final = PuzzleQuestion("take_most", taken, brings=True)
"""Which line takes the most points from the others in this turn?"""
