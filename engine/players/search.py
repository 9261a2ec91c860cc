"""The search player: it tries lines over guesses at hidden information, for any game, using only the contract.

Each rollout redeals what the seat does not know, plays a line and continues for a while; `Game.worth` evaluates the
result. All lines meet the same guesses and the same dice, so the difference between two of them is not luck. After each
round the worse half of the lines is dropped and the next round's rollouts go to the rest, so most rollouts are spent on
comparing the best lines (sequential halving: Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits,
2013). The player never looks at hidden information, and chooses simultaneous moves without knowing those of the others.
"""

from collections.abc import Callable, Iterable
from math import ceil, log2, sqrt
from typing import Any, Final

from engine.contract import AnyGame, Seat, letter
from engine.dice import Dice
from engine.players.lines import Line, Pick, forced, own_decision, some_lines
from engine.players.players import never
from engine.players.rollout_dice import ImaginedDice
from engine.players.rollouts import Trial, Weighed

WIDTH: Final = 1.5
"""The number of lines tried, as a multiple of the square root of the number of rollouts."""


class SearchPlayer:
    """Plays the line that did best in a number of rollouts.

    If `foresight` is set, it uses the `foresight` and the `effort` that the game's spec demands.
    """

    def __init__(self, playouts: int, *, foresight: bool = False) -> None:
        self.playouts = playouts
        self.foresight = foresight

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the best line found."""
        only = forced(own_decision(game, guess, seat))
        return list(only) or list(self.weigh(game, guess, seat, dice, enough)[0].line)

    def weigh(
        self,
        game: AnyGame,
        guess: Any,
        seat: Seat,
        dice: Dice,
        enough: Callable[[], bool] = never,
        kept: Iterable[Line] = (),
    ) -> list[Weighed]:
        """Return the lines tried, best first: at least one.

        Lines in `kept` are tried as often as the best. They have to be legal, each up to its first final pick. Ties are
        broken by the dice.
        """
        seed = dice.roll(f"house.{letter(seat)}", 2**63)
        playouts = self.playouts * (game.spec.effort if self.foresight else 1)
        trial = Trial(game, guess, seat, seed, game.spec.foresight if self.foresight else 0)
        most = ceil(WIDTH * sqrt(playouts))
        found = some_lines(game, guess, seat, most, ImaginedDice(seed, -1))
        lines = [Weighed(line) for line in dict.fromkeys((*kept, *found))]
        return _halved(lines, playouts, frozenset(kept), trial, enough)


def _halved(
    lines: list[Weighed], playouts: int, kept: frozenset[Line], trial: Trial, enough: Callable[[], bool]
) -> list[Weighed]:
    """Try lines in rounds, halving the candidates after each; return all lines, best first."""
    left, rounds, dropped = playouts, ceil(log2(len(lines))), list[Weighed]()
    for number in range(rounds):
        times = max(1, left // (rounds - number) // len(lines))
        wanted = (lines * times)[:left]
        tried = trial.all(wanted, enough, begun=left < playouts)
        lines.sort(key=lambda each: (each.tries > 0, each.worth), reverse=True)
        if tried < len(wanted):
            break
        left -= tried
        half = ceil(len(lines) / 2)
        dropped = [each for each in lines[half:] if each.line not in kept] + dropped
        lines = lines[:half] + [each for each in lines[half:] if each.line in kept]
    return lines + dropped
