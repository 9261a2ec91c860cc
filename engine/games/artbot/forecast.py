"""What a card changes: an attack on average, given the cards that the attacker does not know, and others for sure."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from itertools import product
from math import comb, prod
from typing import Final, TypeAlias, final

from engine.budget import STEPS_A_FORECAST, PartBudget, Spent, StrictBudget
from engine.contract import Forecast, Message, Seat, SeatRef, Viewer
from engine.games.artbot.cards import ArtBotCard
from engine.games.artbot.powers import healed, targets
from engine.games.artbot.rulings import POINTS, SHORT_HAND
from engine.games.artbot.state import ArtBotState
from engine.games.artbot.view import hidden_shuffles
from engine.kit.forecasts import whole

CARDS_A_STEP: Final = 8
"""The number of shuffled cards looked at that count as one step of the forecast's budget."""

SUMS_A_STEP: Final = 16
"""The number of sums of Rarity Points that count as one step."""

Chances: TypeAlias = dict[int, float]
"""The chance of each sum of Rarity Points."""

_Sources: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
"""A number of cards by their source: the shuffles through which they went, earliest first."""


Points: TypeAlias = Callable[[ArtBotState, Sequence[int], Sequence[frozenset[int]]], Chances]
"""What finds the chances of the sum of Rarity Points on those cards in some places that went through some shuffles."""


def forecast(state: ArtBotState, viewer: Viewer, budget: StrictBudget) -> tuple[Forecast, ...]:
    """Return a line for each opponent that the chosen card can hit, or whose points it changes otherwise.

    Only the card's player has lines, before locking it in. Without damage, that player's own points have a line, too.
    Raises Spent.
    """
    return _forecast(state, viewer, partial(_shuffled_points, budget=budget), budget)


def forecast_row(states: Sequence[ArtBotState], seat: Seat, budget: StrictBudget) -> Sequence[tuple[Forecast, ...]]:
    """Return a seat's forecasts of several states that differ in one choice. Raises Spent."""
    row = _Row()
    return [budget.within(STEPS_A_FORECAST, partial(row.forecast, state, seat)) or () for state in states]


@final
class _Row:
    """The forecasts of a row, in which each sum of Rarity Points is found once, with the number of steps that it took.

    One that took too many steps is None.
    """

    def __init__(self) -> None:
        self.known: dict[Hashable, tuple[Chances | None, int]] = {}

    def forecast(self, state: ArtBotState, seat: Seat, budget: PartBudget) -> tuple[Forecast, ...]:
        """Return one of the forecasts. Raises Spent."""
        return _forecast(state, seat, partial(self._points, budget=budget), budget)

    def _points(
        self, state: ArtBotState, revealed: Sequence[int], shuffles: Sequence[frozenset[int]], budget: PartBudget
    ) -> Chances:
        key = (state.dealt, tuple(revealed), tuple(shuffles))
        known, steps = self.known.get(key, (None, 0))
        if known is not None or budget.used + steps >= budget.limit:
            budget.share(steps)
        if known is not None:
            return known
        begun = budget.used
        try:
            found = _shuffled_points(state, revealed, shuffles, budget)
        except Spent:
            self.known[key] = (None, budget.used - begun)
            raise
        self.known[key] = (found, budget.used - begun)
        return found


