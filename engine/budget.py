"""The limit on the work that one pick may do, so that no card set can keep a game busy for long.

Work is counted in the engine's own steps, not in time, so a match runs the same on every machine and replays exactly.
"""

from typing import Final

STEPS_A_PICK: Final = 3_000
"""The number of steps that a pick may take; our own figure. A step takes about five microseconds of processor time."""

STEPS_A_FORECAST: Final = 13_500
"""The number of steps that a forecast may take. Most are smaller than those of a pick; a usual turn of the classes that
come with Varia takes a tenth of them."""

STEPS_A_VIEW: Final = 1_000
"""The number of steps that a view may take; those of the classes that come with Varia take a quarter of them."""


class Budget:
    """The steps that one pick has taken: triggers, conditions, effects, cards moved, dice thrown.

    A game counts its steps as it plays. Once the budget is spent, it finishes the current effect, starts nothing
    further in the pick, and announces this to the table once.

    Attributes:
        limit: the number of steps that the pick may take.
        used: the number of steps taken; the last effect may exceed the limit.
        told: whether the table has been notified that the budget is spent.
    """

    __slots__ = ("limit", "told", "used")

    def __init__(self, limit: int = STEPS_A_PICK) -> None:
        self.limit = limit
        self.used = 0
        self.told = False

    def spend(self, steps: int = 1) -> None:
        """Count some steps."""
        self.used += steps

    def look(self, steps: int = 1) -> None:
        """Note steps that look without changing anything. A pick does not count them, so that old matches replay."""

    @property
    def spent(self) -> bool:
        """Whether the budget is used up, so that the pick may do nothing further."""
        return self.used >= self.limit


class StrictBudget(Budget):
    """The steps of something that can be left out as a whole, such as a forecast: it ends as soon as they are spent.

    Steps are counted before they are taken, so whatever is too large is not even begun.
    """

    __slots__ = ()

    def spend(self, steps: int = 1) -> None:
        """Count some steps that are about to be taken. Raises Spent if the budget does not cover them."""
        self.used += steps
        if self.used >= self.limit:
            raise Spent

    def look(self, steps: int = 1) -> None:
        """Count some steps that look without changing anything. Raises Spent if the budget does not cover them."""
        self.used += steps
        if self.used >= self.limit:
            raise Spent


class Spent(Exception):
    """Raised when a strict budget is used up."""
