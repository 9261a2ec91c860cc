"""The words of the card language: what they say on cards, and where they cannot stand."""

from contextlib import nullcontext
from typing import Any

import pytest
from pydantic import ValidationError

from bot.ui.games.varia import cards as texts
from bot.ui.texts.words import Words
from cardsdb.sets import fitted, shipped_cards, shipped_sets
from engine.contract import IllegalSet
from engine.registry import GAMES

VARIA: Any = GAMES["varia"]


def card(**fields: Any) -> dict[str, Any]:
    return {"kind": "action", "name": "Act", "types": ["physical"], **fields}


def on(occasion: str, **effect: Any) -> dict[str, Any]:
    return {"triggers": [{"on": occasion, "do": [effect]}]}


def text_of(*cards: dict[str, Any]) -> str:
    """The rules text of the first of some cards."""
    data = {"key": "one", "title": "One", "credit": "nobody", "cards": cards}
    pool = VARIA.cards([VARIA.card_set.model_validate(data)])
    return " ".join(texts.text(pool.by_id[cards[0]["name"].lower()], pool, Words("en")))


OFF_BALANCE = {"kind": "token", "name": "Off Balance"}
MAKES = {"effect": "create token", "token": "Off Balance"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (on("start", effect="disrupt"), "disrupt the opposing action"),
        (on("start", effect="disrupt", what="opponent"), "disrupt your opponent's action in this moment"),
        (on("start", effect="disrupt", what="opponent next"), "disrupt your opponent's action in the next moment"),
        (on("hit", effect="change", what="next", power=1), "your action in the next moment"),
        (on("start", **MAKES, where="next moment"), "in the next moment"),
        (on("start", effect="heal", amount=2, who="target"), "the player it targets regains 2 HP"),
        (on("start", effect="damage", amount=2, who="target"), "the player it targets loses 2 HP"),
        (on("start", effect="gain ap", amount=2, who="target"), "the player it targets regains 2 AP"),
        (on("start", effect="lose ap", amount=2, who="target"), "the player it targets loses 2 AP"),
        (on("start", effect="draw", count=2, who="target"), "the player it targets draws 2 cards"),
        (on("start", effect="draw", count={"count": "turn"}, who="target"), "the player it targets draws X cards"),
        (on("start", effect="gain stacks", stack="Fatigue", who="target"), "gains 1 stack of Fatigue"),
        (on("start", effect="gain stacks", stack="Fatigue", count={"dice": 1, "sides": 4}, who="target"), "gains 1d4"),
        (on("start", effect="lose stacks", stack="Fatigue", who="target"), "loses 1 stack of Fatigue"),
        (on("start", effect="lose stacks", stack="Fatigue", count="all", who="target"), "loses all stacks of Fatigue"),
        (on("start", effect="discard", who="target"), "the player it targets discards 1 card from their hand"),
        (on("start", effect="forget", who="target"), "the player it targets forgets 1 card from their hand"),
        (on("start", effect="discard", source="deck", who="target"), "the deck of the player it targets"),
        (on("start", effect="return", source="discard", who="target"), "to the hand of the player it targets"),
        (
            on("start", effect="return", source="forgotten", by="chance", to="deck", who="target"),
            "to the top of the deck of the player it targets",
        ),
        (on("start", effect="ruin", who="target"), "ruin an item of the player it targets"),
        (on("start", effect="repair", who="target"), "repair an item of the player it targets"),
    ],
)
def test_a_card_says_which_action_and_which_player_it_means(fields: dict[str, Any], said: str) -> None:
    assert said in text_of(card(**fields), OFF_BALANCE)


TYPED = {"types": ["magical"], "without": ["fire"], "do": [{"effect": "heal", "amount": 1}]}
PLANNED = {"triggers": [{"on": "planned", **TYPED}]}
UNOPPOSED = {"when": [{"check": "unopposed"}], "do": [{"effect": "heal", "amount": 1}]}
COMBINED = {"when": [{"check": "combined"}], "power": 1}


def item(**fields: Any) -> dict[str, Any]:
    return {"kind": "item", "name": "Axe", "gold": 3, **fields}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            card(triggers=[{"on": "hit", **TYPED}]),
            "if it's Magical and it isn't Fire",
        ),
        (item(triggers=[{"on": "hit", **TYPED}]), "if your action is Magical and your action isn't"),
        (item(triggers=[{"on": "struck", **TYPED}]), "if the attack is Magical and the attack isn't"),
        (item(grants=[{"triggers": [{"on": "hit", **TYPED}]}]), "if it's Magical"),
        (card(triggers=[{"on": "end", **UNOPPOSED}]), "if nothing opposes it"),
        (item(triggers=[{"on": "struck", **UNOPPOSED}]), "if nothing opposes your action"),
        (item(grants=[{"triggers": [{"on": "end", **UNOPPOSED}]}]), "if nothing opposes it"),
        (item(grants=[COMBINED]), "while the action is a combo"),
        (item(grants=[{"of": "opponent", **COMBINED}]), "while your action is a combo"),
        (card(**on("start", effect="change", what="this", **COMBINED)), "if the action is a combo"),
        (card(**on("start", effect="change", what="opposing", **COMBINED)), "if your action is a combo"),
        (
            item(grants=[{"of": "opponent", "nth": 2, "power": 1}]),
            "Your opponent's second action each turn: +1 power",
        ),
        (
            item(grants=[{"without": ["fire"], "nth": 2, "power": 1}]),
            "Your second action each turn, not counting Fire",
        ),
    ],
)
def test_a_card_says_which_action_it_asks_about(fields: dict[str, Any], said: str) -> None:
    assert said in text_of(fields)


