"""Playouts: a line is played over a guess, then everybody goes on for a while, and `Game.worth` judges what came of it.

Most go on at random up to the seat's next question in its own turn. That is blind where a turn is many lines, or where
what a line is good for shows later: there a playout goes on for whole turns, and everybody answers with some sense.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Decision, Seat
from engine.dice import Dice
from engine.players.candidates import Line, unwarned
from engine.players.rollout_dice import ImaginedDice

HORIZON: Final = 20
"""The most picks that a playout goes on at random."""

FAR_HORIZON: Final = 30
"""The most picks that a playout goes on with sense."""

CHOICES: Final = 3
"""How many random answers are tried for one with some sense."""


class Weighed(Struct):
    """A line and what came of it.

    Attributes:
        tries: how many playouts began with it.
        total: the sum of what these came to, each from -1 (lost) to 1 (won).
    """

    line: Line
    tries: int = 0
    total: float = 0.0

    @property
    def worth(self) -> float:
        """What came of it on average, from -1 to 1."""
        return self.total / max(1, self.tries)


class Trial(Struct, frozen=True):
    """Playouts of lines for a seat, over guesses that follow from a seed.

    Attributes:
        turns: how often the turn comes back to the seat, while everybody answers with some sense, before it is judged;
            0 where they go on at random to the seat's next question in its own turn.
    """

    game: AnyGame
    guess: Any
    seat: Seat
    seed: int
    turns: int = 0

    def all(self, lines: Iterable[Weighed], enough: Callable[[], bool], *, begun: bool) -> int:
        """Try lines one after another until it is enough; return how many. The first of all is always tried."""
        tried = 0
        for each in lines:
            if begun and enough():
                break
            each.total += self.worth(each.line, each.tries)
            each.tries += 1
            tried += 1
            begun = True
        return tried

    def worth(self, line: Line, number: int) -> float:
        """Play a line and on from it, over the guess of this number; return what came of it."""
        game, dice = self.game, ImaginedDice(self.seed, number)
        state = game.determinize(self.guess, self.seat, dice)
        for decision, keys in line:
            game.apply(state, decision, keys, dice)
        go_on = self._with_sense if self.turns else self._at_random
        return game.worth(go_on(state, dice), self.seat)

    def _at_random(self, state: Any, dice: Dice) -> Any:
        game = self.game
        for _ in range(HORIZON):
            asked = next(iter(game.decisions(state)), None)
            if asked is None or self._in_own_turn(asked):
                break
            game.apply(state, asked.id, unwarned(asked, dice), dice)
        return state

    def _with_sense(self, state: Any, dice: Dice) -> Any:
        """Play on until the turn has come back to the seat from somebody else so many times."""
        left, away = self.turns, False
        for _ in range(FAR_HORIZON):
            asked = next(iter(self.game.decisions(state)), None)
            if asked is None:
                break
            if asked.tempo == "turn":
                own = asked.seat == self.seat
                left -= own and away
                away = not own
            if not left:
                break
            state = _sensibly(self.game, state, asked, dice)
        return state

    def _in_own_turn(self, asked: Decision) -> bool:
        return asked.seat == self.seat and asked.tempo == "turn"


def _sensibly(game: AnyGame, state: Any, asked: Decision, dice: Dice) -> Any:
    """Return the state after the best of a few random answers, as whoever is asked stands in it then."""
    after = []
    for keys in dict.fromkeys(unwarned(asked, dice) for _ in range(CHOICES)):
        after.append(game.copy(state))
        game.apply(after[-1], asked.id, keys, dice)
    return max(after, key=lambda each: game.worth(each, asked.seat))
