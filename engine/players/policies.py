"""Players for simulations: with the same policy at every seat, they show how a game goes if it is played that way."""

from collections.abc import Callable
from typing import Any, Final

from engine.contract import AnyGame, Seat
from engine.dice import Dice
from engine.players.lines import Pick, drawn
from engine.players.players import GreedyPlayer, HousePlayer, RandomPlayer, never


class DefaultPlayer:
    """Plays what the clock plays for an absent seat."""

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the default picks up to the first final one."""
        return list(drawn(game, guess, seat, lambda state, asked: game.default(state, asked.id, dice), dice)[0])


LINES: Final = 6
GUESSES: Final = 2
HORIZON: Final = 20
"""The settings of the greedy player for simulations, low enough to run thousands of matches on an ordinary machine."""

POLICIES: Final[dict[str, HousePlayer]] = {
    "random": RandomPlayer(),
    "defaults": DefaultPlayer(),
    "greedy": GreedyPlayer(LINES, GUESSES, HORIZON),
}
"""The players for simulations, by name."""

ABOUT: Final = {"greedy": f"best of {LINES} lines over {GUESSES} guesses, each played on for {HORIZON} picks at most"}
"""What a table of figures says about a player, in addition to its name."""
