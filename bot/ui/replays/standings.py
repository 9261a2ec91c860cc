"""Standings: how far ahead each player was at each step of a match, and when the lead changed."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from bot.host.fairness.replays import ExportedMatch
from bot.ui.games.trophies import leads
from engine.contract import EVERYTHING, Fact, Outcome, Seat, View
from engine.contract.events import seen
from engine.kit.facts import Standing

EDGE: Final = 0.85
"""How far the curve of a match that is not over goes at most, of the half height. The end goes all the way."""

FLAT: Final = 0.02
"""The largest difference in worth from which a curve is stretched to its edge; smaller ones stay small."""

SWING: Final = 0.1
"""How much of the half height a player gains at least in a step that is worth going to."""

LOST: Final = -1.0
"""The worth of a position in which a seat has lost."""


class Standings(Struct, frozen=True):
    """How far ahead each seat was at each step.

    Attributes:
        values: for each step, how far each seat is ahead of the average, from -1 to 1; None after it fell out.
        facts: for each step, everything that happened in it.
        over: the number of the first step at which the match is over.
        outcome: the result.
        end: the match at that step, with everything that is hidden.
    """

    values: tuple[tuple[float | None, ...], ...]
    facts: tuple[tuple[Fact, ...], ...]
    over: int
    outcome: Outcome
    end: View

    def turn(self, step: int, kinds: tuple[type[Fact], ...]) -> int | None:
        """Return the turn in which a step began, with the kinds of facts that begin a turn; None before the first."""
        happened = (fact for facts in reversed(self.facts[:step]) for fact in reversed(facts))
        began: Any = next((fact for fact in happened if isinstance(fact, kinds)), None)
        return None if began is None else began.turn

    def leads(self, kinds: tuple[type[Fact], ...]) -> list[tuple[int, Seat]]:
        """Return in which step somebody got ahead in points while the match was running, and who.

        What counts are the points at the end of each turn.

        `kinds` are the facts that begin a turn; without any, each step is one.
        """
        steps, points, now = list[int](), list[tuple[int, ...]](), tuple[int, ...]()
        turns = any(isinstance(fact, kinds) for facts in self.facts for fact in facts)
        for step, facts in enumerate(self.facts[: self.over]):
            now = next((fact.points for fact in reversed(facts) if isinstance(fact, Standing)), now)
            if now and (not turns or any(isinstance(fact, kinds) for fact in facts)):
                steps.append(step)
                points.append(now)
        return [(steps[place], seat) for place, seat in leads(points)]

    def swings(self) -> Iterator[tuple[float, int, Seat]]:
        """Yield how much a seat gained from each step to the next, that step, and the seat."""
        for step, (before, after) in enumerate(pairwise(self.values[: self.over]), 1):
            for seat, (old, new) in enumerate(zip(before, after, strict=True)):
                if old is not None and new is not None:
                    yield new - old, step, seat


def standings_of(match: ExportedMatch) -> Standings:
    """Return the standings of a match, from the worth of each step for each seat. Raises Diverged."""
    game, seats = match.match.game, range(len(match.told.seats))
    worths: list[list[float]] = []
    facts: list[tuple[Fact, ...]] = []
    over: list[tuple[int, Outcome, Any]] = []
    for number, step in enumerate(match.steps()):
        worths.append([game.worth(step.state, seat) for seat in seats])
        facts.append(tuple(seen(step.events, EVERYTHING)))
        outcome = game.outcome(step.state)
        if outcome is not None and not over:
            over.append((number, outcome, game.view(step.state, EVERYTHING)))
    ((end, outcome, view),) = over
    running = [_ahead(each) for each in worths[:end]]
    most = max((abs(value) for values in running for value in values if value is not None), default=0.0)
    scale = EDGE / max(most, FLAT)
    shown = [tuple(None if value is None else value * scale for value in values) for values in running]
    last = tuple(None if running and running[-1][seat] is None else _final(outcome, seat) for seat in seats)
    return Standings((*shown, *(last for _ in worths[end:])), tuple(facts), end, outcome, view)


def _ahead(worths: Sequence[float]) -> list[float | None]:
    """Return how far each seat is ahead of the average; None for one that has lost."""
    playing = [worth for worth in worths if worth > LOST]
    average = sum(playing) / max(1, len(playing))
    return [worth - average if worth > LOST else None for worth in worths]


def _final(outcome: Outcome, seat: Seat) -> float:
    return 0.0 if outcome.drawn else 1.0 if seat in outcome.ranking[0] else -1.0
