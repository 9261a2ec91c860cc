"""The test vectors of the rules that no single position can show; the others are scenarios by number."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.registry import GAMES
from tests.engine.card_locations import PLACES
from tests.engine.random_tables import begun, walk

ARTBOT = GAMES["artbot"]
SCENARIOS = Path(__file__).parents[3] / "scenarios" / "artbot"
SEEDS = st.integers(0, 2**32)


@settings(deadline=None, max_examples=20)
@given(SEEDS)
def test_vector_17_a_match_changes_nobodys_collection(seed: int) -> None:
    """Whoever comes to hold a card, it stays its owner's: a friendly match ends as it began."""
    at, state, dice, chance = begun(ARTBOT, seed)
    brought = [seating.deck.cards for seating in at.seats if seating.deck]
    for _ in walk(at, state, dice, chance):
        pass
    assert [owned_by(state, seat) for seat in range(len(at.seats))] == [
        {card: count for card, count in cards.items() if count} for cards in brought
    ]


def owned_by(state: Any, seat: int) -> dict[str, int]:
    cards = [card.card for card in state.instances if card.owner == seat]
    return {card: cards.count(card) for card in cards}


@settings(deadline=None, max_examples=20)
@given(SEEDS)
def test_vector_18_all_cards_are_there_at_every_step(seed: int) -> None:
    at, state, dice, chance = begun(ARTBOT, seed)
    for step in walk(at, state, dice, chance):
        PLACES["artbot"](step.state)
    PLACES["artbot"](state)


@pytest.mark.parametrize("number", [*range(1, 13), 15])
@pytest.mark.parametrize("rules", ["classic", "quick"])
def test_a_vector_on_which_both_versions_speak_is_there_for_both(number: int, rules: str) -> None:
    assert list(SCENARIOS.glob(f"vector-{number:02}-*{rules}.toml"))
