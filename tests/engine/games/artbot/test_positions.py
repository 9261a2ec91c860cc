"""Positions that cannot be are refused with the field that says so."""

from typing import Any

import pytest

from cardsdb.sets import shipped_cards
from engine.contract import IllegalPosition
from engine.registry import GAMES

ARTBOT = GAMES["artbot"]
CARDS = shipped_cards(ARTBOT)
HAND = {"active": ["Halo Iron"]}
DUEL = {"options": {"mode": "toe-to-toe"}}


@pytest.mark.parametrize(
    ("position", "field"),
    [
        ({}, "seats"),
        ({"seats": {"A": HAND}}, "seats"),
        ({"seats": {"A": HAND, "C": HAND}}, "seats"),
        ({"seats": {"A": HAND, "B": {}}}, "seats"),
        ({"seats": {"A": HAND, "J": HAND}}, "seats.J.[key]"),
        ({"seats": {"A": HAND, "B": {"activ": []}}}, "seats.B.activ"),
        ({"seats": {"A": HAND, "B": {"active": ["Halo Iron", "Hallo Iron"]}}}, "seats.B.active.1"),
        ({"seats": {"A": HAND, "B": {"active": ["Halo Iron"] * 5}}}, "seats.B.active"),
        ({"seats": {"A": {"inactive": ["Halo Iron"]}, "B": HAND}}, "seats.A.active"),
        ({"seats": {"A": HAND, "B": {**HAND, "won": ["Halo Iron"]}}}, "seats.B"),
        ({"seats": {"A": HAND, "B": HAND}, "tied": 1}, "tied"),
        ({"seats": {"A": HAND, "B": HAND}, "round": 0}, "round"),
        ({**DUEL, "seats": {"A": HAND, "B": {"inactive": ["Halo Iron"]}}}, "seats.A.inactive"),
        ({**DUEL, "seats": {seat: {"inactive": ["Halo Iron"]} for seat in "ABC"}}, "seats"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_field(position: dict[str, Any], field: str) -> None:
    with pytest.raises(IllegalPosition) as refused:
        ARTBOT.position(position, CARDS)
    assert refused.value.field == field
    assert refused.value.why


def test_copies_are_numbered_as_they_are_named() -> None:
    state = ARTBOT.position({"seats": {"A": {"active": ["Halo Iron#1", "Halo Iron#2"]}, "B": HAND}}, CARDS)
    assert [card.card for card in state.instances] == ["SPI3"] * 3
