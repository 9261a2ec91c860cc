"""House players. They are handed a guess at the state, in which everything hidden from them is dealt anew."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeAlias

from engine.contract import AnyGame, Decision, Key, Seat, letter
from engine.dice import Dice, FairDice

Pick: TypeAlias = tuple[str, tuple[Key, ...]]
"""A decision's id and the keys that answer it."""


def never() -> bool:
    """Say that there is time to think on."""
    return False


class House(Protocol):
    """A player that needs no person."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return what a seat plays now: picks in order, at least one, up to the first that is final.

        `guess` is a determinization for the seat and is left as it was; `dice` are the player's own. Whoever thinks
        for long asks `enough` now and then, and answers with what it has once that is so.
        """
        ...


def own_decision(game: AnyGame, state: Any, seat: Seat) -> Decision | None:
    """Return what a seat is asked first, or None."""
    return next((asked for asked in game.decisions(state) if asked.seat == seat), None)


def random_keys(asked: Decision, purpose: str, dice: Dice) -> tuple[Key, ...]:
    """Return a random legal answer, every number of options as likely as the next."""
    count = asked.least + dice.roll(purpose, asked.most - asked.least + 1) - 1
    if count == 1:
        return (dice.choose(purpose, asked.options).key,)
    return tuple(option.key for option in dice.shuffle(purpose, asked.options)[:count])


def is_warned(asked: Decision, keys: Sequence[Key]) -> bool:
    """Whether an answer brings about what nobody can want."""
    return any(option.warning is not None for option in asked.options if option.key in keys)


TRIES: Final = 20
"""How many random lines are tried to find one without a warning."""


class RandomPlayer:
    """Plays anything legal, but nothing that a person would be warned of, where that can be helped."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return one random line."""
        picks, warned = self._line(game, guess, seat, dice)
        for _ in range(TRIES):
            if not warned:
                break
            picks, warned = self._line(game, guess, seat, dice)
        return picks

    def _line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice) -> tuple[list[Pick], bool]:
        state = game.copy(guess)
        picks: list[Pick] = []
        warned = False
        while (asked := own_decision(game, state, seat)) is not None:
            keys = random_keys(asked, f"house.{letter(seat)}", dice)
            picks.append((asked.id, keys))
            warned = warned or is_warned(asked, keys)
            if asked.commits(keys):
                break
            game.apply(state, asked.id, keys, dice)
        return picks, warned


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
            total += self._play_on(game, state, seat, dice)
        return total / self._guesses

    def _play_on(self, game: AnyGame, state: Any, seat: Seat, dice: Dice) -> float:
        for _ in range(self._horizon):
            asked = next(iter(game.decisions(state)), None)
            if asked is None or (asked.seat == seat and asked.tempo == "turn"):
                break
            game.apply(state, asked.id, random_keys(asked, f"house.{letter(asked.seat)}", dice), dice)
        return game.worth(state, seat)
