"""Several planned turns that begin with a choice among a player's cards, played out with as little work as possible.

The moments before the one in which they differ are played once for all of them, with the player's cards covered, for as
long as nothing looks at one. Apart from what they are, cards are only numbers, which nothing puts in order, so the same
is played whichever they are.
"""

from collections.abc import Sequence
from functools import partial
from typing import final

from msgspec.structs import replace

from engine.budget import STEPS_A_FORECAST, PartBudget, StrictBudget
from engine.contract import EVERYBODY, Seat, mark
from engine.games.varia.branches import Branch, Trunk
from engine.games.varia.pieces import CoveredCard, Uncovered
from engine.games.varia.planned_turn import Moment, PlannedTurn, copied, planned_start
from engine.games.varia.state import VariaState


def played_row(states: Sequence[VariaState], seat: Seat, budget: StrictBudget) -> list[Sequence[Moment]]:
    """Return what the moments of several turns bring, as far as a seat can know. Raises Spent.

    There are none of a turn that would take too many steps by itself.
    """
    turns: list[_Turn] = []
    different: list[_Turn] = []
    for state in states:
        turn = _Turn()
        budget.within(STEPS_A_FORECAST, partial(turn.begin, state, seat))
        budget.spend(len(different))
        equal = next((each for each in different if each.start == turn.start), None)
        if equal is None:
            different.append(turn)
        turns.append(equal or turn)
    for group in _groups(different, seat, budget):
        group.play(budget)
    return [turn.moments for turn in turns]


@final
class _Turn:
    """One turn of a row.

    Attributes:
        start: where it begins; None if planning takes too many steps.
        steps: how many it would have taken so far by itself.
        moments: what its moments bring, once they have been played; none if they take too many steps.
    """

    def __init__(self) -> None:
        self.start: VariaState | None = None
        self.steps = 0
        self.moments: Sequence[Moment] = ()

    def begin(self, state: VariaState, seat: Seat, budget: PartBudget) -> None:
        """End everybody's planning. Raises Spent."""
        self.start = planned_start(state, seat, budget)
        self.steps = budget.used

    def play_out(self, turn: PlannedTurn, budget: PartBudget) -> None:
        """Play the moments that are left. Raises Spent."""
        budget.share(self.steps)
        turn.budget = budget
        turn.play_out()
        self.moments = turn.moments


@final
class _Group:
    """Turns that are the same before a moment; a single turn has no such moment, which is 0 then."""

    def __init__(self, turn: _Turn, start: VariaState, seat: Seat) -> None:
        self.start = start
        self.seat = seat
        self.moment = 0
        self.turns = [(turn, start)]

    def takes(self, turn: _Turn, start: VariaState) -> bool:
        """Take in a turn if it is the same before the moment."""
        moment = _parting(self.start, start, self.seat)
        if not moment or self.moment not in (0, moment):
            return False
        self.moment = moment
        self.turns.append((turn, start))
        return True

    def play(self, budget: StrictBudget) -> None:
        """Play all turns. Raises Spent."""
        stem = None
        if self.moment:
            stem = _Stem(self.start, self.seat, self.moment, budget)
            if budget.within(STEPS_A_FORECAST, partial(stem.grow, self.turns[0][0].steps)) is None:
                return  # every turn takes too many steps before the moment
        for turn, start in self.turns:
            whole = PlannedTurn(start, self.seat, budget)
            if stem is not None and stem.turn.played:
                whole.take_over(stem.turn, stem.branches(start, budget))
                turn.steps += stem.steps
            budget.within(STEPS_A_FORECAST, partial(turn.play_out, whole))


def _groups(turns: Sequence[_Turn], seat: Seat, budget: StrictBudget) -> list[_Group]:
    """Return turns in groups that have their first moments in common."""
    groups: list[_Group] = []
    for turn in turns:
        if turn.start is not None:
            budget.spend(len(groups))
            if not any(group.takes(turn, turn.start) for group in groups):
                groups.append(_Group(turn, turn.start, seat))
    return groups