def _forecast(state: ArtBotState, viewer: Viewer, points: Points, budget: StrictBudget) -> tuple[Forecast, ...]:
    if viewer != state.active or state.step != "choose" or state.playing is None:
        return ()
    card = state.definition(state.playing)
    if not card.damages:
        return tuple([_sure(seat, change) for seat, change in _changes(state, card).items() if change])
    hidden = [frozenset(places) for _, places in hidden_shuffles(state, viewer)]
    budget.spend(sum(map(len, hidden)) // CARDS_A_STEP)
    shuffles = _effective(hidden)
    return tuple([_line(state, card, victim, shuffles, points) for victim in targets(state, card)])


def _changes(state: ArtBotState, card: ArtBotCard) -> dict[Seat, int]:
    """Return how a card without damage changes health points; nothing if that depends on the opponent chosen."""
    own, opponents = state.active, targets(state, card)
    paid = POINTS if state.options.discards_played else 0
    if card.power == "heal":
        return {own: POINTS * healed(state, card) - paid}
    if not opponents:
        return {own: -paid}
    if len(opponents) > 1:
        return {}
    (other,) = opponents
    if card.power == "steal":
        taken = min(card.pp // POINTS if state.options.steals_by_points else 1, len(state.players[other].inactive))
    else:
        # One card to play and one to return are no longer in the hand. Both are dealt in turn, until the other has two.
        theirs = len(state.players[other].active)
        taken = theirs - min(SHORT_HAND, (max(0, len(state.players[own].active) - 2) + theirs) // 2)
    return {own: POINTS * taken - paid, other: -POINTS * taken}


def _sure(seat: Seat, change: int) -> Forecast:
    key = "loses" if change < 0 else "gains"
    message = Message(f"artbot.forecast.sure.{key}", {"seat": SeatRef(seat), "hp": abs(change)})
    return Forecast(message, changes={seat: float(change)})


def _line(
    state: ArtBotState, card: ArtBotCard, victim: Seat, shuffles: Sequence[frozenset[int]], points: Points
) -> Forecast:
    player, wanted = state.players[victim], card.pp // POINTS
    revealed = player.inactive[: -wanted - 1 : -1] if wanted else []
    spilled = min(wanted - len(revealed), len(player.active))
    # Cards from the hand are drawn by lot, which is one more shuffle.
    last = [frozenset(player.active)] if 0 < spilled < len(player.active) else []
    chances = _rarity_points(state, [*revealed, *player.active[:spilled]], [*shuffles, *last], points)
    average = sum(chance * _change(state, card, victim, len(revealed) + spilled, rp) for rp, chance in chances.items())
    change = whole(average)
    key = "loses" if change < 0 else "gains" if change else "nothing"
    message = Message(f"artbot.forecast.{key}", {"seat": SeatRef(victim), "hp": abs(change)})
    return Forecast(message, changes={victim: average})


def _change(state: ArtBotState, card: ArtBotCard, victim: Seat, revealed: int, rp: int) -> int:
    """Return the change of the victim's health points if the revealed cards have a sum of Rarity Points (rules, R3)."""
    net = card.pp - rp
    if net >= 0:
        return -POINTS * min(net // POINTS, revealed)
    return POINTS * min(-net // POINTS, len(state.players[victim].discard))


def _rarity_points(
    state: ArtBotState, revealed: Sequence[int], shuffles: Sequence[frozenset[int]], points: Points
) -> Chances:
    """Return the chances of the sum of Rarity Points in some places. Raises Spent if there are too many ways."""
    shuffled = frozenset[int]().union(*shuffles)
    known = sum(state.definition(number).rp for number in revealed if number not in shuffled)
    return {known + rp: chance for rp, chance in points(state, revealed, shuffles).items()}


def _shuffled_points(
    state: ArtBotState, revealed: Sequence[int], shuffles: Sequence[frozenset[int]], budget: StrictBudget
) -> Chances:
    """Return the chances of the sum of Rarity Points in those places that went through some shuffles. Raises Spent.

    The shuffles are followed back to the cards as dealt: the places in a shuffle held, before it, any as many of the
    cards shuffled. So only their number matters, and through which shuffles they went before.
    """
    shuffles = _leading_to(frozenset(revealed), shuffles)
    through: dict[int, list[int]] = {}
    for place, cards in enumerate(shuffles):
        for number in cards:
            through.setdefault(number, []).append(place)
    ways: dict[_Sources, float] = {
        _merged((tuple(through[number]), 1) for number in revealed if number in through): 1.0
    }
    for place in reversed(range(len(shuffles))):
        budget.spend(len(shuffles[place]) // CARDS_A_STEP)
        ways = _before(ways, place, Counter(_source(through[number], place) for number in shuffles[place]), budget)
    points: dict[tuple[int, ...], Counter[int]] = {}
    for number, places in through.items():
        card = state.cards.by_id[state.dealt[number].card]
        points.setdefault(_source(places, 0), Counter())[card.rp] += 1
    chances: Chances = {}
    for sources, share in ways.items():
        for rp, chance in _sums(points, sources, budget).items():
            chances[rp] = chances.get(rp, 0.0) + share * chance
    return chances


def _effective(shuffles: Iterable[frozenset[int]]) -> list[frozenset[int]]:
    """Return the shuffles without those of cards that were already shuffled together, which change nothing."""
    together: list[frozenset[int]] = []
    effective: list[frozenset[int]] = []
    for places in shuffles:
        if len(places) > 1 and not any(places <= each for each in together):
            together = [*(each - places for each in together), places]
            effective.append(places)
    return effective


def _leading_to(places: frozenset[int], shuffles: Sequence[frozenset[int]]) -> list[frozenset[int]]:
    """Return the shuffles that matter for what is in some places at the end."""
    leading: list[frozenset[int]] = []
    for each in reversed(shuffles):
        if places & each:
            places |= each
            leading.insert(0, each)
    return leading


def _source(places: Sequence[int], before: int) -> tuple[int, ...]:
    """Return through which shuffles before a given one a card went; for the first one, a negative mark of it."""
    return tuple([place for place in places if place < before]) or (-1 - places[0],)


def _merged(sources: Iterable[tuple[tuple[int, ...], int]]) -> _Sources:
    """Return numbers of cards by source, in a fixed order and without zeros."""
    counts: dict[tuple[int, ...], int] = {}
    for source, count in sources:
        if count:
            counts[source] = counts.get(source, 0) + count
    return tuple(sorted(counts.items()))


def _before(
    ways: Mapping[_Sources, float], place: int, sizes: Counter[tuple[int, ...]], budget: StrictBudget
) -> dict[_Sources, float]:
    """Return how many cards of each source there were before a shuffle; `sizes` counts all cards shuffled."""
    earlier: dict[_Sources, float] = {}
    for sources, share in ways.items():
        count = sum(drawn for source, drawn in sources if source[-1] == place)
        rest = [(source, drawn) for source, drawn in sources if source[-1] != place]
        every = comb(sizes.total(), count)
        for split in _splits(count, list(sizes.values())):
            budget.spend(1 + len(split) // CARDS_A_STEP)
            chance = prod(comb(size, part) for size, part in zip(sizes.values(), split, strict=True)) / every
            merged = _merged([*rest, *zip(sizes, split, strict=True)])
            earlier[merged] = earlier.get(merged, 0.0) + share * chance
    return earlier


def _splits(count: int, sizes: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """Yield all ways to take a number of cards from groups of some sizes."""
    if not sizes:
        if not count:
            yield ()
        return
    rest = sum(sizes[1:])
    for part in range(max(0, count - rest), min(count, sizes[0]) + 1):
        for others in _splits(count - part, sizes[1:]):
            yield (part, *others)


def _sums(points: Mapping[tuple[int, ...], Counter[int]], sources: _Sources, budget: StrictBudget) -> Chances:
    """Return the chances of the sum of points on cards drawn from each source."""
    sums: Chances = {0: 1.0}
    for source, count in sources:
        both: Chances = {}
        drawn = _drawn(points[source], count, budget)
        budget.spend(1 + len(sums) * len(drawn) // SUMS_A_STEP)
        for (one, share), (other, chance) in product(sums.items(), drawn.items()):
            both[one + other] = both.get(one + other, 0.0) + share * chance
        sums = both
    return sums


def _drawn(group: Counter[int], count: int, budget: StrictBudget) -> Chances:
    """Return the chances of the sum of points on a number of cards drawn from a group."""
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for value, there in group.items():
        more: dict[tuple[int, int], int] = {}
        budget.spend(1 + len(ways) * (min(there, count) + 1) // SUMS_A_STEP)
        for (taken, total), number in ways.items():
            for part in range(min(there, count - taken) + 1):
                key = (taken + part, total + part * value)
                more[key] = more.get(key, 0) + number * comb(there, part)
        ways = more
    every = comb(group.total(), count)
    return {total: number / every for (taken, total), number in ways.items() if taken == count}
