"""What the games of a series come to: who has won it, or that it goes on. Pure."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.standings import Player
from engine.contract import Outcome

How: TypeAlias = Literal["played", "bye", "left", "missed", "stopped", "dice", "organiser"]
"""How something was decided: by being played, by nobody being there, because somebody left, missed the last turn before
the deadline, by how the game stood when it was stopped, by lot, or by the organiser."""


class Score(Struct, frozen=True):
    """A series' games so far.

    Attributes:
        first: who sits first in its first game.
        second: the other.
        winners: who has won each game; None for a drawn one.
        best_of: of how many games it is the best.
        knockout: whether somebody has to go on: a drawn game does not count, and is played again.
    """

    first: Player
    second: Player
    winners: tuple[Player | None, ...]
    best_of: int
    knockout: bool

    @property
    def won(self) -> tuple[int, int]:
        """How many games the first and the second have won."""
        return (self.winners.count(self.first), self.winners.count(self.second))

    @property
    def leader(self) -> Player | None:
        """Who has won more games."""
        first, second = self.won
        return None if first == second else self.first if first > second else self.second

    @property
    def decided(self) -> bool:
        """Whether nothing is left to play."""
        if max(self.won) > self.best_of // 2:
            return True
        return not self.knockout and len(self.winners) >= self.best_of

    @property
    def replay(self) -> bool:
        """Whether the game to come is played in the place of a drawn one, and so must not be drawn again."""
        return self.knockout and bool(self.winners) and self.winners[-1] is None

    @property
    def seating(self) -> tuple[Player, Player]:
        """Who sits first and second in the game to come: they take turns."""
        return (self.second, self.first) if len(self.winners) % 2 else (self.first, self.second)

    def after(self, winners: Sequence[Player | None]) -> "Score":
        """Return the score after more games."""
        return Score(self.first, self.second, (*self.winners, *winners), self.best_of, self.knockout)


def by_place(score: Score, outcome: Outcome) -> Player | None:
    """Return who an outcome says has won the game of a score that was to come; None where it was drawn."""
    return None if outcome.drawn else score.seating[outcome.ranking[0][0]]
