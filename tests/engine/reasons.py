"""Compares the reasons for a judgement with rollouts that the judgement has not seen, on positions of random matches.

    python -m tests.engine.reasons --positions 200 --seed 0

A line is played at random in each position. If the search judges that another one is better, the reasons say what that
brings: wins, and each seat's points. The same two lines are then tried again over other guesses with other dice. The
exit code is 1 if these surely say the opposite of a reason, or of the judgement.
"""

import argparse
import sys
from collections.abc import Iterator
from itertools import count

from engine.contract import AnyGame
from engine.dice import FairDice
from engine.players.analysis import PAIRS, judged
from engine.players.gains import Gain, Result, gain, result
from engine.players.policies import POLICIES
from engine.players.rollouts import Trial
from engine.registry import GAMES
from tests.engine.random_tables import some_step


def judged_anew(game: AnyGame, seed: int) -> tuple[Gain, list[Result], list[Result]] | None:
    """Judge a random line in a random position; None if nothing better is found.

    Otherwise return what the better line brings, and the results of both lines in new rollouts.
    """
    _, step, _, _ = some_step(game, seed)
    seat = step.decision.seat
    played = tuple(POLICIES["random"].line(game, step.state, seat, FairDice.seeded(seed, "line")))
    judgement = judged(game, step.state, seat, played, FairDice.seeded(seed, "judged"))
    if judgement.gain is None:
        return None
    trial = Trial(game, step.state, seat, FairDice.seeded(seed, "again").roll("again", 2**63))
    better, worse = (
        [result(game, trial.end(line, n).state, seat) for n in range(PAIRS)] for line in (judgement.best, played)
    )
    return judgement.gain, better, worse


def contradictions(brought: Gain, better: list[Result], worse: list[Result]) -> Iterator[str]:
    """Yield the reasons whose opposite new rollouts surely say."""
    again = gain(better, worse)
    if again.worth < 0:
        yield f"worth {brought.worth:+.3f}, but {again.worth:+.3f}"
    if brought.wins * again.wins < 0:
        yield f"wins {brought.wins:+.2f}, but {again.wins:+.2f}"
    for seat, change in brought.points.items():
        if change * again.points.get(seat, 0.0) < 0:
            yield f"points of {seat} {change:+.2f}, but {again.points[seat]:+.2f}"


def main(arguments: list[str]) -> int:
    """Check as many judgements of every game as the command line asks for, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.reasons")
    parser.add_argument("--positions", type=int, default=200, help="judgements of each game")
    parser.add_argument("--seed", type=int, default=0, help="the first position")
    wanted, wrong = parser.parse_args(arguments), 0
    for key, game in GAMES.items():
        found = reasons = 0
        for seed in count(wanted.seed):
            judgement = judged_anew(game, seed)
            if judgement is not None:
                found, reasons = found + 1, reasons + len(judgement[0].points) + bool(judgement[0].wins)
                for each in contradictions(*judgement):
                    print(f"{key}, position {seed}: {each}", flush=True)
                    wrong += 1
            if found == wanted.positions:
                break
        print(f"{key}: {found} judgements, {reasons} reasons", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
