"""Analysis: the search's evaluation of a line that was played, and of the options that a seat had to weigh."""

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Decision, Key, Message, Seat, Viewer
from engine.dice import Dice
from engine.players.lines import Line, begun, own_decision, unwarned
from engine.players.players import never
from engine.players.rollout_dice import ImaginedDice
from engine.players.rollouts import HORIZON, Trial, play_on_to_own_turn
from engine.players.search import SearchPlayer

SEARCHER: Final = SearchPlayer(playouts=60)
"""The player that searches for a better line than the one played."""

PAIRS: Final = 60
"""The number of additional rollouts that compare the line found with the line played."""

SURE: Final = 2.0
"""A loss counts only if it exceeds this many times its standard error; a smaller one may be chance."""


class Judgement(Struct, frozen=True):
    """The search's evaluation of a line that was played.

    Attributes:
        best: the line that the search would have played, possibly the same one.
        loss: how much less the played line is worth, from 0 (no measurable difference) to 2.
    """

    best: Line
    loss: float


def judged(
    game: AnyGame, state: Any, seat: Seat, played: Line, dice: Dice, enough: Callable[[], bool] = never
) -> Judgement:
    """Evaluate a line by what the seat could know when it was played.

    The best of many lines owes part of its result to luck, so it is compared with the line played over new guesses, and
    only that comparison counts.
    """
    guess = game.determinize(state, seat, dice)
    best = SEARCHER.weigh(game, guess, seat, dice, enough, kept=[played])[0].line
    if best == played:
        return Judgement(played, 0.0)
    trial, ahead = Trial(game, guess, seat, dice.roll("judging", 2**63)), list[float]()
    while len(ahead) < PAIRS and not (ahead and enough()):
        ahead.append(trial.worth(best, len(ahead)) - trial.worth(played, len(ahead)))
    doubt = stdev(ahead) / sqrt(len(ahead)) if len(ahead) > 1 else 2.0
    loss = fmean(ahead)
    return Judgement(best, loss) if loss > SURE * doubt else Judgement(played, 0.0)


GUESSES: Final = 8
"""The number of guesses at hidden information in all of which an option must exist before the viewer may see it."""

TRIES: Final = 24
"""The number of rollouts for each of these options."""


class Weighing(Struct, frozen=True):
    """A first option and its average result, from -1 to 1."""

    label: Message
    worth: float


def weighed(
    game: AnyGame, state: Any, viewer: Viewer, seat: Seat, dice: Dice, enough: Callable[[], bool] = never
) -> list[Weighing]:
    """Return the options that a seat had to weigh, best first, using only what the viewer may know.

    Everything hidden from the viewer is redealt, including the seat's own cards. Options that exist regardless of these
    cards are included; options that depend on them are not. If the seat itself is the viewer, it sees all of its
    options.
    """
    guesses = [game.determinize(state, viewer, dice) for _ in range(GUESSES)]
    asked = [own_decision(game, guess, seat) for guess in guesses]
    labels = _in_all([each for each in asked if each is not None]) if None not in asked else {}
    seed, found = dice.roll("weighing", 2**63), list[Weighing]()
    for key, label in labels.items():
        if found and enough():
            break
        came = [_goes_on(game, guesses[n % GUESSES], seat, key, ImaginedDice(seed, n)) for n in range(TRIES)]
        found.append(Weighing(label, fmean(came)))
    return sorted(found, key=lambda each: each.worth, reverse=True)


def _in_all(asked: list[Decision]) -> dict[Key, Message]:
    """Return the options that all questions share with the same label, if a single option answers each question."""
    if len({each.kind for each in asked}) > 1 or not all(each.least <= 1 <= each.most for each in asked):
        return {}
    return {
        option.key: option.label
        for option in asked[0].options
        if all(any(other.key == option.key and other.label == option.label for other in each.options) for each in asked)
    }


def _goes_on(game: AnyGame, guess: Any, seat: Seat, key: Key, dice: Dice) -> float:
    """Play an option, continue at random up to the seat's next turn, and return the resulting worth."""
    state, line = game.copy(guess), begun(game, guess, seat, (key,), dice)[0]
    for decision, keys in line:
        game.apply(state, decision, keys, dice)
    left = HORIZON - len(line)
    return game.worth(play_on_to_own_turn(game, state, seat, left, lambda asked: unwarned(asked, dice), dice), seat)
