"""States of older rules: what version 1 wrote can be read, and played on."""

from typing import Any

import pytest

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Seating
from engine.dice import FairDice
from engine.registry import GAMES

VARIA: Any = GAMES["varia"]
SINCE_2 = ("became", "treated")
"""The fields of actions and due triggers, and of players, that version 1 did not have."""


def older(value: Any) -> Any:
    """Return a dump without what version 1 did not write."""
    if isinstance(value, dict):
        return {key: older(each) for key, each in value.items() if key not in SINCE_2}
    return [older(each) for each in value] if isinstance(value, list) else value


def test_a_state_of_version_1_loads_and_is_played_on() -> None:
    sets = shipped_sets(VARIA)
    cards = shipped_cards(VARIA)
    decks = [deck_of(deck, cards) for each in sets for deck in each.decks]
    dice = FairDice.seeded("older")
    options = VARIA.spec.options(turn_cap=6)
    state, _ = VARIA.new(options, [Seating(deck) for deck in decks[:2]], cards, dice)
    while (asked := VARIA.decisions(state)) != ():
        state = VARIA.load(older(VARIA.dump(state)), 1, cards)
        options_of = asked[0].options
        keys = [option.key for option in dice.shuffle("pick", options_of)][: asked[0].least]
        VARIA.apply(state, asked[0].id, keys, dice)
    assert state.outcome is not None


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_was_never_released_is_refused(version: int) -> None:
    with pytest.raises(ValueError, match=f"no state version {version}"):
        VARIA.load({}, version, None)
