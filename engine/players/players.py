"""House players. They receive a guess at the state in which everything hidden from them is redealt."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, FairDice
from engine.players.lines import Pick, drawn, random_keys
from engine.players.rollouts import play_on_to_own_turn


def never() -> bool:
    """Return False, meaning that there is always more time to think."""
    return False


class HousePlayer(Protocol):
    """A player controlled by the bot."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the seat's next line: picks in order, at least one, up to the first final one.

        `guess` is a determinization for the seat and is not changed; `dice` are the player's own. A player that thinks
        for a long time calls `enough` now and then, and returns its best line so far once the answer is true.
        """
        ...


TRIES: Final = 20
"""The number of random lines tried to find one without a warning."""


class RandomPlayer:
    """Plays anything legal, but avoids lines with warnings if possible."""

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
    """Tries a number of random lines and plays the one with the best result.

    Every line is continued with random answers up to the seat's next turn, over the same few guesses at hidden
    information and the same dice; `Game.worth` evaluates the result.
    """

    def __init__(self, lines: int, guesses: int, horizon: int) -> None:
        self._lines = lines
        self._guesses = guesses
        self._horizon = horizon
        """The maximum number of picks by which a line is continued."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the best of several random lines.

        Ties are broken at random, so that no seat is targeted because of its letter.
        """
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
        ).state
