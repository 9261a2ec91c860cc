"""The work that one pick may do, so that no card set can make a game play on for long.

Work is counted in the engine's own steps and not in time, so a match goes the same way on every machine and replays
as it was played.
"""

from typing import Final

STEPS_A_PICK: Final = 3_000
"""How many steps one pick may take; ours. A step is about five microseconds of processor time."""


class Budget:
    """The steps that one pick has taken: triggers, conditions, effects, cards moved, dice thrown.

    A game counts its steps as it plays. Once the budget is spent it finishes the effect under way, lets nothing further
    come to be in the pick, and tells the table once.

    Attributes:
        limit: how many steps the pick may take.
        used: how many it has taken; the last effect may go beyond the limit.
        told: whether the table has been told that the budget is spent.
    """

    __slots__ = ("limit", "told", "used")

    def __init__(self, limit: int = STEPS_A_PICK) -> None:
        self.limit = limit
        self.used = 0
        self.told = False

    def spend(self, steps: int = 1) -> None:
        """Count some steps."""
        self.used += steps

    @property
    def spent(self) -> bool:
        """Whether the pick may do nothing further."""
        return self.used >= self.limit
