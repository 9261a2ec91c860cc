"""The branches of a forecast: the results of a clash, and the choice of a few that stand for all of them."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.games.varia.clash import Fighter
from engine.games.varia.state import VariaState

BRANCHES: Final = 24
"""How many branches go on from a moment, unless there are many kinds: a multiple of four and six, for effects."""

RARE: Final = 0.5
"""The share of a branch that a kind of branch needs to be followed for itself."""

Points: TypeAlias = tuple[float, float]
"""A number for each seat."""


class Result(NamedTuple):
    """A possible result of a branch's clash.

    Attributes:
        weight: its chance.
        branch: the branch, which stands before its clash.
        fighters: the actions in the clash.
        powers: each fighter's power, as far as it goes beyond the other's.
        misses: whether the attack misses a block.
        lost: the health points that each seat loses in the clash itself.
        left: the health points that each seat then has, by which results are sorted.
        kind: the kind of branch.
    """

    weight: float
    branch: VariaState
    fighters: Sequence[Fighter]
    powers: Sequence[int]
    misses: bool
    lost: Points
    left: Points
    kind: Hashable


def kind_of(state: VariaState) -> Hashable:
    """Return what the later moments depend on most, apart from health points."""
    players = [(each.ap, each.ruined, *each.stacks.items(), *each.plan[state.moment + 1 :]) for each in state.players]
    return (state.engaged, *players)


def chosen(results: list[Result]) -> list[Result]:
    """Return the results that go on: all of them, or a few that stand for the others.

    Their weights add up to those of all results for each way in which a clash can end: with a hit or a miss, and with
    each player alive or dead. They also do so for each kind of branch that is not too rare.
    """
    if len(results) <= BRANCHES:
        return results
    few: list[Result] = []
    for alike in _groups(results, lambda each: (each.misses, each.left[0] > 0, each.left[1] > 0)):
        rare: list[Result] = []
        for group in _groups(alike, lambda each: each.kind):
            if sum(each.weight for each in group) * BRANCHES < RARE:
                rare += group
            else:
                few += _few(group)
        few += _few(rare)
    return few


def _groups(results: list[Result], key: Callable[[Result], Hashable]) -> Iterable[list[Result]]:
    groups: dict[Hashable, list[Result]] = {}
    for result in results:
        groups.setdefault(key(result), []).append(result)
    return groups.values()


def _few(results: list[Result]) -> Iterable[Result]:
    """Return a few results that stand for all of them; they are as many as their weight allows."""
    weight = sum(each.weight for each in results)
    if not weight:  # chances so small that they are counted as 0
        return []
    room = max(1, round(BRANCHES * weight))
    if len(results) <= room:
        return results
    return _evenly(sorted(results, key=lambda each: each.left), weight, room)


def _evenly(results: list[Result], weight: float, room: int) -> Iterable[Result]:
    """Yield the results that lie at equal distances, if each takes as much room as its weight."""
    share, passed, taken = weight / room, 0.0, 0
    for result in results:
        passed += result.weight
        times = min(room, int(passed / share + 0.5)) - taken
        taken += max(0, times)
        if times > 0:
            yield result._replace(weight=share * times)
