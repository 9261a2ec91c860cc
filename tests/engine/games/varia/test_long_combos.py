"""Combos of as many cards as come back to a hand: a hostile set made one of some two thousand."""

import sys
from typing import Any

from cardsdb.sets import shipped_sets
from engine.registry import GAMES

VARIA: Any = GAMES["varia"]


def test_a_combo_of_any_length_has_figures() -> None:
    cards, others = VARIA.cards(shipped_sets(VARIA)), VARIA.cards(shipped_sets(VARIA))
    card = min(each for each in cards.by_id if cards.performs(each))
    many = sys.getrecursionlimit()
    at_once = cards.printed((card,) * many)
    card_by_card = [others.printed((card,) * number) for number in range(1, many + 1)][-1]
    assert at_once == card_by_card
