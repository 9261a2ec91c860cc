"""The limit on the work that one pick may do, so that no card set can keep a game busy for long.

Work is counted in the engine's own steps, not in time, so a match runs the same on every machine and replays exactly.
"""

from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

STEPS_A_PICK: Final = 3_000
"""The number of steps that a pick may take; our own figure. A step takes about five microseconds of processor time."""

STEPS_A_FORECAST: Final = 13_500
"""The number of steps that a forecast may take. Most are smaller than those of a pick; a usual turn of the classes that
come with Varia takes a fiftieth of them, and one in twenty a tenth."""

STEPS_A_ROW: Final = 3 * STEPS_A_FORECAST
"""The number of steps that the forecasts after all options of one question may take together: a click waits for all of
them, so they may take as long as a few forecasts, and not as many as there are options."""

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

    def within(self, limit: int, work: Callable[["PartBudget"], T]) -> T | None:
        """Return the result of some work with a limit of its own, or None if that is reached; its steps count here too.

        Raises Spent if this budget does not cover them.
        """
        try:
            return work(PartBudget(limit, self))
        except Spent:
            if self.spent:
                raise
            return None


class PartBudget(StrictBudget):
    """A budget for a part of some work, such as one of several forecasts: its steps count towards the whole, too."""

    __slots__ = ("whole",)

    def __init__(self, limit: int, whole: StrictBudget) -> None:
        super().__init__(limit)
        self.whole = whole

    def spend(self, steps: int = 1) -> None:
        """Count some steps that are about to be taken. Raises Spent if one of the two budgets does not cover them."""
        self.whole.spend(steps)
        super().spend(steps)

    def look(self, steps: int = 1) -> None:
        """Count some steps that look without changing anything. Raises Spent as `spend` does."""
        self.whole.look(steps)
        super().look(steps)

    def share(self, steps: int) -> None:
        """Count some steps that another part has already taken for this one. Raises Spent if its limit is reached."""
        super().spend(steps)


class Spent(Exception):
    """Raised when a strict budget is used up."""
