"""Every trigger of every performed, upright action and of every lasting card occurs as often as the rules say."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, takewhile
from random import Random
from typing import Any, Final, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cardsdb.sets import deck_of, fitted, shipped_sets
from engine.contract import Fact, Seat, Seating
from engine.dice import FairDice
from engine.games.varia import events as e
from engine.games.varia.action_figures import profile_of
from engine.games.varia.answers import carry_out
from engine.games.varia.cards import StackCard, Trigger
from engine.games.varia.language.effects import LoseStacks
from engine.games.varia.language.values import Combined, Opposed
from engine.games.varia.pieces import Due
from engine.games.varia.play import VariaPlay
from engine.games.varia.rules import Varia
from engine.games.varia.soundness import parts
from engine.games.varia.state import VariaState
from engine.games.varia.turn import step_on
from engine.kit.facts import Standing
from tests.engine.games.varia.bell_sets import bell_set
from tests.engine.games.varia.expected_triggers import Expected, Reading
from tests.engine.random_sets import random_set
from tests.engine.random_tables import busy_keys, random_options
from tests.support.examples import examples

VARIA: Any = Varia()
MOMENT: Final = ("payment", "start", "clash", "end")
HARMLESS: Final = (e.Occurred, e.Healed, e.RegainedAP, e.Rolled, e.Faced, e.Hit, e.Missed, e.MomentBegan, Standing)
"""What can happen without changing which conditions hold."""

F = TypeVar("F", bound=Fact)
Meddle = Callable[[VariaState], None]
"""Something that is done to a match behind the rules' back."""


class Watch:
    """Compares the triggers that occur in each part of a moment with those that have to."""

    def __init__(self, *, exact_piles: bool) -> None:
        self.part: tuple[int, int, str] | None = None
        self.due: list[Expected] = []
        self.ticks: list[tuple[Seat, str]] = []
        self.facts: list[Fact] = []
        self.cut_short = False
        self.counted = 0
        self.exact_piles = exact_piles
        """Whether piles lose stacks only as they deplete."""

    def step(self, before: VariaState, after: VariaState, facts: Sequence[Fact]) -> None:
        """Take note of what the engine did in one step."""
        part = (before.turn, before.moment, before.step) if before.step in MOMENT else None
        begins = part is not None and part != self.part
        if part != self.part:
            self.close()
            self.part = part
        if any(isinstance(fact, e.TurnBegan) for fact in facts):
            self.cut_short = False
        if any(isinstance(fact, e.CutShort) for fact in facts):
            self.cut_short = True
        self.facts += facts
        if before.step == "payment":
            self._pay(before, after, begins=begins)
        elif before.step == "clash":
            hits = [(fact.seat, fact.target) for fact in self.facts if isinstance(fact, e.Hit)]
            if hits and any(isinstance(fact, e.Hit) for fact in facts):
                self._expect(after, ("hit", "struck"), after.in_turn_order, hits)
        elif begins:
            hits = list(zip(before.hit, before.struck, strict=True))
            self._expect(before, (before.step,), before.in_turn_order, hits)
            if before.step == "end":
                self.ticks = [(seat, name) for seat in (0, 1) for name in Reading(before, hits).ticks(seat)]
        if after.outcome is not None:
            self.due, self.ticks, self.facts, self.part = [], [], [], None

    def _pay(self, before: VariaState, after: VariaState, *, begins: bool) -> None:
        """Expect each player's triggers before performing: after the payment of those who pay before."""
        order = before.in_turn_order
        if begins:
            self._expect(before, ("perform",), order[:1])
        for number in range(before.paying + 1, min(after.paying + 1, len(order))):
            at = after if after.paying == number else _unpaid(after, order[number])
            self._expect(at, ("perform",), order[number : number + 1])

    def _expect(
        self, state: VariaState, occasions: Sequence[str], seats: Sequence[Seat], hits: Sequence[tuple[Seat, Seat]] = ()
    ) -> None:
        if state.exhausted:  # from here on, the pick goes by printed figures
            self.cut_short = True
            return
        reading = Reading(state, hits)
        self.due += [due for on in occasions for seat in seats for due in reading.due(seat, on)]

    def close(self) -> None:
        """Compare, now that a part of a moment is over. Raises AssertionError."""
        if self.part is not None and not self.cut_short:
            self._compare(self.part)
        self.due, self.ticks, self.facts = [], [], []

    def _compare(self, part: tuple[int, int, str]) -> None:
        occurred = Counter[tuple[Seat, str, str]]()
        occurred.update((each.seat, each.on, each.card.card) for each in self.facts if isinstance(each, e.Occurred))
        least, most = Counter[tuple[Seat, str, str]](), Counter[tuple[Seat, str, str]]()
        for due in self.due:
            key = (due.seat, due.on, due.origin)
            least[key] += self._certain(due)
            most[key] += self._possible(due)
        in_moments = ("perform", "start", "hit", "struck", "end")
        for key in {*least, *most, *(each for each in occurred if each[1] in in_moments)}:
            assert least[key] <= occurred[key] <= most[key], (part, key, least[key], occurred[key], most[key])
        self.counted += sum(least.values())
        if part[2] == "end" and self.exact_piles:
            lost = Counter((each.seat, each.card.card) for each in self._before_the_end_of_the_turn(e.StackLost))
            assert lost == Counter(self.ticks), (part, lost, self.ticks)

    def _before_the_end_of_the_turn(self, kind: type[F]) -> Iterator[F]:
        """Yield the facts of a kind up to the end of the moment, with which the turn may end too."""
        for fact in takewhile(lambda each: not isinstance(each, Standing), self.facts):
            if isinstance(fact, kind):
                yield fact

    def _settled(self) -> bool:
        """Whether nothing has happened that could change which conditions hold."""
        return all(isinstance(fact, HARMLESS) for fact in self.facts)

    def _possible(self, due: Expected) -> bool:
        return due.holds is not False or not self._settled()

    def _certain(self, due: Expected) -> bool:
        """Whether a trigger has to occur, because nothing has come in its way."""
        if due.trigger.may or (due.trigger.when and (due.holds is not True or not self._settled())):
            return False
        return not any(self._prevents(fact, due) for fact in self.facts) and (
            due.on != "perform" or any(isinstance(fact, e.Performed) and fact.seat == due.seat for fact in self.facts)
        )

    def _prevents(self, fact: Fact, due: Expected) -> bool:
        match fact:
            case e.Disrupted() | e.Queued() if due.carrier != "lasting":
                return fact.seat == due.seat
            case e.Became() if due.carrier == "own":
                return fact.seat == due.seat and bool(fact.into)
            case e.Ruined() | e.StackLost() if due.carrier == "lasting":
                return fact.seat == due.seat and fact.card.card == due.origin
            case e.Joined() | e.Reshuffled() | e.Returned() | e.ReturnedUnseen() | e.Forgot() | e.ForgotUnseen():
                return fact.seat == due.seat and due.carrier == "lasting"
        return False


