"""The search player: it tries lines over guesses at what is hidden, for any game by its contract alone.

Each playout deals anew what the seat does not know, plays a line and goes on for a while; `Game.worth` judges what came
of it. All lines meet the same guesses and the same dice, so that the difference between two of them is not luck. After
a round the worse half of the lines is dropped and the playouts of the next round go to the others: most of them are
spent on telling the best apart (sequential halving: Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed
Bandits, 2013). What stays hidden is never looked at, and what is done at the same time as others do theirs is chosen
without knowing it.
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
"""How many lines are tried for the square root of the playouts: more playouts see more lines, and each one better."""


class SearchPlayer:
    """Plays the line that did best in a number of playouts.

    One with `foresight` plays as many turns ahead, and makes as many times its playouts, as the game's spec asks of it.
    """

    def __init__(self, playouts: int, *, foresight: bool = False) -> None:
        self.playouts = playouts
        self.foresight = foresight

    def line(self, game: AnyGame, guess: Any, seat: Seat, dice: Dice, enough: Callable[[], bool] = never) -> list[Pick]:
        """Return the best line that was found."""
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
        """Return the lines that were tried, the best first: at least one.

        Those that are `kept` are tried as often as the best. They have to be legal, each up to its first final pick.
        The dice decide which of several equal ones comes first.
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
    """Try lines in rounds, the better half of them more often each time; return them, the best first."""
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
