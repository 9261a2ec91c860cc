"""Deck formats: every reason at once, levels, and the class decks as the format wants them."""

import pytest

from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import Deck, ReadyDeck
from engine.games.varia.decks import (
    FORMATS,
    LEVEL_CONSTRUCTED,
    OUT_OF_THE_BOX,
    VariaFormat,
    curve_of,
    deck_faults,
    gold_of,
    level_of,
)
from engine.games.varia.rulings import CLASS_LEVEL
from engine.registry import GAMES

VARIA = GAMES["varia"]
CARDS = shipped_cards(VARIA)
CLASSES: list[ReadyDeck] = [ready for each in shipped_sets(VARIA) for ready in each.decks]
DECKS = [deck_of(ready, CARDS) for ready in CLASSES]


def reasons(deck: Deck, wanted: VariaFormat) -> list[str]:
    return [reason.id.rpartition(".")[2] for reason in deck_faults(deck, CARDS, wanted)]


@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: deck.name)
def test_every_class_deck_is_legal_in_every_format(deck: Deck) -> None:
    assert [reasons(deck, wanted) for wanted in FORMATS] == [[], [], []]
    assert level_of(deck.cards, CARDS) == CLASS_LEVEL
    assert gold_of(deck.cards, CARDS) <= 30
    assert sum(curve_of(deck.cards, CARDS).values()) == 30


def test_there_are_eight_classes_from_easy_to_difficult() -> None:
    assert len(CLASSES) == 8
    assert {ready.difficulty for ready in CLASSES} == {1, 2, 3, 4, 5}
    assert all(ready.plan for ready in CLASSES)


def test_every_reason_is_told_at_once() -> None:
    deck = Deck(
        "Hoard",
        {
            "decapitate": 4,
            "thy-will-be-done": 1,
            "winded": 1,
            "rust": 1,
            "molten-ravager": 2,
            "not-a-card": 1,
            "honest-swing": 0,
        },
    )
    told = reasons(deck, VariaFormat(name="Ours", copies=3, level=10, ready=True, banned=("Decapitate",)))
    assert told == [
        "unknown",
        "none",
        "neither",
        "neither",
        "size",
        "copies",
        "item_twice",
        "gold",
        "level",
        "not_ready",
        "banned",
    ]


def test_level_is_the_sum_of_the_highest_requirements() -> None:
    assert level_of({"thy-will-be-done": 1}, CARDS) == 6
    assert level_of({"thy-will-be-done": 3, "vigil": 3, "claw-rake": 1, "rising-fang": 1}, CARDS) == 6 + 3


def test_out_of_the_box_takes_class_decks_alone() -> None:
    built = {**DECKS[0].cards}
    first = next(card for card, count in built.items() if count == 3)
    built[first] = 2
    built["honest-swing"] = 1
    assert reasons(Deck("Built", built), OUT_OF_THE_BOX) == ["not_ready"]
    assert reasons(Deck("Built", built), LEVEL_CONSTRUCTED) == []
