"""The speed of the contract's methods, of a search and of simulated matches: the engine in Python, and compiled.

Both run in copies of the source, one after the other in each round, so that fluctuations in the machine's speed affect
them alike. Times are processor time.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, Final

from benchmarks.search_speed import positions
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Seat, Seating
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.policies import POLICIES
from engine.players.simulation import play
from engine.registry import GAMES
from tests.support.compiled import compile_engine, pure_copy, ran

ROUNDS: Final = 3
"""The number of measurements of each copy; the median counts."""

SECONDS: Final = 0.4
"""The processor time for which one method is repeated."""


def rate(work: Callable[[int], object]) -> float:
    """Return how often a second some work is done, given the number of each repetition."""
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        work(done)
        done += 1
    return done / spent


def methods(game: AnyGame, found: list[tuple[Any, Seat]]) -> Iterator[tuple[str, Callable[[int], object]]]:
    """Yield the name of each thing that is measured, and a function that does it once at one of these positions."""

    def at(number: int) -> tuple[Any, Seat]:
        return found[number % len(found)]

    def decisions(number: int) -> object:
        return game.decisions(game.copy(at(number)[0]))

    def match(number: int) -> object:
        return play(game, game.spec.options(), seats, cards, [POLICIES["greedy"]] * len(seats), number)

    cards = shipped_cards(game)
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    seats = [Seating(decks[seat % len(decks)] if decks else None) for seat in range(game.spec.least)]
    yield "copy", lambda number: game.copy(at(number)[0])
    yield "copy, decisions", decisions
    yield "view", lambda number: game.view(*at(number))
    yield "forecast", lambda number: game.forecast(*at(number))
    yield "determinize", lambda number: game.determinize(*at(number), FairDice.seeded(number))
    yield "normal move", lambda number: LEVELS["normal"].line(game, *at(number), FairDice.seeded(number))
    yield "greedy match", match


def measure() -> None:
    """Print the rates of all games as JSON, for the copy of the source from which this process runs."""
    rates: dict[str, dict[str, float]] = {}
    for key, game in GAMES.items():
        found = positions(game)
        rates[key] = {name: rate(work) for name, work in methods(game, found)}
    sys.stdout.write(json.dumps(rates))


def contract_speed() -> None:
    """Print how often a second each thing is done in Python and compiled, and the ratio."""
    with TemporaryDirectory() as directory:
        pure, compiled = Path(directory) / "pure", Path(directory) / "compiled"
        for tree in (pure, compiled):
            pure_copy(tree)
        compile_engine(compiled)
        measured = [
            tuple(json.loads(ran(tree, "-m", "benchmarks.contract_speed", "--measure")) for tree in (pure, compiled))
            for _ in range(ROUNDS)
        ]
    print("the contract's methods, times a second of processor time, in Python and compiled:")
    for key in GAMES:
        for name in measured[0][0][key]:
            slow, fast = (median(each[tree][key][name] for each in measured) for tree in (0, 1))
            print(f"  {key:<8} {name:<16} {slow:10,.1f} {fast:10,.1f}  {fast / slow:5.2f}")


if __name__ == "__main__":
    if sys.argv[1:] == ["--measure"]:
        measure()
    else:
        contract_speed()
