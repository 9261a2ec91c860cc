"""Targets that help another player or harm the one who chooses them are warned of, and no house player chooses them."""

from typing import Any

import pytest

from cardsdb.sets import shipped_cards, shipped_sets
from engine.contract import Decision, Message, SeatRef
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.registry import GAMES
from tests.engine.hostile_sets import AT_SPELL, spell, wound

WARMAGE: Any = GAMES["warmage"]
CARDS: Any = shipped_cards(WARMAGE)
VERDICT = [
    spell("Cold Verdict", wound("target", 1), aims=[{"at": "player"}], uncounterable=True),
    spell("Cold Current", {"effect": "counter"}, {"effect": "draw"}, timing="reflex", aims=AT_SPELL),
]


def at(*picks: str, cards: Any = CARDS, **seats: Any) -> tuple[Any, Decision]:
    """A position of seats with these cards, after picks by the word and card of their keys, and its first question."""
    position = {"deck": ["Squall"] * 6, "row": ["Gather Wind"] * 3, "seats": seats}
    state = WARMAGE.position(position, cards)
    for pick in picks:
        seat, _, key = pick.partition(" ")
        asked = next(each for each in WARMAGE.decisions(state) if each.seat == "ABC".index(seat))
        WARMAGE.apply(state, asked.id, [chosen(asked, key, cards)], FairDice.seeded("dice"))
    return state, WARMAGE.decisions(state)[0]


def chosen(asked: Decision, wanted: str, cards: Any = CARDS) -> str:
    """The key of the option with this key or card."""
    return next(each.key for each in asked.options if wanted in (each.key, named(each.label, cards)))


def named(label: Message, cards: Any = CARDS) -> str:
    ref: Any = label.args.get("card")
    return "" if ref is None else cards.name(ref.card)


def targets_warned(asked: Decision) -> list[tuple[str, str]]:
    return [(each.key, each.warning.id.rpartition(".")[2]) for each in asked.options if each.warning is not None]


def test_a_spell_that_can_only_help_another_player_is_warned_of() -> None:
    _, asked = at(A={"hand": ["Salve", "Cinder Dart"]}, B={"flesh": 1})
    (option,) = [each for each in asked.options if each.warning is not None]
    assert (named(option.label), option.label.args["target"]) == ("Salve", SeatRef(1))
    assert option.warning == Message("warmage.warning.helps", {"card": option.label.args["card"], "target": SeatRef(1)})
    assert targets_warned(at(A={"hand": ["Salve"], "flesh": 1}, B={})[1]) == []


def test_of_several_targets_only_the_bad_ones_are_warned_of() -> None:
    _, asked = at("A Salve", A={"hand": ["Salve"], "flesh": 1}, B={"flesh": 1}, C={"flesh": 1})
    assert targets_warned(asked) == [("player:1", "helps"), ("player:2", "helps")]


@pytest.mark.parametrize(("spell", "warned"), [("Cinder Dart", "player:2"), ("Hollow Moon", "player:2")])
def test_turning_a_harmful_spell_to_oneself_is_warned_of(spell: str, warned: str) -> None:
    seats: Any = {"A": {"hand": [spell, "Squall"]}, "B": {"hand": []}, "C": {"hand": ["Swerve"]}}
    _, asked = at(f"A {spell}", "A player:1", "B pass", "C Swerve", **seats)
    assert targets_warned(asked) == [(warned, "harms")]


def test_turning_a_helpful_spell_away_from_oneself_is_warned_of_and_taking_it_is_not() -> None:
    seats: Any = {"A": {"hand": ["Salve"], "flesh": 1}, "B": {"hand": ["Swerve"], "flesh": 1}, "C": {"flesh": 1}}
    _, asked = at("A Salve", "A player:0", "B Swerve", **seats)
    assert targets_warned(asked) == [("player:2", "helps")]


def test_countering_or_removing_what_is_ones_own_and_protecting_what_is_not_are_warned_of() -> None:
    seats: Any = {
        "A": {"hand": ["Comet Price", "Squall", "Deep Sounding", "Unbroken Word"]},
        "B": {"hand": ["Undertow"]},
    }
    state, _ = at("A Comet Price", "A Squall", "B Undertow", **seats)
    (own,) = WARMAGE.decisions(state)
    found: dict[tuple[str, str], bool] = {}
    for card in ("Deep Sounding", "Unbroken Word"):
        tried = WARMAGE.copy(state)
        WARMAGE.apply(tried, own.id, [chosen(own, card)], FairDice.seeded("dice"))
        (asked,) = WARMAGE.decisions(tried)
        found |= {(card, named(each.label)): each.warning is not None for each in asked.options}
    assert {pair for pair, warned in found.items() if warned} == {
        ("Deep Sounding", "Comet Price"),
        ("Unbroken Word", "Undertow"),
    }
    play: Any = [{"card": "Barkskin", "seat": "A"}, {"card": "Hollow Moon", "seat": "B"}]
    _, asked = at("A Ash Away", A={"hand": ["Ash Away"], "play": play}, B={})
    assert [named(each.label) for each in asked.options if each.warning is not None] == ["Barkskin"]


def test_a_counter_that_counters_nothing_is_warned_of_unless_it_does_more() -> None:
    seats: Any = {"A": {"hand": ["Cold Verdict"]}, "B": {"hand": ["Deep Sounding", "Undertow", "Cold Current"]}}
    head = {"key": "one", "title": "One", "credit": "nobody"}
    cards = WARMAGE.cards([*shipped_sets(WARMAGE), WARMAGE.card_set.model_validate({**head, "cards": VERDICT})])
    state, asked = at("A Cold Verdict", cards=cards, **seats)
    warned = [(named(each.label, cards), each.warning.id) for each in asked.options if each.warning is not None]
    assert warned == [(card, "warmage.warning.uncounterable") for card in ("Deep Sounding", "Undertow")]
    assert LEVELS["hard"].line(WARMAGE, state, 1, FairDice.seeded("line"))[0][1] in [("cast:3",), ("pass",)]


def test_no_house_player_chooses_what_is_warned_of() -> None:
    state, asked = at(A={"hand": ["Salve"]}, B={"flesh": 1})
    (bad,) = [each.key for each in asked.options if each.warning is not None]
    for level in LEVELS.values():
        for number in range(10):
            assert level.line(WARMAGE, state, 0, FairDice.seeded("line", number))[0][1] != (bad,)
