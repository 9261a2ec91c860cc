"""The law of rewinds, for every game that has them and the probe, and planted faults that it catches.

After going back no question has an id that was used; a hidden zone of which something was shown tells nothing any
more; what was shown stays known; nobody sees more than determinizing leaves; and play goes on to its end.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import AnyGame, Event
from engine.dice import Dice, FairDice
from engine.games.warmage.rules import WarMage
from engine.games.warmage.state import WarMageState
from engine.registry import GAMES
from engine.scenarios.names import card_refs
from tests.engine.random_tables import begun, walk
from tests.probe import PROBE

REWINDING: Sequence[AnyGame] = [*(game for game in GAMES.values() if game.spec.rewinds), PROBE]


def gone_back(game: AnyGame, seed: int, rules: AnyGame | None = None) -> None:
    """Play on from an earlier state of a random match; `rules` go back, where a fault is planted in them."""
    at, state, dice, chance = begun(game, seed)
    before = counters = None
    back, steps, ids = chance.randint(0, 12), chance.randint(1, 12), set[str]()
    for step in walk(at, state, dice, chance):
        if step.number == back:
            before, counters = game.copy(step.state), dict(dice.counters)
        if before is not None:
            ids.add(step.decision.id)
        if step.number == back + steps:
            break
    if before is None or not game.decisions(state):
        return
    known = [seen_outside_the_deck(game, state, seat) for seat in range(len(at.seats))]
    dice = FairDice.seeded("a new branch", seed)
    dice.counters = counters or {}
    events = (rules or game).rewound(before, state, dice)
    assert [event.audience for event in events] == [None]
    assert ids.isdisjoint(asked.id for asked in game.decisions(before))
    for seat in range(len(at.seats)):
        guess = game.determinize(before, seat, FairDice.seeded("guess", seed))
        assert game.view(guess, seat) == game.view(before, seat)
        hidden = {number for number in before.deck if not before.instances[number].known_to}
        assert not {ref.instance for ref in card_refs(game.view(before, seat))} & hidden
        still = {number for number in known[seat] if number not in before.deck}
        assert still <= seen_outside_the_deck(game, before, seat)
    moved = set(before.deck) - set(state.deck)
    assert not moved or all(before.instances[number].known_to == 0 for number in before.deck)
    assert sorted(before.deck) == sorted(set(before.deck))
    for _ in walk(at, before, dice, chance):
        pass
    assert game.outcome(before) is not None


def seen_outside_the_deck(game: AnyGame, state: Any, seat: int) -> set[int]:
    """The cards that a seat knows, wherever they are but in the deck."""
    return {
        number
        for number, card in enumerate(state.instances)
        if card.known_to & (1 << seat) and number not in state.deck
    }


@pytest.mark.parametrize("game", REWINDING, ids=[game.spec.key for game in REWINDING])
@given(seed=st.integers(0, 10**6))
def test_going_back_keeps_the_law(game: AnyGame, seed: int) -> None:
    gone_back(game, seed)


class NotShuffled(WarMage):
    """The deck stays as it was seen."""

    def rewound(self, state: WarMageState, undone: WarMageState, dice: Dice) -> tuple[Event, ...]:
        deck = state.deck[:]
        events = super().rewound(state, undone, dice)
        state.deck = deck
        for number in deck:
            state.instances[number] = undone.instances[number]
        return events


class Forgetful(WarMage):
    """What was shown is forgotten."""

    def rewound(self, state: WarMageState, undone: WarMageState, dice: Dice) -> tuple[Event, ...]:
        known = state.instances[:]
        events = super().rewound(state, undone, dice)
        state.instances = known
        return events


class SameIds(WarMage):
    """Questions are asked again under their old ids."""

    def rewound(self, state: WarMageState, undone: WarMageState, dice: Dice) -> tuple[Event, ...]:
        counts = [player.answered for player in state.players]
        events = super().rewound(state, undone, dice)
        for player, count in zip(state.players, counts, strict=True):
            player.answered = count
        return events


@pytest.mark.parametrize("fault", [NotShuffled(), Forgetful(), SameIds()], ids=lambda fault: type(fault).__name__)
def test_a_planted_fault_is_caught(fault: WarMage) -> None:
    with pytest.raises(AssertionError):
        many(fault)


def many(fault: WarMage) -> None:
    chance = Random(1)
    for _ in range(200):
        gone_back(GAMES["warmage"], chance.randrange(10**6), fault)
