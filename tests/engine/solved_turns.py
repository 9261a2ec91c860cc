"""Turns that are solved by exhaustion: every line is tried with many dice, and some are best whatever these say.

What is hidden, and what the other players answer, is drawn like the dice. What an end of the match is worth is
rounded: in WarMage, a shared first place is hardly better than a defeat, and counts as one.

    python -m tests.engine.solved_turns --positions 200 --seed 1

Prints how often the strongest house player finds one of the best lines. The exit code is 1 if it misses more of them
than allowed, or if it surely loses where it could surely win.
"""

import argparse
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, count, islice
from math import comb
from random import Random
from typing import Any, Final

from msgspec import Struct

from engine.contract import AnyGame, Seat
from engine.dice import Dice, FairDice
from engine.players.levels import LEVELS, STRONGEST
from engine.players.lines import Line, all_answers, every_line, own_decision, some_lines, unwarned
from engine.players.players import HousePlayer
from engine.registry import GAMES
from tests.engine.random_tables import Table, shipped_table

MOST: Final = 2000
"""The number of answers on the way to all lines up to which a turn is solved."""

LOOKS, CHANCES = 12, 100
"""The number of guesses and dice with which each line is tried, and each that seems to be best."""

MORE: Final = 10
"""How many times as many guesses and dice one of the best lines has to stand before a turn counts."""

PATIENCE: Final = 200
"""The number of answers after a line up to which it is followed to the next turn, or to the end of the match."""

SAMPLE: Final = 40
"""The number of lines that are tried to see whether a turn can decide a match."""

FOUND: Final = 0.98
"""The share of the turns in which the strongest player has to find a best line."""


DOUBT: Final = 0.05
"""How unlikely the number of misses has to be for a player that finds this share, before the player counts as weaker.

A hundred turns are few: a player that finds 98 % misses two of them or more three times in five."""


class SolvedTurn(Struct, frozen=True):
    """A state in which a seat is asked, and what its lines do.

    Attributes:
        best: the lines that surely do what all others do at most with some dice: some, but not all.
        worth: what the best lines do: 1 if they win, 0 if they avoid a defeat.
        lost: the lines that lose, whatever the dice say.
    """

    game: AnyGame
    state: Any
    seat: Seat
    best: frozenset[Line]
    worth: int
    lost: frozenset[Line]


def solved(game: AnyGame, state: Any, seat: Seat) -> SolvedTurn | None:
    """Solve a turn; return None if it has too many lines or ways to go on, or if none are surely best."""
    lines, _ = every_line(game, state, seat, MOST)
    worths = dict[Line, tuple[int, int]]()
    for line in lines:
        worth = sure_worth(game, state, seat, line, range(LOOKS))
        if worth is None:
            return None
        worths[line] = worth
    sure = max((least for least, _ in worths.values()), default=-1)
    if sure < 0 or any(most > sure for _, most in worths.values()):
        return None
    more = {
        line: sure_worth(game, state, seat, line, range(LOOKS, CHANCES)) or (-1, -1)
        for line, (least, _) in worths.items()
        if least == sure
    }
    best = frozenset(line for line, (least, _) in more.items() if least == sure)
    if not best or len(best) == len(lines) or any(most > sure for _, most in more.values()):
        return None
    return SolvedTurn(game, state, seat, best, sure, frozenset(line for line, (_, most) in worths.items() if most < 0))


