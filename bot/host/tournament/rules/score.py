"""The score of a series: its winner, or that it is still going on."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.standings import Player
from engine.contract import Outcome

How: TypeAlias = Literal["played", "bye", "left", "absent", "missed", "stopped", "dice", "organiser"]
"""How something was decided: it was played, there was no opponent, somebody left, somebody did not show up, somebody
missed the last turn before the deadline, the position when the game was stopped decided, lots were drawn, or the
organiser decided."""


class Score(Struct, frozen=True):
    """The games played in a series so far.

    Attributes:
        first: the player in the first seat of the first game.
        second: the other player.
        winners: the winner of each game; None for a draw.
        best_of: the maximum number of games.
        knockout: whether somebody has to advance, so that a drawn game does not count and is replayed.
    """

    first: Player
    second: Player
    winners: tuple[Player | None, ...]
    best_of: int
    knockout: bool

    @property
    def won(self) -> tuple[int, int]:
        """How many games the first and the second player have won."""
        return (self.winners.count(self.first), self.winners.count(self.second))

    @property
    def leader(self) -> Player | None:
        """The player who has won more games, or None."""
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
        """Whether the next game replays a drawn one, and so must not be drawn again."""
        return self.knockout and bool(self.winners) and self.winners[-1] is None

    @property
    def seating(self) -> tuple[Player, Player]:
        """The players in the first and second seat of the next game; they alternate."""
        return (self.second, self.first) if len(self.winners) % 2 else (self.first, self.second)

    def after(self, winners: Sequence[Player | None]) -> "Score":
        """Return the score after more games."""
        return Score(self.first, self.second, (*self.winners, *winners), self.best_of, self.knockout)


def by_place(score: Score, outcome: Outcome) -> Player | None:
    """Return the winner of the game that follows a score, according to its outcome, or None if it was drawn."""
    return None if outcome.drawn else score.seating[outcome.ranking[0][0]]
