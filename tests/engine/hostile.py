"""Plays hostile and random sets, and prints the cost of their picks, and of what a panel then shows.

    python -m tests.engine.hostile --sets 1000 --seed 0

The exit code is 1 if a pick or a part of a panel took too long or continued after its budget was spent.
"""

import argparse
import gc
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import Any, Final

from msgspec import Struct

from engine.budget import STEPS_A_PICK
from engine.contract import Decision
from engine.dice import FairDice
from tests.engine.clicks import looks
from tests.engine.hostile_sets import hostile_sets
from tests.engine.laws import BEYOND
from tests.engine.random_sets import random_set
from tests.engine.random_tables import HOSTILE, WRITTEN, Table, busy_keys, hostile_table

SLOWEST: Final = 0.05
"""The seconds of processor time that a pick and the question after it may take, or a part of the panel after it."""

BETWEEN: Final = 4
"""The number of picks from one panel that is looked at to the next: looking takes longer than picking."""


class Pick(Struct, frozen=True):
    """The cost of a pick, in steps and in seconds of processor time; `looks` holds the seconds of the panel's parts."""

    game: str
    kind: str
    seed: int
    number: int
    steps: int
    seconds: float
    looks: dict[str, float] = {}

    @property
    def longest(self) -> float:
        """The seconds of the pick or, if that took longer, of a part of the panel."""
        return max([self.seconds, *self.looks.values()])


def looked(at: Table, state: Any, asked: Sequence[Decision]) -> dict[str, float]:
    """Return the seconds of processor time that each part of the panel takes of a seat that has been asked."""
    seconds: dict[str, float] = {}
    for name, look in looks(at.game, state, asked[0].seat).items() if asked else ():
        begun = time.process_time()
        look()
        seconds[name] = time.process_time() - begun
    return seconds


def picks(at: Table, kind: str, seed: int, most: int) -> Iterator[Pick]:
    """Play a match as busily as possible, for at most `most` picks, and yield the cost of each."""
    chance, dice = Random(seed), FairDice.seeded("hostile", seed)
    game, key = at.game, at.game.spec.key
    begun = time.process_time()
    state, _ = at.new(dice)
    steps, asked = dice.budget.used, game.decisions(state)
    yield Pick(key, kind, seed, 0, steps, time.process_time() - begun, looked(at, state, asked))
    for number in range(1, most):
        if not asked:
            return
        open_now = chance.choice(asked)
        keys = busy_keys(open_now, chance)
        dice.record.clear()
        begun = time.process_time()
        game.apply(state, open_now.id, keys, dice)
        steps, asked = dice.budget.used, game.decisions(state)
        seconds = time.process_time() - begun
        shown = looked(at, state, asked) if number % BETWEEN == 0 else {}
        yield Pick(key, kind, seed, number, steps, seconds, shown)


def hostile_matches(seeds: int) -> Iterator[tuple[Table, str, int]]:
    """Yield tables of every hostile kind."""
    for game in HOSTILE:
        for kind, made in hostile_sets(game.spec.key).items():
            card_set = made()
            for seed in range(seeds):
                yield hostile_table(game, card_set, Random(seed)), kind, seed


def random_matches(sets: int, seed: int) -> Iterator[tuple[Table, str, int]]:
    """Yield tables of random sets, in turn for each game whose cards are written in a language."""
    for number in range(sets):
        chance, game = Random(seed + number), WRITTEN[number % len(WRITTEN)]
        yield hostile_table(game, random_set(game, chance), chance), "at random", seed + number


def again(at: Table, pick: Pick) -> float:
    """Return the median time of a pick or a part of its panel, whichever is longest, over five replays."""
    times = []
    for _ in range(5):
        played = picks(at, pick.kind, pick.seed, pick.number + 1)
        times.append(next(each.longest for each in played if each.number == pick.number))
    return median(times)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    """Play all sets, and print the slowest pick or part of a panel and the most steps of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", type=int, default=1000, help="how many sets made at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--picks", type=int, default=400, help="the most picks of one match")
    parser.add_argument("--matches", type=int, default=3, help="matches of each hostile kind")
    asked = parser.parse_args()
    gc.freeze()
    begun, slowest = time.monotonic(), 0.0
    kinds: dict[tuple[str, str], tuple[float, int, int, int]] = {}
    matches = [hostile_matches(asked.matches), random_matches(asked.sets, asked.seed)]
    for at, kind, seed in (match for each in matches for match in each):
        played = list(picks(at, kind, seed, asked.picks))
        worst = max(played, key=lambda pick: pick.longest)
        seconds = again(at, worst) if worst.longest > SLOWEST / 3 else worst.longest
        steps = max(pick.steps for pick in played)
        name = (at.game.spec.key, kind)
        before = kinds.get(name, (0.0, 0, 0, 0))
        spent = sum(pick.steps >= STEPS_A_PICK for pick in played)
        kinds[name] = (max(before[0], seconds), max(before[1], steps), before[2] + spent, before[3] + len(played))
    for (game, kind), (seconds, steps, spent, count) in sorted(kinds.items(), key=lambda each: each[1]):
        say(f"{game:8} {kind:45} {1000 * seconds:7.1f} ms {steps:6} steps, spent {spent} of {count} picks")
        slowest = max(slowest, seconds)
    most = max(steps for _, steps, _, _ in kinds.values())
    say(f"{len(kinds)} kinds in {time.monotonic() - begun:.0f} s: {1000 * slowest:.1f} ms and {most} steps at most")
    return int(slowest > SLOWEST or most > STEPS_A_PICK + BEYOND)


if __name__ == "__main__":
    raise SystemExit(main())
