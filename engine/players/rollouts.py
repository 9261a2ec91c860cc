"""Rollouts: a line is played on a guess, everyone plays on for a while, and `Game.worth` evaluates the result.

Most rollouts continue at random up to the seat's next question in its own turn. That is too short-sighted if a turn
consists of many lines or a line pays off later. In such games, a rollout continues for entire turns, and everyone
answers sensibly.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Decision, Key, Seat
from engine.dice import Dice
from engine.players.lines import Line, Pick, liking, unwarned
from engine.players.rollout_dice import ImaginedDice

HORIZON: Final = 20
"""The maximum number of random picks in a rollout."""

FAR_HORIZON: Final = 30
"""The maximum number of sensible picks in a rollout."""

CHOICES: Final = 3
"""The number of random answers from which a sensible one is chosen."""


class Weighed(Struct):
    """A line and its rollout results.

    Attributes:
        tries: the number of rollouts that began with it.
        total: the sum of their results, each from -1 (lost) to 1 (won).
        ended: whether any of them ended the match.
        answers: the number of answers that followed it in all of them together.
        liking: what the player's tastes add to its worth.
    """

    line: Line
    tries: int = 0
    total: float = 0.0
    ended: bool = False
    answers: int = 0
    liking: float = 0.0

    @property
    def worth(self) -> float:
        """The average result, from -1 to 1."""
        return self.total / max(1, self.tries)


class End(Struct, frozen=True):
    """The last state of a rollout, and the number of answers with which it continued."""

    state: Any
    answers: int


class Trial(Struct, frozen=True):
    """Rollouts of lines for a seat, over guesses derived from a seed.

    Attributes:
        turns: how often the turn comes back to the seat before the result is evaluated, with everyone answering
            sensibly; 0 to play at random up to the seat's next question in its own turn.
        soonest: whether the soonest of the lines that won every time is the best.
        tastes: what an answer of each kind adds to the worth of a line.
    """

    game: AnyGame
    guess: Any
    seat: Seat
    seed: int
    turns: int = 0
    soonest: bool = False
    tastes: Mapping[str, float] = {}

    def all(self, lines: Iterable[Weighed], enough: Callable[[], bool], *, begun: bool) -> int:
        """Try lines one by one until `enough` is true, but at least one unless `begun`; return how many were tried."""
        tried = 0
        for each in lines:
            if begun and enough():
                break
            if self.tastes and not each.tries:
                each.liking = liking(self.game, self.guess, self.seat, each.line, self.tastes)
            end = self.end(each.line, each.tries)
            worth = self.game.worth(end.state, self.seat)
            each.total += worth
            each.answers += end.answers
            each.ended = each.ended or abs(worth) == 1
            each.tries += 1
            tried += 1
            begun = True
        return tried

    def rank(self, line: Weighed) -> tuple[bool, float, float]:
        """Return what lines are compared by: whether they were tried, their worth, and how soon they win.

        What the player likes counts the less, the surer a line wins or loses: nobody gives a sure win away for it.
        """
        sure = self.soonest and line.worth == 1
        worth = line.worth + line.liking * (1 - abs(line.worth))
        return line.tries > 0, worth, -line.answers / line.tries if sure else 0.0

    def look(self, before: Any, last: Pick) -> float:
        """Return the worth of the state right after a line on the guess itself, from that before its last pick."""
        state = self.game.copy(before)
        self.game.apply(state, *last, ImaginedDice(self.seed, -1))
        return self.game.worth(state, self.seat)

    def end(self, line: Line, number: int) -> End:
        """Play a line on the guess with this number and continue from there."""
        game, dice = self.game, ImaginedDice(self.seed, number)
        state = game.determinize(self.guess, self.seat, dice)
        for decision, keys in line:
            game.apply(state, decision, keys, dice)
        return (self._with_sense if self.turns else self._at_random)(state, dice)

    def _at_random(self, state: Any, dice: Dice) -> End:
        return play_on_to_own_turn(self.game, state, self.seat, HORIZON, lambda asked: unwarned(asked, dice), dice)

    def _with_sense(self, state: Any, dice: Dice) -> End:
        """Play on until the turn has come back to the seat from another player `turns` times."""
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
) -> End:
    """Answer questions one by one until `over` is true, at most `horizon` of them."""
    for number in range(horizon):
        asked = next(iter(game.decisions(state)), None)
        if asked is None or over(asked):
            return End(state, number)
        state = answer(state, asked)
    return End(state, horizon)


def play_on_to_own_turn(
    game: AnyGame, state: Any, seat: Seat, horizon: int, choose: Callable[[Decision], tuple[Key, ...]], dice: Dice
) -> End:
    """Answer at most `horizon` questions with `choose`, up to the first in the seat's own turn."""

    def answer(state: Any, asked: Decision) -> Any:
        game.apply(state, asked.id, choose(asked), dice)
        return state

    return play_on(game, state, horizon, lambda asked: asked.seat == seat and asked.tempo == "turn", answer)


def _sensibly(game: AnyGame, state: Any, asked: Decision, dice: Dice) -> Any:
    """Return the state after the best of a few random answers, judged for the seat that is asked."""
    after = []
    for keys in dict.fromkeys(unwarned(asked, dice) for _ in range(CHOICES)):
        after.append(game.copy(state))
        game.apply(after[-1], asked.id, keys, dice)
    return max(after, key=lambda each: game.worth(each, asked.seat))