def _unpaid(state: VariaState, seat: Seat) -> VariaState:
    """Return the state as it was when a player, who has paid without any trigger, was about to."""
    earlier = state.copy()
    player = earlier.players[seat]
    action = player.plan[state.moment] if state.moment < len(player.plan) else None
    if action is not None and action.performed:
        player.plan[state.moment] = replace(action, performed=0)
        player.performed = player.performed[:-1]
    return earlier


def played(make: Callable[[Random], Any], seed: int, meddle: Meddle | None = None) -> int:
    """Play a match under watch, and return how many triggers had to occur. Raises AssertionError."""
    chance = Random(seed)
    card_set = make(chance)
    cards = fitted(VARIA, card_set, shipped_sets(VARIA))
    deck = deck_of(card_set.decks[0], cards)
    options = random_options(VARIA.spec.options, chance).model_copy(update={"turn_cap": 8})
    dice = FairDice.seeded("triggers", seed)
    state, _ = VARIA.new(options, [Seating(deck), Seating(deck)], cards, dice)
    watch = Watch(exact_piles=not any(isinstance(part, LoseStacks) for _, part in parts(card_set)))
    for before, after, facts in _steps(state, dice, chance, meddle):
        watch.step(before, after, facts)
    return watch.counted


def _steps(
    state: VariaState, dice: FairDice, chance: Random, meddle: Meddle | None
) -> Iterator[tuple[VariaState, VariaState, list[Fact]]]:
    """Play a match to its end in place; yield the state before and after each step, and what was told."""
    while asked := VARIA.decisions(state):
        decision = chance.choice(asked)
        keys = busy_keys(decision, chance)
        play = VariaPlay(state, dice)
        going = True
        while going:
            before, told = state.copy(), len(play.events)
            before.budget = play.budget
            if keys:
                carry_out(play, decision, keys)
                keys = ()
            else:
                if meddle is not None:
                    meddle(state)
                going = state.outcome is None and state.prompt is None and step_on(play)
            yield before, state, [event.fact for event in islice(play.events, told, None)]
        play.told()


