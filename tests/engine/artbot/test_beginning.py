"""The first hands: four cards each, and by option fewer for who begins."""

from typing import Any

import pytest

from cardsdb.sets import deck_of, shipped_sets
from engine.contract import EVERYTHING, Seating, letter
from engine.dice import FairDice
from engine.registry import GAMES

ARTBOT = GAMES["artbot"]
SETS = shipped_sets(ARTBOT)
CARDS = ARTBOT.cards(SETS)
DECKS = [deck_of(ready, CARDS) for each in SETS for ready in each.decks]


def seen(state: Any) -> Any:
    return ARTBOT.view(state, EVERYTHING)


@pytest.mark.parametrize("starter", [4, 3, 2])
@pytest.mark.parametrize("seats", [2, 4])
def test_who_begins_has_as_many_cards_as_the_table_agreed_and_as_many_health_points_as_all(
    seats: int, starter: int
) -> None:
    options = ARTBOT.spec.options(starter_hand=starter)
    dice = FairDice.seeded("beginning", seats)
    state, _ = ARTBOT.new(options, [Seating(deck) for deck in DECKS[:seats]], CARDS, dice)
    view = seen(state)
    hands = [view.seats[letter(seat)].active_size for seat in view.order]
    assert hands == [starter] + [4] * (seats - 1)
    assert {shown.hp for shown in view.seats.values()} == {200}
    while seen(state).turn == 1:
        asked = ARTBOT.decisions(state)[0]
        ARTBOT.apply(state, asked.id, ARTBOT.default(state, asked.id, dice), dice)
    assert seen(state).seats[letter(view.order[0])].active_size == 4
