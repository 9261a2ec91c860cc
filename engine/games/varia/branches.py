"""The branches of a forecast: the results of a clash, and the choice of a few that stand for all of them."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias, final

from engine.contract import Seat
from engine.games.varia.clash import Fighter
from engine.games.varia.leeway import Leeway
from engine.games.varia.state import VariaState

BRANCHES: Final = 24
"""How many branches go on from a moment, unless there are many kinds: a multiple of four and six, for effects."""

RARE: Final = 0.5
"""The share of a branch that a kind of branch needs to be followed for itself."""

HP: TypeAlias = tuple[int, int]
"""A number of health points for each seat."""


@final
class Clash:
    """A clash before its rolls.

    Attributes:
        fighters: the actions in it.
        hits: the number of attacks that hit, unless a block makes them miss.
        attacker: the seat of a single attack.
        chance: the chance that a block does not make it miss.
        powers: what each fighter's power may be, as far as it goes beyond the other's, with its chance and the health
            points that each seat then loses.
        kind: the kind of branch.
    """

    __slots__ = ("attacker", "chance", "fighters", "hits", "kind", "powers")

    def __init__(
        self,
        fighters: Sequence[Fighter],
        hits: int,
        attacker: Seat | None,
        chance: float,
        powers: Sequence[tuple[Sequence[int], float, HP]],
        kind: Hashable,
    ) -> None:
        self.fighters = fighters
        self.hits = hits
        self.attacker = attacker
        self.chance = chance
        self.powers = powers
        self.kind = kind


@final
class Trunk:
    """A state that several branches share: they differ only in health points.

    Attributes:
        state: the state, which nothing changes any more; its health points are those of one branch.
        clash: the clash before which it stands, if it does.
        legs: what has been played from it and applies to other health points too, by what was played.
    """

    __slots__ = ("clash", "legs", "state")

    def __init__(self, state: VariaState, clash: Clash | None = None) -> None:
        self.state = state
        self.clash = clash
        self.legs: dict[Hashable, list[Leg]] = {}


class Leg(NamedTuple):
    """Something that has been played from a trunk.

    Attributes:
        start: the health points with which it began.
        leeway: how far others may differ from these.
        change: how it changed them.
        end: where it led.
    """

    start: HP
    leeway: Leeway
    change: HP
    end: Trunk

    def covers(self, hp: HP) -> bool:
        """Whether the same would be played with other health points."""
        return self.leeway.covers(hp[0] - self.start[0], hp[1] - self.start[1])


class Branch(NamedTuple):
    """One way in which the turn may have gone so far, with its chance."""

    weight: float
    trunk: Trunk
    hp: HP


class Result(NamedTuple):
    """A possible result of a branch's clash.

    Attributes:
        weight: its chance.
        trunk: the branch's trunk, which stands before the clash.
        powers: each fighter's power, as far as it goes beyond the other's.
        misses: whether the attack misses a block.
        lost: the health points that each seat loses in the clash itself.
        left: the health points that each seat then has, by which results are sorted.
        kind: the kind of branch.
    """

    weight: float
    trunk: Trunk
    powers: Sequence[int]
    misses: bool
    lost: HP
    left: HP
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
