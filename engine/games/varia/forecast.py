"""The odds of the planned turn, moment by moment, if nobody plans anything more.

The turn is played out by the rules themselves, except that a clash's rolls are not made: their possible results are
weighed by their exact chances. Only a few *branches* with different results go on to the next moment, chosen so that
they stand for all of them. Later moments depend on earlier ones only a little, through health points and stacks. If a
card turns up that the viewer does not know, the branches are dealt different ones.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import Any, Final

from engine.budget import StrictBudget
from engine.contract import Arg, Decision, Fact, Forecast, Key, Message, Seat, SeatRef, Viewer
from engine.dice import Dice
from engine.games.varia.answers import carry_out, default_picks
from engine.games.varia.branches import BRANCHES, Points, Result, chosen, kind_of
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
from engine.games.varia.odds import Pool, distribution
from engine.games.varia.pieces import PLANNING, AimPrompt, FusePrompt, PlacePrompt
from engine.games.varia.play import VariaPlay
from engine.games.varia.questions import questions
from engine.games.varia.state import VariaState
from engine.games.varia.turn import begin_action, end_planning, step_on
from engine.games.varia.unknown_cards import assume_cards, deal_anew, most_unknown, turn_up
from engine.kit.forecasts import signed, whole

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

GOLDEN: Final = 0.618034
"""Of all numbers, the one whose multiples, without their whole parts, lie most evenly between 0 and 1."""


def forecast(state: VariaState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
    """Return a line for each moment with an action, after a title, and the sum of several.

    Unknown cards are those of `unknown_cards`. There is no forecast outside planning. Raises Spent.
    """
    if state.step not in PLANNING or state.agenda or state.outcome is not None:
        return ()
    if state.prompt is not None and not isinstance(state.prompt, PlacePrompt | FusePrompt | AimPrompt):
        return ()
    if not any(player.queue or any(player.plan) for player in state.players):
        return ()
    turn = _Turn(state, viewer, budget)
    turn.play_out()
    first, second = state.in_turn_order if viewer not in (0, 1) else (1 - viewer, viewer)
    lines = [each.line(first, second) for each in turn.moments if each.planned or any(map(whole, each.changes))]
    if not lines:
        return ()
    if state.step in ("movement", "action"):
        title = Message("varia.forecast.unanswered")
    else:
        title = Message("varia.forecast.title")
    if len(lines) > 1:
        lines.append(_sum([each.changes for each in turn.moments], first, second))
    return (Forecast(title), *lines)


def usual_picks(state: VariaState, asked: Decision, dice: Dice) -> tuple[Key, ...]:
    """Return the answer that a forecast assumes: planned actions are paid for, unless that would be fatal."""
    if asked.kind == "pay":
        cost = asked.about.get("hp", 0)
        return ("pay",) if isinstance(cost, int) and cost < state.players[asked.seat].hp else ("decline",)
    return default_picks(state, asked, dice)


def _sum(parts: Sequence[Points], first: Seat, second: Seat) -> Forecast:
    """Return a line about what both players lose or gain in all moments: the sum of the whole numbers shown there."""
    exact, shown = (tuple(sum(number(part[seat]) for part in parts) for seat in (0, 1)) for number in (float, whole))
    return _told("varia.forecast.sum", (exact[0], exact[1]), first, second, {}, (shown[0], shown[1]))


def _told(
    key: str, changes: Points, first: Seat, second: Seat, args: dict[str, Arg], points: Points | None = None
) -> Forecast:
    """Return a line about what both players lose or gain; a player is left out if that rounds to nothing.

    `points` are the figures to show, if not those of the changes.
    """
    points = points or changes
    shown = [seat for seat in (first, second) if whole(points[seat])]
    for name, seat in zip(("", "other_"), shown, strict=False):
        args |= {f"{name}seat": SeatRef(seat), f"{name}change": signed(points[seat])}
    kind = ("little" if any(changes) else "none", "one", "both")[len(shown)]
    return Forecast(Message(f"{key}.{kind}", args), changes={seat: changes[seat] for seat in (0, 1)})


class _Moment:
    """What a moment is expected to bring: changes of health points, and how often a single attack hits."""

    def __init__(self, number: int, *, planned: bool) -> None:
        self.number = number
        self.planned = planned
        self.changes: Points = (0.0, 0.0)
        self.attacker: Seat | None = None
        self.attacked = 0.0
        self.hits = 0.0

    def add(self, weight: float, changes: Points) -> None:
        """Count changes of health points with a weight."""
        first, second = self.changes
        self.changes = (first + weight * changes[0], second + weight * changes[1])

    def attack(self, seat: Seat, weight: float, chance: float) -> None:
        """Count a single attack; the moment has a chance to tell as soon as one of them might miss."""
        if chance < 1:
            self.attacker = seat
        self.attacked += weight
        self.hits += weight * chance

    def line(self, first: Seat, second: Seat) -> Forecast:
        """Return the moment's line, with the chance to hit only if both results are possible."""
        args: dict[str, Arg] = {"moment": self.number}
        if self.attacker is None:
            return _told("varia.forecast.moment", self.changes, first, second, args)
        chance = min(1.0, self.hits / self.attacked)
        args |= {"attacker": SeatRef(self.attacker), "percent": round(100 * chance)}
        if chance:
            told = _told("varia.forecast.chance", self.changes, first, second, args)
        else:
            told = _told("varia.forecast.apart", self.changes, first, second, args)
        return Forecast(told.message, chance, told.changes)


