"""Analysis: the search's evaluation of a line that was played, and of the options that a seat had to weigh."""

from collections.abc import Callable
from itertools import pairwise
from statistics import fmean
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Decision, Key, Message, Seat, Viewer
from engine.dice import Dice
from engine.players.gains import Gain, Result, gain, result
from engine.players.lines import Line, begun, own_decision, unwarned
from engine.players.players import never
from engine.players.rollout_dice import ImaginedDice
from engine.players.rollouts import HORIZON, Trial, play_on_to_own_turn
from engine.players.search import SearchPlayer

SEARCHER: Final = SearchPlayer(playouts=60, thorough=True)
"""The player that searches for a better line than the one played."""

PAIRS: Final = 60
"""The number of additional rollouts that compare the line found with the line played."""


class Judgement(Struct, frozen=True):
    """The search's evaluation of a line that was played.

    Attributes:
        best: the line that the search would have played, possibly the same one.
        gain: what that line brings beyond the played one; None if there is no measurable difference.
    """

    best: Line
    gain: Gain | None = None

    @property
    def loss(self) -> float:
        """How much less the played line is worth, from 0 (no measurable difference) to 2."""
        return 0.0 if self.gain is None else self.gain.worth


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
        return Judgement(played)
    more = brought(game, guess, seat, (best, played), dice, enough)
    return Judgement(best, more) if more.worth > 0 else Judgement(played)


def brought(
    game: AnyGame, guess: Any, seat: Seat, lines: tuple[Line, Line], dice: Dice, enough: Callable[[], bool] = never
) -> Gain:
    """Return what the first line brings beyond the second, over new guesses and dice."""
    trial, ends = Trial(game, guess, seat, dice.roll("judging", 2**63)), (list[Result](), list[Result]())
    while len(ends[0]) < PAIRS and not (ends[0] and enough()):
        number = len(ends[0])
        for line, results in zip(lines, ends, strict=True):
            results.append(result(game, trial.end(line, number).state, seat))
    return gain(*ends)


class Comparison(Struct, frozen=True):
    """A line that was played and the best other one that the search found.

    Attributes:
        other: the other line.
        gain: what the played line brings beyond the other one.
    """

    other: Line
    gain: Gain


def compared(
    game: AnyGame, state: Any, seat: Seat, played: Line, dice: Dice, enough: Callable[[], bool] = never
) -> Comparison | None:
    """Compare a line with the best other one by what the seat could know; return None if there is no other one."""
    guess = game.determinize(state, seat, dice)
    found = SEARCHER.weigh(game, guess, seat, dice, enough, kept=[played])
    other = next((each.line for each in found if each.line != played), None)
    if other is None:
        return None
    return Comparison(other, brought(game, guess, seat, (played, other), dice, enough))


GUESSES: Final = 8
"""The number of guesses at hidden information in all of which an option must exist before the viewer may see it."""

TRIES: Final = 24
"""The number of rollouts for each of these options."""


class Weighing(Struct, frozen=True):
    """A first option, its average result, from -1 to 1, and what it brings beyond the next best; None for the last."""

    label: Message
    worth: float
    gain: Gain | None = None


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
    seed, found = dice.roll("weighing", 2**63), list[tuple[Message, list[Result]]]()
    for key, label in labels.items():
        if found and enough():
            break
        came = [_goes_on(game, guesses[n % GUESSES], seat, key, ImaginedDice(seed, n)) for n in range(TRIES)]
        found.append((label, came))
    found.sort(key=lambda each: fmean(end.worth for end in each[1]), reverse=True)
    gains = [*(gain(one[1], other[1]) for one, other in pairwise(found)), None]
    return [
        Weighing(label, fmean(end.worth for end in came), brought)
        for (label, came), brought in zip(found, gains, strict=False)
    ]


def _in_all(asked: list[Decision]) -> dict[Key, Message]:
    """Return the options that all questions share with the same label, if a single option answers each question."""
    if len({each.kind for each in asked}) > 1 or not all(each.least <= 1 <= each.most for each in asked):
        return {}
    return {
        option.key: option.label
        for option in asked[0].moves
        if all(any(other.key == option.key and other.label == option.label for other in each.options) for each in asked)
    }


def _goes_on(game: AnyGame, guess: Any, seat: Seat, key: Key, dice: Dice) -> Result:
    """Play an option, continue at random up to the seat's next turn, and return the result."""
    state, line = game.copy(guess), begun(game, guess, seat, (key,), dice)[0]
    for decision, keys in line:
        game.apply(state, decision, keys, dice)
    left = HORIZON - len(line)
    end = play_on_to_own_turn(game, state, seat, left, lambda asked: unwarned(asked, dice), dice)
    return result(game, end.state, seat)
