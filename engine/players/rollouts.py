"""Playouts: a line is played over a guess, then everybody goes on for a while, and `Game.worth` judges what came of it.

Most go on at random up to the seat's next question in its own turn. That is blind where a turn is many lines, or where
what a line is good for shows later: there a playout goes on for whole turns, and everybody answers with some sense.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Decision, Key, Seat
from engine.dice import Dice
from engine.players.lines import Line, unwarned
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
        return play_on_to_own_turn(self.game, state, self.seat, HORIZON, lambda asked: unwarned(asked, dice), dice)

    def _with_sense(self, state: Any, dice: Dice) -> Any:
        """Play on until the turn has come back to the seat from somebody else so many times."""
        left, away = self.turns, False

        def over(asked: Decision) -> bool:
            nonlocal left, away
            if asked.tempo == "turn":
                own = asked.seat == self.seat
                left -= own and away
                away = not own
            return not left

        return play_on(
            self.game, state, FAR_HORIZON, over, lambda state, asked: _sensibly(self.game, state, asked, dice)
        )


def play_on(
    game: AnyGame,
    state: Any,
    horizon: int,
    over: Callable[[Decision], bool],
    answer: Callable[[Any, Decision], Any],
) -> Any:
    """Answer one question after another, at most `horizon` of them and until it is `over`; return the last state."""
    for _ in range(horizon):
        asked = next(iter(game.decisions(state)), None)
        if asked is None or over(asked):
            break
        state = answer(state, asked)
    return state


def play_on_to_own_turn(
    game: AnyGame, state: Any, seat: Seat, horizon: int, choose: Callable[[Decision], tuple[Key, ...]], dice: Dice
) -> Any:
    """Answer at most `horizon` questions as `choose` does, up to the first of a seat's own turn; return the state."""

    def answer(state: Any, asked: Decision) -> Any:
        game.apply(state, asked.id, choose(asked), dice)
        return state

    return play_on(game, state, horizon, lambda asked: asked.seat == seat and asked.tempo == "turn", answer)


def _sensibly(game: AnyGame, state: Any, asked: Decision, dice: Dice) -> Any:
    """Return the state after the best of a few random answers, as whoever is asked stands in it then."""
    after = []
    for keys in dict.fromkeys(unwarned(asked, dice) for _ in range(CHOICES)):
        after.append(game.copy(state))
        game.apply(after[-1], asked.id, keys, dice)
    return max(after, key=lambda each: game.worth(each, asked.seat))