def _parting(one: VariaState, other: VariaState, seat: Seat) -> int | None:
    """Return the moment in which two turns part, or None if they differ in anything else.

    They may differ in which of the same cards a player has planned in that moment, and which are in the hand.
    """
    mine, theirs = one.players[seat], other.players[seat]
    moments = min(len(mine.plan), len(theirs.plan))
    moment = next((number for number in range(moments) if mine.plan[number] != theirs.plan[number]), None)
    if moment is None:
        return None
    action, its = mine.plan[moment], theirs.plan[moment]
    if action is None or its is None or replace(its, cards=action.cards) != action:
        return None
    cards = {*mine.hand, *action.cards}
    if len(action.cards) != len(its.cards) or cards != {*theirs.hand, *its.cards}:
        return None
    trial = other.copy()
    trial.players[seat].hand[:], trial.players[seat].plan[moment] = mine.hand, action
    for number in cards:
        card, like = one.instances[number], other.instances[number]
        # What only the other player knows of them does not matter to this one.
        if not card.known_to & like.known_to & mark(seat) or replace(like, known_to=card.known_to) != card:
            return None
        trial.instances[number] = card
    return moment if trial == one else None


@final
class _Stem:
    """The first moments of several turns, played with a player's cards covered.

    Attributes:
        turn: the turn, after as many moments as could be played without looking at a covered card.
        steps: how many steps these took.
    """

    def __init__(self, start: VariaState, seat: Seat, moment: int, budget: StrictBudget) -> None:
        self.seat = seat
        self.moment = moment
        self.steps = 0
        covered = copied(start, budget)
        player = covered.players[seat]
        self.hand = player.hand[:]
        self.action = player.plan[moment]
        planned = () if self.action is None else self.action.cards
        self.covers = {number: CoveredCard("", seat, EVERYBODY) for number in (*player.hand, *planned)}
        for number, cover in self.covers.items():
            covered.instances[number] = cover
        self.turn = PlannedTurn(covered, seat, budget)

    def grow(self, steps: int, budget: PartBudget) -> bool:
        """Play on for as long as the covered cards stay where and as they are; `steps` led here. Raises Spent."""
        turn = self.turn
        budget.share(steps)
        turn.budget = budget
        while turn.played < self.moment:
            number, branches, counters, dealt = turn.played, turn.branches, dict(turn.dice.counters), turn.dealt
            try:
                turn.play_moment()
                lost = not all(self._untouched(branch.trunk.state) for branch in turn.branches)
            except Uncovered:
                lost = True
            if lost:
                turn.played, turn.branches, turn.dice.counters, turn.dealt = number, branches, counters, dealt
                break
            self.steps = budget.used - steps
        return True

    def _untouched(self, state: VariaState) -> bool:
        """Whether the covered cards are where and as they were."""
        player = state.players[self.seat]
        return (
            player.hand[: len(self.hand)] == self.hand
            and len(player.plan) > self.moment
            and player.plan[self.moment] is self.action
            and all(state.instances[number] is cover for number, cover in self.covers.items())
        )

    def branches(self, start: VariaState, budget: StrictBudget) -> list[Branch]:
        """Return the branches of a turn, given where it begins: with its own cards in place of the covered ones."""
        trunks: dict[int, Trunk] = {}
        for _, trunk, _ in self.turn.branches:
            if id(trunk) not in trunks:
                state = copied(trunk.state, budget)
                player, its = state.players[self.seat], start.players[self.seat]
                player.hand[: len(self.hand)] = its.hand
                player.plan[self.moment] = its.plan[self.moment]
                for number in self.covers:
                    state.instances[number] = start.instances[number]
                trunks[id(trunk)] = Trunk(state)
        return [Branch(weight, trunks[id(trunk)], hp) for weight, trunk, hp in self.turn.branches]
