"""Leaving amid others' questions: what it does not change keeps its name, what it changes gets a new one."""

from typing import Any

import pytest

from cardsdb.sets import shipped_cards
from engine.contract import Decision, IllegalPick
from engine.dice import FairDice
from engine.registry import GAMES

WARMAGE = GAMES["warmage"]
CARDS = shipped_cards(WARMAGE)
A, B, C, D = range(4)


def position() -> Any:
    seats = {"A": {"hand": ["Cinder Dart"]}, "B": {"flesh": 1}, "C": {"hand": ["Undertow"]}, "D": {}}
    deck = ["Squall"] * 6
    return WARMAGE.position({"deck": deck, "row": deck[:3], "seats": seats}, CARDS)


def asked(state: Any, seat: int) -> Decision | None:
    return next((each for each in WARMAGE.decisions(state) if each.seat == seat), None)


def pick(state: Any, seat: int, key: str) -> None:
    now = asked(state, seat)
    assert now is not None
    WARMAGE.apply(state, now.id, [key], FairDice.seeded("dice"))


def leave(state: Any, seat: int) -> None:
    WARMAGE.leave(state, seat, FairDice.seeded("leave"))


def test_a_question_that_a_leave_does_not_change_keeps_its_name_and_clock() -> None:
    state = position()
    for seat, key in ((A, "cast:0"), (A, f"player:{B}"), (B, "pass"), (C, "pass"), (D, "pass")):
        pick(state, seat, key)
    before = asked(state, B)
    assert before is not None
    assert before.kind == "wound"
    leave(state, D)
    assert asked(state, B) == before


def test_what_was_taken_up_and_not_confirmed_is_open_again_under_a_new_name() -> None:
    state = position()
    pick(state, A, "cast:0")
    before = asked(state, A)
    assert before is not None
    leave(state, D)
    now = asked(state, A)
    assert now is not None
    assert (before.kind, now.kind) == ("target_player", "cast")
    assert now.id != before.id
    with pytest.raises(IllegalPick):
        WARMAGE.apply(state, before.id, [f"player:{B}"], FairDice.seeded("dice"))


def test_who_leaves_is_asked_nothing_more_and_a_sealed_answer_of_another_stays() -> None:
    state = position()
    for seat, key in ((A, "cast:0"), (A, f"player:{B}"), (C, "cast:1")):
        pick(state, seat, key)
    still = asked(state, B)
    leave(state, D)
    assert asked(state, D) is None
    assert asked(state, C) is None
    assert asked(state, B) == still
    pick(state, B, "pass")
    assert [link.seat for link in state.chain] == [A, C]
    leave(state, D)
    assert [link.seat for link in state.chain] == [A, C]
