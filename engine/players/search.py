"""The search player: it tries lines over guesses at hidden information, for any game, using only the contract.

Each rollout redeals what the seat does not know, plays a line and continues for a while; `Game.worth` evaluates the
result. All lines meet the same guesses and the same dice, so the difference between two of them is not luck. After each
round the worse half of the lines is dropped and the next round's rollouts go to the rest, so most rollouts are spent on
comparing the best lines (sequential halving: Karnin, Koren, Somekh, Almost Optimal Exploration in Multi-Armed Bandits,
2013). The player never looks at hidden information, and chooses simultaneous moves without knowing those of the others.

A thorough player looks at all lines of the turn if they can be counted, and tries those that leave it best off at once.
Otherwise it draws new lines below the best first answers after each of the earlier rounds.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from math import ceil, log2, sqrt
from typing import Any, Final

from engine.contract import AnyGame, Seat, letter
from engine.dice import Dice
from engine.players.lines import Line, Pick, begun, every_line, forced, own_decision, some_lines
from engine.players.players import never
from engine.players.rollout_dice import ImaginedDice
from engine.players.rollouts import Trial, Weighed

WIDTH: Final = 1.5
"""The number of lines tried, as a multiple of the square root of the number of rollouts."""

ALL: Final = 2
"""The number of lines that are all tried, as a multiple of the usual number."""

COUNTED: Final = 2000
"""The number of answers on the way to all lines of a turn up to which a thorough player looks at each of them."""

STEPS_A_PLAYOUT: Final = 12
"""How many of these answers take about as long as a rollout. A thorough player has so many fewer rollouts."""


AGAIN: Final = 6
"""How often lines are tried, as long as they win every time, of which there was no room for more than one rollout."""


BATCH: Final = 8
"""How many rollouts a line gets at once that did better in few of them than others in many."""


class SearchPlayer:
    """Plays the line that did best in a number of rollouts.

    If `foresight` is set, it uses the `foresight` and the `effort` that the game's spec demands. If it is `thorough`,
    it overlooks no line that ends the match well, if a turn's lines can be counted, and plays the soonest of those that
    won every time. Of lines about as good, it prefers those that fit its `tastes`, which the game's spec explains.
    """

    def __init__(
        self, playouts: int, *, foresight: bool = False, thorough: bool = False, tastes: tuple[str, ...] = ()
    ) -> None:
        self.playouts = playouts
        self.foresight = foresight
        self.thorough = thorough
        self.tastes = tastes

    def like(self, *tastes: str) -> "SearchPlayer":
        """Return a player with the same effort and some tastes."""
        return SearchPlayer(self.playouts, foresight=self.foresight, thorough=self.thorough, tastes=tastes)

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
        tastes = [game.spec.tastes.get(taste, {}) for taste in self.tastes]
        liked = {kind: sum([each.get(kind, 0.0) for each in tastes]) for kind in {*chain(*tastes)}}
        turns = game.spec.foresight if self.foresight else 0
        trial = Trial(game, guess, seat, seed, turns, self.thorough, liked)
        most = ceil(WIDTH * sqrt(playouts))
        imagined = ImaginedDice(seed, -1)
        found, every = some_lines(game, guess, seat, most, imagined), dict[Line, Any]()
        if self.thorough:
            every, steps = every_line(game, guess, seat, COUNTED)
            looked = len(every) if len(every) > ALL * most else 0
            found = _promising(found, every, trial) if looked else list(every) or found
            playouts -= min(playouts // 2, (steps + looked) // STEPS_A_PLAYOUT)
        lines = [Weighed(line) for line in dict.fromkeys((*kept, *found))]

        def below(line: Line) -> Line:
            return begun(game, guess, seat, line[0][1], imagined)[0]

        new = below if self.thorough and not every else None
        weighed = _halved(lines, playouts, frozenset(kept), trial, enough, new)
        if self.thorough and weighed[0].worth < 1 and any(each.ended for each in weighed):
            return _decided(weighed, every, self.playouts, frozenset(kept), trial, enough)
        return weighed


def _decided(
    weighed: list[Weighed],
    every: Iterable[Line],
    playouts: int,
    kept: frozenset[Line],
    trial: Trial,
    enough: Callable[[], bool],
) -> list[Weighed]:
    """Look closer at a turn that can decide the match: try all its lines, and again those that did best in few tries.

    Lines that were not tried before and win are tried again, until few are left that have won every time.
    """
    tried, half = {each.line for each in weighed}, ceil(len(weighed) / 2)
    more = winning = [Weighed(line) for line in every if line not in tried]
    for _ in range(AGAIN):
        trial.all(winning, enough, begun=True)
        winning = [each for each in winning if each.worth == 1]
        if len(winning) <= half:
            break
    more = sorted((each for each in more if each.tries), key=lambda each: (trial.rank(each), each.tries), reverse=True)
    if more:
        first = [*weighed[:half], *(each for each in weighed[half:] if each.line in kept), *more[:half]]
        rest = [each for each in (*weighed[half:], *more[half:]) if each.line not in kept]
        weighed = _halved(first, playouts, kept, trial, enough, None) + rest
    best = _confirmed(weighed, playouts, trial, enough)
    return [best, *(each for each in weighed if each is not best)]


def _confirmed(weighed: list[Weighed], playouts: int, trial: Trial, enough: Callable[[], bool]) -> Weighed:
    """Return the best line, after it has been tried as often as any other or the rollouts are used up."""
    most = max(each.tries for each in weighed)
    while True:
        best = max(weighed, key=lambda each: (trial.rank(each), each.tries))
        if best.tries >= most or playouts <= 0:
            return best
        tried = trial.all([best] * min(BATCH, most - best.tries), enough, begun=True)
        if not tried:
            return best
        playouts -= tried


def _promising(found: list[Line], every: dict[Line, Any], trial: Trial) -> list[Line]:
    """Return as many lines as were found: those that leave the seat best off at once for half of them."""
    seen = {line: trial.look(before, line[-1]) if line else 0.0 for line, before in every.items()}
    best = sorted(seen, key=lambda line: seen[line], reverse=True)[: ceil(len(found) / 2)]
    return [*dict.fromkeys((*best, *found))][: len(found)]


def _halved(
    lines: list[Weighed],
    playouts: int,
    kept: frozenset[Line],
    trial: Trial,
    enough: Callable[[], bool],
    below: Callable[[Line], Line] | None,
) -> list[Weighed]:
    """Try lines in rounds, halving the candidates after each; return all lines, best first.

    In the first half of the rounds, `below` draws a new line for every second one that is left.
    """
    left, rounds, dropped = playouts, ceil(log2(len(lines))), list[Weighed]()
    for number in range(rounds):
        times = max(1, left // (rounds - number) // len(lines))
        wanted = (lines * times)[:left]
        tried = trial.all(wanted, enough, begun=left < playouts)
        lines.sort(key=trial.rank, reverse=True)
        if tried < len(wanted):
            break
        left -= tried
        half = ceil(len(lines) / 2)
        dropped = [each for each in lines[half:] if each.line not in kept] + dropped
        lines = lines[:half] + [each for each in lines[half:] if each.line in kept]
        if below is not None and number < rounds // 2:
            known = {each.line for each in (*lines, *dropped)}
            drawn = dict.fromkeys(below(each.line) for each in lines[: ceil(half / 2)])
            lines += [Weighed(line) for line in drawn if line not in known]
    return lines + dropped
