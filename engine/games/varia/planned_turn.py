"""A planned turn, played out by the rules themselves if nobody plans anything more.

A clash's rolls are not made: their possible results are weighed by their exact chances. Only a few *branches* with
different results go on to the next moment, chosen so that they stand for all of them. Later moments depend on earlier
ones only a little, through health points and stacks. If a card turns up that the viewer does not know, the branches are
dealt different ones.

Most branches differ only in health points, and most of what is played does not depend on these. So it is played once
for as many health points as its `Leeway` allows.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Any, Final

from mypy_extensions import mypyc_attr

from engine.budget import StrictBudget
from engine.contract import EVERYTHING, Decision, Fact, Key, Seat, Viewer
from engine.dice import Dice
from engine.games.varia.answers import carry_out, default_picks
from engine.games.varia.branches import BRANCHES, HP, Branch, Clash, Leg, Result, Trunk, chosen, kind_of
from engine.games.varia.clash import (
    Fighter,
    chance_to_hit,
    fighters_in,
    focus_pool,
    oppose,
    power_pool,
    reaches,
    strike,
)
from engine.games.varia.leeway import Leeway
from engine.games.varia.odds import Pool, distribution
from engine.games.varia.pieces import PLANNING
from engine.games.varia.play import VariaPlay
from engine.games.varia.questions import questions
from engine.games.varia.state import VariaState
from engine.games.varia.turn import begin_action, end_planning, step_on
from engine.games.varia.unknown_cards import assume_cards, deal_anew, most_unknown, turn_up

DEALS: Final = 4
"""How often each unknown card lies in each place, if unknown cards turn up in a branch that stands for everything."""

INSTANCES_A_STEP: Final = 128
"""The number of cards in a copied branch that count as one step of the forecast's budget."""

CARDS_A_STEP: Final = 4
"""The number of unknown cards dealt that count as one step."""

TOTALS_A_STEP: Final = 8
"""The number of a roll's totals looked at that count as one step."""

PAIRS_A_STEP: Final = 16
"""The number of pairs of two rolls' totals that count as one step."""

RESULTS_A_STEP: Final = 4
"""The number of a branch's results that count as one step."""

BRANCHES_A_STEP: Final = 4
"""The number of branches that count as one step for themselves, whether or not anything is played for them alone."""

LEGS_A_STEP: Final = 8
"""The number of legs looked at for one that applies that count as one step."""

TWINS: Final = 4
"""With how many trunks of its kind a state is compared at most: those of different deals are all different."""

GOLDEN: Final = 0.618034
"""Of all numbers, the one whose multiples, without their whole parts, lie most evenly between 0 and 1."""


class Moment:
    """What a moment is expected to bring: changes of health points, and how often a single attack hits."""

    def __init__(self, number: int, *, planned: bool) -> None:
        self.number = number
        self.planned = planned
        self.changes: tuple[float, float] = (0.0, 0.0)
        self.attacker: Seat | None = None
        self.attacked = 0.0
        self.hits = 0.0

    def add(self, weight: float, change: HP) -> None:
        """Count a change of health points with a weight."""
        first, second = self.changes
        self.changes = (first + weight * change[0], second + weight * change[1])

    def attack(self, seat: Seat, weight: float, chance: float) -> None:
        """Count a single attack; the moment has a chance to tell as soon as one of them might miss."""
        if chance < 1:
            self.attacker = seat
        self.attacked += weight
        self.hits += weight * chance