def decides(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether one of some random lines ends the match, if everybody else only does what they have to."""
    dice = FairDice.seeded("deciding")
    for line in some_lines(game, state, seat, SAMPLE, dice):
        after = game.determinize(state, seat, dice)
        for decision, keys in line:
            game.apply(after, decision, keys, dice)
        while (asked := next(iter(game.decisions(after)), None)) is not None and len(asked.options) == asked.least == 1:
            game.apply(after, asked.id, [asked.options[0].key], dice)
        if game.outcome(after) is not None:
            return True
    return False


def sure_worth(game: AnyGame, state: Any, seat: Seat, line: Line, chances: Iterable[int]) -> tuple[int, int] | None:
    """Return the least and the most that a line does up to the seat's next turn: 1 for a win, -1 for a defeat, else 0.

    It is tried with the guesses and dice of these numbers, which also say what the others answer. The seat itself
    answers as well as it can. None if there are too many ways to do so.
    """
    least, most, clock = 1, -1, game.decisions(state)[0].clock
    for number in chances:
        dice = FairDice.seeded("solving", number)
        after = _after(game, state, seat, line, dice)
        left = [PATIENCE]
        worth = _to_next_turn(game, after, seat, clock, dice, left)
        if left[0] < 0:
            return None
        least, most = min(least, worth), max(most, worth)
        if least < most == 1:
            break
    return least, most


def wins_anyway(game: AnyGame, state: Any, seat: Seat, line: Line) -> bool:
    """Whether a line wins whatever follows, as far as can be seen: everybody answers at random until the match ends."""
    for number in range(CHANCES):
        dice = FairDice.seeded("playing on", number)
        after = _after(game, state, seat, line, dice)
        for _ in range(PATIENCE):
            asked = next(iter(game.decisions(after)), None)
            if asked is None:
                break
            game.apply(after, asked.id, unwarned(asked, dice), dice)
        if game.outcome(after) is None or game.worth(after, seat) < 1:
            return False
    return True


def _after(game: AnyGame, state: Any, seat: Seat, line: Line, dice: Dice) -> Any:
    """Return a guess at the state after a line."""
    after = game.determinize(state, seat, dice)
    for decision, keys in line:
        game.apply(after, decision, keys, dice)
    return after


def _to_next_turn(game: AnyGame, state: Any, seat: Seat, clock: str, dice: Dice, left: list[int]) -> int:
    if game.outcome(state) is not None:
        return round(game.worth(state, seat))
    asked = game.decisions(state)[0]
    if asked.seat == seat and asked.tempo == "turn" and asked.clock != clock:
        return 0
    if asked.seat != seat:
        game.apply(state, asked.id, unwarned(asked, dice), dice)
        return _to_next_turn(game, state, seat, clock, dice, left)
    results = list[int]()
    for keys in all_answers(asked):
        left[0] -= 1
        if left[0] < 0:
            break
        after = game.copy(state)
        game.apply(after, asked.id, keys, dice)
        results.append(_to_next_turn(game, after, seat, clock, dice, left))
    return max(results, default=0)


def turns_of(game: AnyGame, seed: object) -> Iterator[SolvedTurn]:
    """Yield the solved turns of a match between players of the lowest level."""
    at: Table = shipped_table(game, Random(f"solved {game.spec.key} {seed}"))
    dice, own = FairDice.seeded("match", seed), FairDice.seeded("players", seed)
    state, _ = at.new(dice)
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        if decides(game, state, seat) and (turn := solved(game, game.copy(state), seat)) is not None:
            yield turn
        _play(game, state, seat, dice, own)


def _play(game: AnyGame, state: Any, seat: Seat, dice: Dice, own: Dice) -> None:
    for decision, keys in LEVELS["easy"].line(game, game.determinize(state, seat, own), seat, own):
        game.apply(state, decision, keys, dice)
        if own_decision(game, state, seat) is None:
            break


def chosen(turn: SolvedTurn, player: HousePlayer, seed: object) -> Line:
    """Return the line that a player chooses."""
    own = FairDice.seeded("solver", seed)
    guess = turn.game.determinize(turn.state, turn.seat, own)
    return tuple(player.line(turn.game, guess, turn.seat, own))


def is_best(turn: SolvedTurn, line: Line) -> bool:
    """Whether a line is one of the best; one that wins later but as surely is as good as one that wins now."""
    return line in turn.best or (turn.worth > 0 and wins_anyway(turn.game, turn.state, turn.seat, line))


def holds(turn: SolvedTurn, line: Line) -> bool:
    """Whether a best line is as sure after many more chances, and the line given does no better with any of them."""
    chances = range(CHANCES, MORE * CHANCES)
    tried = (sure_worth(turn.game, turn.state, turn.seat, best, chances) for best in turn.best)
    if all(worth is None or worth[0] < turn.worth for worth in tried):
        return False
    worth = sure_worth(turn.game, turn.state, turn.seat, line, chances)
    return worth is not None and worth[1] <= turn.worth


class Figures(Struct):
    """How many turns were solved, in how many a player found a best line, and in how many it lost a sure win."""

    tried: int = 0
    found: int = 0
    thrown_away: int = 0

    @property
    def good(self) -> bool:
        """Whether a player that finds a share of `FOUND` misses as many by chance, and no sure win was thrown away."""
        missed = range(self.tried - self.found, self.tried + 1)
        by_chance = sum(comb(self.tried, each) * (1 - FOUND) ** each * FOUND ** (self.tried - each) for each in missed)
        return by_chance >= DOUBT and not self.thrown_away


def solved_turns(game: AnyGame, positions: int, seed: int) -> Iterator[SolvedTurn]:
    """Yield so many solved turns of matches drawn with a seed."""
    return islice(chain.from_iterable(turns_of(game, match) for match in count(seed)), positions)


def figures(turns: Iterable[SolvedTurn], player: HousePlayer) -> Figures:
    """Return what a player finds in the solved turns that hold."""
    seen = Figures()
    for number, turn in enumerate(turns):
        line = chosen(turn, player, number)
        if holds(turn, line):
            seen.tried += 1
            seen.found += is_best(turn, line)
            seen.thrown_away += turn.worth > 0 and line in turn.lost
    return seen


def main() -> int:
    """Solve turns of all games, and print how many of them the strongest player solves."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=sorted(GAMES), action="append")
    given = parser.parse_args()
    good = True
    for key in given.game or GAMES:
        seen = figures(solved_turns(GAMES[key], given.positions, given.seed), STRONGEST)
        print(f"{key}: a best line found in {seen.found} of {seen.tried} turns, {seen.thrown_away} lost for sure")  # noqa: T201 - a report
        good &= seen.good
    return int(not good)


if __name__ == "__main__":
    sys.exit(main())
