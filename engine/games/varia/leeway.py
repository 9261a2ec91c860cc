"""How far health points may differ without any difference to what is played."""

from typing import Final, final

from engine.contract import Seat

ANY: Final = 1_000_000
"""More health points than anybody has: they do not matter."""


@final
class Leeway:
    """How many fewer or more health points each player could have had, so that the same would have been played.

    Whatever looks at health points while something is played narrows it (`VariaState.has_hp`, `VariaState.exact_hp`).

    Attributes:
        fewer: for each seat, how many fewer.
        more: for each seat, how many more.
        damage: whether anything looked at the damage dealt in the clash.
    """

    __slots__ = ("damage", "fewer", "more")

    def __init__(self) -> None:
        self.fewer = [ANY, ANY]
        self.more = [ANY, ANY]
        self.damage = False

    def compare(self, seat: Seat, hp: int, least: int) -> None:
        """Record that only one thing mattered: whether a player with `hp` health points has `least` of them."""
        if hp >= least:
            self.fewer[seat] = min(self.fewer[seat], hp - least)
        else:
            self.more[seat] = min(self.more[seat], least - 1 - hp)

    def fix(self, seat: Seat) -> None:
        """Record that the exact number of a player's health points mattered."""
        self.fewer[seat] = self.more[seat] = 0

    def covers(self, first: int, second: int) -> bool:
        """Whether the same would have been played if each player had that many more health points."""
        return -self.fewer[0] <= first <= self.more[0] and -self.fewer[1] <= second <= self.more[1]