@pytest.mark.parametrize(
    ("depletes", "said"),
    [
        ({"on": "struck"}, "in which you were hit"),
        ({"on": "struck", "types": ["magical"]}, "If any Magical action hits you, you lose one"),
        ({"on": "struck", "without": ["fire"]}, "If any action that is not Fire hits you, you lose one"),
        ({"on": "hit", "types": ["magical"], "without": ["fire"]}, "your Magical action that is not Fire hit"),
        ({"on": "performed", "without": ["fire"]}, "your action that is not Fire was performed"),
    ],
)
def test_a_stack_says_which_action_takes_it_away(depletes: dict[str, Any], said: str) -> None:
    assert said in text_of({"kind": "stack", "name": "Pile", "depletes": depletes})


@pytest.mark.parametrize(
    ("asks", "refused"),
    [
        (item(triggers=[{"on": "turn", **TYPED}]), ["triggers.0.types", "triggers.0.without"]),
        (item(triggers=[{"on": "turn", **UNOPPOSED}]), ["triggers.0.when.0"]),
        (item(triggers=[{"on": "ruined", **TYPED}]), ["triggers.0.types", "triggers.0.without"]),
        (
            card(triggers=[{"on": "start", **TYPED}, {"on": "drawn", **TYPED}]),
            ["triggers.1.types", "triggers.1.without"],
        ),
        (card(in_discard={"triggers": [{"on": "turn", **UNOPPOSED}]}), ["in_discard.triggers.0.when.0"]),
        ({"kind": "stack", "name": "Pile", "depletes": {"on": "turn", "types": ["fire"]}}, ["depletes.types"]),
        ({"kind": "stack", "name": "Pile", "depletes": {"on": "moment", "without": ["fire"]}}, ["depletes.without"]),
        (item(triggers=[{"on": "struck", **TYPED}], action={"types": ["magical"], **PLANNED}), []),
        (card(triggers=[{"on": "discarded", **UNOPPOSED}]), []),
        ({"kind": "stack", "name": "Pile", "depletes": {"on": "struck", "types": ["fire"]}}, []),
    ],
)
def test_what_asks_for_an_action_that_is_not_there_is_refused(asks: dict[str, Any], refused: list[str]) -> None:
    """Such a set can be read and played all the same, so that matches that began with it go on."""
    card_set = VARIA.card_set.model_validate({"key": "one", "title": "One", "credit": "nobody", "cards": [asks]})
    VARIA.cards([card_set])
    with pytest.raises(IllegalSet) if refused else nullcontext() as raised:
        fitted(VARIA, card_set, shipped_sets(VARIA))
    assert ([] if raised is None else [fault.field for fault in raised.value.faults]) == refused


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        (card(**on("drawn", effect="heal", amount=1, who="target")), "has no target"),
        (
            {"kind": "item", "name": "Axe", "gold": 3, **on("start", effect="heal", amount=1, who="target")},
            "triggers of",
        ),
        ({"kind": "stack", "name": "Pile", **on("end", effect="heal", amount=1, who="target")}, "triggers of actions"),
        (card(in_discard=on("start", effect="heal", amount=1, who="target")), "triggers of actions"),
        (card(**on("turn", effect="disrupt", what="next")), "there is none"),
        (card(types=[]), "at least 1 item"),
        ({**OFF_BALANCE, "types": ["attack"]}, "physical, magical or both"),
        ({"kind": "item", "name": "Axe", "gold": 3, "action": {}}, "types"),
    ],
)
def test_what_has_no_meaning_is_refused(refused: dict[str, Any], why: str) -> None:
    data = {"key": "one", "title": "One", "credit": "nobody", "cards": [refused]}
    with pytest.raises(ValidationError) as raised:
        VARIA.card_set.model_validate(data)
    assert why in str(raised.value)


def test_a_token_may_have_no_supertype() -> None:
    assert "1 Off Balance token" in text_of(card(**on("start", **MAKES)), OFF_BALANCE)


def test_loaded_gesture_says_whom_it_reaches() -> None:
    pool = shipped_cards(VARIA)
    text = " ".join(texts.text(pool.by_id["loaded-gesture"], pool, Words("en")))
    assert "your opponent's action in this moment" in text