class _Turn:
    """A turn that is played out in weighted branches."""

    def __init__(self, state: VariaState, viewer: Viewer, budget: StrictBudget) -> None:
        self.viewer = viewer
        self.budget = budget
        self.dice = _EvenDice()
        self.dealt = 0
        self.kinds: dict[Hashable, int] = {}
        """A number for each kind of branch: numbers are compared faster."""
        (guess,) = self._copies(state, 1)
        guess.open = guess.prompt = None
        budget.spend(len(state.instances) // CARDS_A_STEP + len(state.cards.ready))
        assume_cards(guess, viewer)
        play = _Lookahead(guess, self.dice, self.budget)
        if guess.step == "movement":
            begin_action(play)
        while guess.outcome is None and guess.step in PLANNING:
            end_planning(play)
        plans = [player.plan for player in guess.players]
        self.moments = [
            _Moment(number + 1, planned=any(number < len(plan) and plan[number] is not None for plan in plans))
            for number in range(guess.moments)
        ]
        self.branches = [(1.0, guess)]

    def play_out(self) -> None:
        """Play all moments, and add up what each one brings."""
        for number, moment in enumerate(self.moments):
            results: list[Result] = []
            for weight, state in self.branches:
                before = _points(state)
                for share, at_clash in self._ways(weight, state, partial(self._to_clash, number)):
                    moment.add(share, _difference(_points(at_clash), before))
                    if at_clash.outcome is None:
                        results += self._results(at_clash, share, moment)
            for result in results:
                moment.add(-result.weight, result.lost)
            self.branches = [branch for result in chosen(results) for branch in self._after(result, number, moment)]

    def _after(self, result: Result, number: int, moment: _Moment) -> Iterable[tuple[float, VariaState]]:
        """Play a result on to the end of its moment, and yield the branches of a match that is not over then."""

        def leg(state: VariaState) -> None:
            play = _Lookahead(state, self.dice, self.budget)
            fighters = [fighter.copy() for fighter in result.fighters]
            for fighter, power in zip(fighters, result.powers, strict=True):
                fighter.power = power
                fighter.focus = -1 if result.misses and fighter.profile.attack else 0
            strike(play, fighters)
            state.entered = True
            self._run(play, number, to_clash=False)

        before = _points(result.branch)
        for share, state in self._ways(result.weight, result.branch, leg):
            # What the clash itself does has been counted for all of its results.
            moment.add(share, _difference(_difference(_points(state), before), (-result.lost[0], -result.lost[1])))
            if state.outcome is None:
                yield share, state

    def _ways(
        self, weight: float, state: VariaState, leg: Callable[[VariaState], None]
    ) -> list[tuple[float, VariaState]]:
        """Play a copy of a branch on; if chance decides an effect, play more copies, which share its weight.

        There is one for every face of a die, unless the weight is small. If unknown cards turn up, they are different
        ones in each copy.
        """
        self.dice.faces = 0
        states = self._copies(state, 1)
        leg(states[0])
        times = 1
        if self.dice.faces:
            times = max(1, min(self.dice.faces, round(BRANCHES * weight * 2)), round(BRANCHES * weight / 2))
        if not turn_up(state, states[0], self.viewer):
            fresh = self._copies(state, times - 1)
            states += fresh
        else:
            unknown = most_unknown(state, self.viewer)
            times = max(times, round(DEALS * weight * unknown))
            self.dealt += 1
            self.budget.spend(times * unknown // CARDS_A_STEP)
            states = fresh = self._copies(state, times)
            for number, each in enumerate(fresh):
                deal = DEALS * (number + 0.5) / times
                deal_anew(each, self.viewer, int(deal), (deal + self.dealt * GOLDEN) % 1)
        for each in fresh:
            leg(each)
        return [(weight / times, each) for each in states]

    def _copies(self, state: VariaState, number: int) -> list[VariaState]:
        """Return copies of a branch."""
        self.budget.spend(number * (1 + len(state.instances) // INSTANCES_A_STEP))
        return [state.copy() for _ in range(number)]

    def _results(self, state: VariaState, weight: float, moment: _Moment) -> list[Result]:
        """Return all results of a branch's clash, and note the chance of a single attack that might miss."""
        fighters = fighters_in(state)
        attackers = [fighter for fighter in fighters if fighter.profile.attack]
        hitting = [each for each in attackers if "miss" in each.profile.cannot or reaches(state, each)]
        chance = 1.0
        if len(attackers) == 1:
            (attacker,) = attackers
            may_miss = "miss" not in attacker.profile.cannot
            other = next((each for each in fighters if each is not attacker and oppose(fighters)), None)
            if hitting and may_miss and other is not None and other.profile.block:
                focus = (focus_pool(each.profile) for each in (attacker, other))
                self.budget.spend(sum(map(_size, focus)) // TOTALS_A_STEP)
                chance = float(chance_to_hit(attacker, other))
            moment.attack(attacker.seat, weight, chance if hitting else 0.0)
        nothing, kind = [0] * len(fighters), self.kinds.setdefault(kind_of(state), len(self.kinds))
        results, before = list[Result](), _points(state)
        if chance < 1 or not hitting:
            rest = (1 - chance) if hitting else 1.0
            results.append(Result(weight * rest, state, fighters, nothing, bool(hitting), (0, 0), before, kind))
        if chance and hitting:
            missed = False
            for powers, share in _powers(fighters, self.budget):
                lost = _lost(fighters, hitting, powers)
                left = _difference(before, lost)
                results.append(Result(weight * chance * share, state, fighters, powers, missed, lost, left, kind))
        return results

    def _to_clash(self, number: int, state: VariaState) -> None:
        self._run(_Lookahead(state, self.dice, self.budget), number, to_clash=True)

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


def _points(state: VariaState) -> Points:
    first, second = state.players
    return (first.hp, second.hp)


def _difference(after: Points, before: Points) -> Points:
    return (after[0] - before[0], after[1] - before[1])


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


def _lost(fighters: list[Fighter], hitting: list[Fighter], powers: Sequence[int]) -> Points:
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