def planned_start(state: VariaState, viewer: Viewer, budget: StrictBudget) -> VariaState:
    """Return a match as its viewer may take it to be, with everybody's planning ended. Equal ones go on equally."""
    start = copied(state, budget)
    start.open = start.prompt = None
    budget.spend(len(state.instances) // CARDS_A_STEP + len(state.cards.ready))
    assume_cards(start, viewer)
    play = _Lookahead(start, _EvenDice(), budget)
    if start.step == "movement":
        begin_action(play)
    while start.outcome is None and start.step in PLANNING:
        end_planning(play)
    start.comes_or_goes()
    for seat, player in enumerate(start.players):
        player.answered = 0
        if viewer not in (seat, EVERYTHING):
            player.consents = {}
    return start


@mypyc_attr(allow_interpreted_subclasses=True)
class PlannedTurn:
    """A turn that is played out in weighted branches.

    Attributes:
        moments: what each moment is expected to bring, once it has been played.
        branches: the branches after the moments that have been played.
        played: the number of these moments.
    """

    def __init__(self, start: VariaState, viewer: Viewer, budget: StrictBudget) -> None:
        self.start = start
        self.viewer = viewer
        self.budget = budget
        self.dice = _EvenDice()
        self.dealt = 0
        self.kinds: dict[Hashable, int] = {}
        """A number for each kind of branch: numbers are compared faster."""
        self.ends: dict[Hashable, list[Trunk]] = {}
        """The trunks at the end of the current moment, by their kinds."""
        self.moments = [self._moment(number) for number in range(start.moments)]
        self.branches = [Branch(1.0, Trunk(start), _hp(start))]
        self.played = 0

    def _moment(self, number: int) -> Moment:
        plans = [player.plan for player in self.start.players]
        return Moment(number + 1, planned=any(number < len(plan) and plan[number] is not None for plan in plans))

    def play_out(self) -> None:
        """Play all moments that are left. Raises Spent."""
        while self.played < len(self.moments):
            self.play_moment()

    def play_moment(self) -> None:
        """Play the next moment, and add up what it brings. Raises Spent."""
        number = self.played
        self.moments[number] = moment = self._moment(number)
        results: list[Result] = []
        self.ends.clear()
        self.budget.spend(len(self.branches) // BRANCHES_A_STEP)
        for weight, trunk, hp in self.branches:
            for share, leg in self._ways(weight, trunk, hp, "to the clash", partial(self._to_clash, number)):
                moment.add(share, leg.change)
                if leg.end.clash is not None:
                    results += self._results(share, leg.end, leg.end.clash, _more(hp, leg.change), moment)
        for result in results:
            moment.add(-result.weight, result.lost)
        few = chosen(results)
        self.budget.spend(len(few) // BRANCHES_A_STEP)
        self.branches = [branch for result in few for branch in self._after(result, number, moment)]
        self.played += 1

    def take_over(self, other: "PlannedTurn", branches: list[Branch]) -> None:
        """Go on from where another turn stands, with branches that stand for its own."""
        self.moments[: other.played] = other.moments[: other.played]
        self.branches = branches
        self.played = other.played
        self.dealt = other.dealt
        self.dice.counters = dict(other.dice.counters)

    def _after(self, result: Result, number: int, moment: Moment) -> Iterable[Branch]:
        """Play a result on to the end of its moment, and yield the branches of a match that is not over then."""
        # What the clash itself does has been counted for all of its results.
        what = "after a miss" if result.misses else "after the clash"
        for share, leg in self._ways(result.weight, result.trunk, result.left, what, partial(self._on, number, result)):
            moment.add(share, leg.change)
            if leg.end.state.outcome is None:
                yield Branch(share, leg.end, _more(result.left, leg.change))

    def _on(self, number: int, result: Result, state: VariaState) -> Clash | None:
        """Strike with a clash's result, and play on to the end of the moment."""
        clash = result.trunk.clash
        if clash is None:
            raise ValueError(result)
        fighters = [fighter.copy() for fighter in clash.fighters]
        for fighter, power in zip(fighters, result.powers, strict=True):
            fighter.power = power
            fighter.focus = -1 if result.misses and fighter.profile.attack else 0
        for player, lost in zip(state.players, result.lost, strict=True):
            player.hp += lost
        play = _Lookahead(state, self.dice, self.budget)
        strike(play, fighters)
        state.entered = True
        self._run(play, number, to_clash=False)
        return None

    def _ways(
        self, weight: float, trunk: Trunk, hp: HP, what: str, leg: Callable[[VariaState], Clash | None]
    ) -> list[tuple[float, Leg]]:
        """Play a branch on; if chance decides an effect, play it several times, which share its weight.

        There is one time for every face of a die, unless the weight is small. If unknown cards turn up, they are
        different ones each time.
        """
        known = trunk.legs.setdefault(what, [])
        self.budget.spend(len(known) // LEGS_A_STEP)
        for each in known:
            if each.covers(hp):
                return [(weight, each)]
        self.dice.faces = 0
        first = self._leg(copied(trunk.state, self.budget), hp, leg)
        times = 1
        if self.dice.faces:
            times = max(1, min(self.dice.faces, round(BRANCHES * weight * 2)), round(BRANCHES * weight / 2))
        if not turn_up(trunk.state, first.end.state, self.viewer):
            legs = [first, *(self._leg(copied(trunk.state, self.budget), hp, leg) for _ in range(times - 1))]
            legs = [each._replace(end=self._known_end(each.end)) for each in legs]
            if not self.dice.faces and self.shareable(trunk, first):
                known += legs
        else:
            unknown = most_unknown(trunk.state, self.viewer)
            times = max(times, round(DEALS * weight * unknown))
            self.dealt += 1
            self.budget.spend(times * unknown // CARDS_A_STEP)
            legs = []
            for number in range(times):
                deal, state = DEALS * (number + 0.5) / times, copied(trunk.state, self.budget)
                deal_anew(state, self.viewer, int(deal), (deal + self.dealt * GOLDEN) % 1)
                legs.append(self._leg(state, hp, leg))
        return [(weight / times, each) for each in legs]

    def shareable(self, begin: Trunk, leg: Leg) -> bool:
        """Whether what was played from a trunk applies to other health points, as far as its leeway covers them.

        The results of a clash also differ in the damage dealt. If players may die between two hits, they differ in the
        health points at that point, too, and not only in those after the clash.
        """
        if begin.clash is None:
            return True
        return not leg.leeway.damage and (begin.clash.hits < 2 or self.start.options.death == "sub-step")  # noqa: PLR2004

    def _leg(self, state: VariaState, hp: HP, leg: Callable[[VariaState], Clash | None]) -> Leg:
        """Play on from a copy of a trunk's state, with a branch's health points."""
        for player, points in zip(state.players, hp, strict=True):
            player.hp = points
        state.leeway = leeway = Leeway()
        end = Trunk(state, leg(state))
        state.leeway = None
        first, second = _hp(state)
        return Leg(hp, leeway, (first - hp[0], second - hp[1]), end)

    def _known_end(self, end: Trunk) -> Trunk:
        """Return the trunk to go on with at the end of a moment: an earlier one if that differs only in health."""
        if end.clash is not None:
            return end
        alike = self.ends.setdefault(kind_of(end.state), [])
        for trunk in alike[-TWINS:]:
            for player, other in zip(end.state.players, trunk.state.players, strict=True):
                player.hp = other.hp
            if end.state == trunk.state:
                return trunk
        alike.append(end)
        return end

    def _clash(self, state: VariaState) -> Clash:
        """Return the clash before which a match stands, with the chance of a single attack that might miss."""
        fighters = fighters_in(state)
        attackers = [fighter for fighter in fighters if fighter.profile.attack]
        hitting = [each for each in attackers if "miss" in each.profile.cannot or reaches(state, each)]
        single, chance = None, 1.0
        if len(attackers) == 1:
            (attacker,) = attackers
            single = attacker.seat
            may_miss = "miss" not in attacker.profile.cannot
            other = next((each for each in fighters if each is not attacker and oppose(fighters)), None)
            if hitting and may_miss and other is not None and other.profile.block:
                focus = (focus_pool(each.profile) for each in (attacker, other))
                self.budget.spend(sum(map(_size, focus)) // TOTALS_A_STEP)
                chance = float(chance_to_hit(attacker, other))
        powers: list[tuple[Sequence[int], float, HP]] = []
        if chance and hitting:
            for power, share in _powers(fighters, self.budget):
                powers.append((power, share, _lost(fighters, hitting, power)))
        kind = self.kinds.setdefault(kind_of(state), len(self.kinds))
        return Clash(fighters, len(hitting), single, chance, powers, kind)

    def _results(self, weight: float, trunk: Trunk, clash: Clash, hp: HP, moment: Moment) -> list[Result]:
        """Return all results of a branch's clash, and note the chance of a single attack."""
        chance, kind = clash.chance if clash.hits else 0.0, clash.kind
        if clash.attacker is not None:
            moment.attack(clash.attacker, weight, chance)
        self.budget.spend(len(clash.powers) // RESULTS_A_STEP)
        results = list[Result]()
        if chance < 1:
            nothing = [0] * len(clash.fighters)
            results.append(Result(weight * (1 - chance), trunk, nothing, clash.hits > 0, (0, 0), hp, kind))
        weight *= chance
        first, second = hp
        for powers, share, lost in clash.powers:
            left = (first - lost[0], second - lost[1])
            results.append(Result(weight * share, trunk, powers, False, lost, left, kind))  # noqa: FBT003 - a tuple's field
        return results

    def _to_clash(self, number: int, state: VariaState) -> Clash | None:
        """Play on to a moment's clash; None if there is none, because the match or the moment ends before it."""
        self._run(_Lookahead(state, self.dice, self.budget), number, to_clash=True)
        return None if state.outcome is not None else self._clash(state)

    def _run(self, play: "_Lookahead", number: int, *, to_clash: bool) -> None:
        """Play on to the clash, or to the end of the moment, or of the match."""
        state = play.state
        while state.outcome is None and state.moment == number and state.step != "end_of_turn":
            self.budget.spend()
            if state.prompt is not None:
                (asked,) = questions(state)
                carry_out(play, asked, usual_picks(state, asked, self.dice))
            elif to_clash and state.step == "clash" and not (state.entered or state.agenda or play.fresh):
                return
            else:
                step_on(play)


class _Lookahead(VariaPlay):
    """A pick that is only tried: it has the budget of the whole forecast, and records no events."""

    __slots__ = ()

    def __init__(self, state: VariaState, dice: Dice, budget: StrictBudget) -> None:
        super().__init__(state, dice)
        self.budget = state.budget = dice.budget = budget

    def tell(self, fact: Fact, audience: tuple[Seat, ...] | None = None, others: Fact | None = None) -> None:
        """Record nothing."""


class _EvenDice(Dice):
    """Dice that show one face after the other, so that several rolls have the right average."""

    faces = 0
    """The number of faces of the largest die that has been rolled."""

    def _number(self, purpose: str, index: int, size: int) -> int:
        self.faces = max(self.faces, size)
        return index % size

    def _order(self, purpose: str, index: int, items: Sequence[Any]) -> list[int]:
        return list(range(len(items)))


def copied(state: VariaState, budget: StrictBudget) -> VariaState:
    """Return a copy of a state. Raises Spent."""
    budget.spend(1 + len(state.instances) // INSTANCES_A_STEP)
    return state.copy()


def usual_picks(state: VariaState, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return the answer that a forecast assumes: planned actions are paid for, unless that would be fatal."""
    if asked.kind == "pay":
        cost = asked.about.get("hp", 0)
        return ("pay",) if isinstance(cost, int) and state.has_hp(asked.seat, cost + 1) else ("decline",)
    return default_picks(state, asked, dice)


def _hp(state: VariaState) -> HP:
    first, second = state.players
    return (first.hp, second.hp)


def _more(hp: HP, change: HP) -> HP:
    return (hp[0] + change[0], hp[1] + change[1])


def _powers(fighters: list[Fighter], budget: StrictBudget) -> Iterable[tuple[Sequence[int], float]]:
    """Return what each fighter's power may be, with its chance; of opposing powers, only what one has beyond the other.

    That is the damage that it deals, if it is an attack that hits. Raises Spent if there are too many.
    """
    pools = [None if each.profile.power is None else power_pool(each.profile) for each in fighters]
    if oppose(fighters):
        one, other = pools
        budget.spend(_size(one) * _size(other) // PAIRS_A_STEP)
        margins = _margins(one, other)
        budget.spend(len(margins))
        return [((max(0, margin), max(0, -margin)), share) for margin, share in margins]
    thrown = [pool if each.profile.attack else None for each, pool in zip(fighters, pools, strict=True)]
    budget.spend(prod(_size(pool) for pool in thrown))
    totals = [_totals(pool) for pool in thrown]
    return [([total for total, _ in one], prod(share for _, share in one)) for one in product(*totals)]


def _size(pool: Pool | None) -> int:
    """Return how many different totals a roll may have, at most."""
    return 1 if pool is None else pool.dice * (pool.sides - 1) + 1


def _lost(fighters: list[Fighter], hitting: list[Fighter], powers: Sequence[int]) -> HP:
    """Return the health points that each seat loses, given the powers beyond what is prevented."""
    lost = [0, 0]
    for fighter, power in zip(fighters, powers, strict=True):
        if fighter in hitting:
            lost[fighter.target] += power
    return (lost[0], lost[1])


@lru_cache(maxsize=4096)
def _totals(pool: Pool | None) -> tuple[tuple[int, float], ...]:
    """Return the chance of each power, which is never below 0; without a roll, it is 0."""
    if pool is None:
        return ((0, 1.0),)
    chances: dict[int, float] = {}
    for total, chance in distribution(pool):
        power = max(0, total)
        chances[power] = chances.get(power, 0.0) + float(chance)
    return tuple(chances.items())


@lru_cache(maxsize=4096)
def _margins(one: Pool | None, other: Pool | None) -> tuple[tuple[int, float], ...]:
    """Return the chance of each difference between two powers."""
    chances: dict[int, float] = {}
    for (mine, share), (theirs, other_share) in product(_totals(one), _totals(other)):
        chances[mine - theirs] = chances.get(mine - theirs, 0.0) + share * other_share
    return tuple(chances.items())
