"""Looking back: what the search thinks of a line that was played, and what it weighed before one of its own."""

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
"""Who looks for something better than what was played."""

PAIRS: Final = 60
"""How many more times what it found is played beside what was played."""

SURE: Final = 2.0
"""A loss counts that is so many times its standard error: less may be chance."""


class Judgement(Struct, frozen=True):
    """What the search thinks of a line that was played.

    Attributes:
        best: the line that it would have played, which may be the same.
        loss: how much less the line is worth that was played, from 0 (no less, as far as can be told) to 2.
    """

    best: Line
    loss: float


def judged(
    game: AnyGame, state: Any, seat: Seat, played: Line, dice: Dice, enough: Callable[[], bool] = never
) -> Judgement:
    """Judge a line by what the seat could know when it was played.

    The best of many lines did so well by luck too. So it is played anew beside the one that was played, over other
    guesses, and only that counts.
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
"""Over how many guesses at what a viewer does not see an option has to be there for the viewer to hear of it."""

TRIES: Final = 24
"""How often each of these options is played on."""


class Weighing(Struct, frozen=True):
    """One way to begin, and what it comes to on average, from -1 to 1."""

    label: Message
    worth: float


def weighed(
    game: AnyGame, state: Any, viewer: Viewer, seat: Seat, dice: Dice, enough: Callable[[], bool] = never
) -> list[Weighing]:
    """Return what a seat had to weigh, the best first, by what a viewer may know: nothing else has a part in it.

    Everything hidden from the viewer is dealt anew, the seat's own cards too. What could be chosen whatever these are
    is told; an option that hangs on them is not. A seat's own eyes see all that it weighed.
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
    """Return the options that all of some questions have in the same words, where one of them answers each."""
    if len({each.kind for each in asked}) > 1 or not all(each.least <= 1 <= each.most for each in asked):
        return {}
    return {
        option.key: option.label
        for option in asked[0].options
        if all(any(other.key == option.key and other.label == option.label for other in each.options) for each in asked)
    }


def _goes_on(game: AnyGame, guess: Any, seat: Seat, key: Key, dice: Dice) -> float:
    """Play on from an option at random up to the seat's next turn; return what came of it."""
    state, line = game.copy(guess), begun(game, guess, seat, (key,), dice)[0]
    for decision, keys in line:
        game.apply(state, decision, keys, dice)
    left = HORIZON - len(line)
    return game.worth(play_on_to_own_turn(game, state, seat, left, lambda asked: unwarned(asked, dice), dice), seat)
