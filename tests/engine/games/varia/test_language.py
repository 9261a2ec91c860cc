"""The words of the card language: what they say on cards, and where they cannot stand."""

from typing import Any

import pytest
from pydantic import ValidationError

from bot.ui.games.varia import cards as texts
from bot.ui.words import Words
from cardsdb.sets import shipped_sets
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


@pytest.mark.parametrize(
    ("refused", "why"),
    [
        (card(**on("drawn", effect="heal", amount=1, who="target")), "there is none"),
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
    pool = VARIA.cards(shipped_sets(VARIA))
    text = " ".join(texts.text(pool.by_id["loaded-gesture"], pool, Words("en")))
    assert "your opponent's action in this moment" in text
