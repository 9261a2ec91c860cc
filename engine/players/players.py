"""House players. They are handed a guess at the state, in which everything hidden from them is dealt anew."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, FairDice
from engine.players.lines import Pick, drawn, random_keys
from engine.players.rollouts import play_on_to_own_turn


def never() -> bool:
    """Say that there is time to think on."""
    return False


class HousePlayer(Protocol):
    """A player that needs no person."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return what a seat plays now: picks in order, at least one, up to the first that is final.

        `guess` is a determinization for the seat and is left as it was; `dice` are the player's own. Whoever thinks
        for long asks `enough` now and then, and answers with what it has once that is so.
        """
        ...


TRIES: Final = 20
"""How many random lines are tried to find one without a warning."""


class RandomPlayer:
    """Plays anything legal, but nothing that a person would be warned of, where that can be helped."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return one random line."""
        purpose = f"house.{letter(seat)}"

        def choose(_: Any, asked: Decision) -> tuple[Key, ...]:
            return random_keys(asked, purpose, dice)

        line, warned = drawn(game, guess, seat, choose, dice)
        for _ in range(TRIES):
            if not warned:
                break
            line, warned = drawn(game, guess, seat, choose, dice)
        return list(line)


class GreedyPlayer:
    """Tries a number of random lines and plays the one after which it stands best.

    Every line is played on with random answers, over the same few guesses at what is hidden and the same dice, up to
    the seat's next turn; `Game.worth` judges what came of it.
    """

    def __init__(self, lines: int, guesses: int, horizon: int) -> None:
        self._lines = lines
        self._guesses = guesses
        self._horizon = horizon
        """The most picks that a line is played on."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the best of some random lines; of equal ones any, so that no seat is picked on for its letter."""
        purpose = f"house.{letter(seat)}"
        tried = {tuple(RandomPlayer().line(game, guess, seat, dice)) for _ in range(self._lines)}
        lines = [list(line) for line in dice.shuffle(purpose, sorted(tried))]
        if len(lines) == 1:
            return lines[0]
        seed = dice.roll(purpose, 2**63)
        return max(lines, key=lambda line: self._value(game, guess, seat, line, seed))

    def _value(self, game: AnyGame, guess: Any, seat: Seat, line: Sequence[Pick], seed: int) -> float:
        total = 0.0
        for number in range(self._guesses):
            dice = FairDice.seeded("greedy", seed, number)
            state = game.determinize(guess, seat, dice)
            for decision, keys in line:
                game.apply(state, decision, keys, dice)
            total += game.worth(self._played_on(game, state, seat, dice), seat)
        return total / self._guesses

    def _played_on(self, game: AnyGame, state: Any, seat: Seat, dice: Dice) -> Any:
        return play_on_to_own_turn(
            game,
            state,
            seat,
            self._horizon,
            lambda asked: random_keys(asked, f"house.{letter(asked.seat)}", dice),
            dice,
        )