def random_varia_set(chance: Random) -> Any:
    """Return a set of everything that the language has."""
    return random_set(VARIA, chance)


def silences(state: VariaState) -> None:
    """An action that its own trigger disrupts before it is performed takes the place of what comes after it."""
    if state.step == "payment" and state.entered and not state.agenda and state.paying < len(state.players):
        action = state.action_at(state.in_turn_order[state.paying], state.moment)
        state.paying += action is not None and action.disrupted


def _spoils(spoilt: Callable[[VariaState, Due, Trigger], bool]) -> Meddle:
    """Return what takes some of the triggers that are due off the agenda."""

    def meddle(state: VariaState) -> None:
        begun = 1 if state.effect else 0
        state.agenda[begun:] = [due for due in state.agenda[begun:] if not _is_spoilt(state, due)]

    def _is_spoilt(state: VariaState, due: Due) -> bool:
        return due.source != "tick" and spoilt(state, due, state.cards.trigger(due.origin, due.number))

    return meddle


def swallows_what_is_granted(state: VariaState, due: Due, trigger: Trigger) -> bool:
    return trigger.on == "perform" and due.source == "action" and due.became is None


def asks_what_is_printed(state: VariaState, due: Due, trigger: Trigger) -> bool:
    opposing = state.opposing_action(due.seat, due.moment)
    printed = frozenset[str]() if opposing is None else state.cards.printed(state.ids(opposing.cards)).kinds
    return any(isinstance(each, Opposed) and not printed.issuperset(each.by) for each in trigger.when)


def counts_cards(state: VariaState, due: Due, trigger: Trigger) -> bool:
    action = state.action_at(due.seat, due.moment)
    return any(isinstance(each, Combined) for each in trigger.when) and action is not None and len(action.cards) == 1


def asks_for_the_own_action(state: VariaState, due: Due, trigger: Trigger) -> bool:
    own = state.action_at(due.seat, due.moment)
    kinds = frozenset[str]() if own is None else profile_of(state, due.seat, own).kinds
    return trigger.on == "struck" and not (kinds.issuperset(trigger.types) and kinds.isdisjoint(trigger.without))


def depletes_by_the_own_action(state: VariaState) -> None:
    """A pile that goes when its player is hit by some attack asks for the player's own action."""
    for due in [each for each in state.agenda if each.source == "tick"]:
        card, own = state.cards.by_id[due.origin], state.action_at(due.seat, due.moment)
        assert isinstance(card, StackCard)
        if card.depletes is not None and card.depletes.on == "struck" and card.depletes.types and own is None:
            state.agenda.remove(due)


def rings_again(state: VariaState) -> None:
    """What is due first is due twice."""
    if state.step == "end" and state.effect == 0 and len(state.agenda) > 1 and state.agenda[0].source != "tick":
        state.agenda[1] = state.agenda[0]


@pytest.mark.parametrize(
    ("meddle", "first"),
    [
        (silences, 6),
        (depletes_by_the_own_action, 29),
        (rings_again, 0),
        (_spoils(swallows_what_is_granted), 1),
        (_spoils(asks_what_is_printed), 7),
        (_spoils(counts_cards), 17),
        (_spoils(asks_for_the_own_action), 24),
    ],
)
def test_a_planted_fault_is_noticed(meddle: Meddle, first: int) -> None:
    """The first match to look at is one that noticed the fault before; any other would do."""
    assert any(is_noticed(meddle, seed) for seed in (*range(first, 60), *range(first)))


def is_noticed(meddle: Meddle, seed: int) -> bool:
    try:
        played(bell_set, seed, meddle)
    except AssertionError:
        return True
    return False


@pytest.mark.parametrize(("make", "matches"), [(bell_set, 20), (random_varia_set, 4)])
def test_every_trigger_occurs_as_often_as_the_rules_say(make: Callable[[Random], Any], matches: int) -> None:
    @examples(matches)
    @given(st.integers(0, 2**32))
    def holds(seed: int) -> None:
        played(make, seed)

    holds()
