"""What a player is asked, beyond what scenarios can say."""

from typing import Any

import pytest

from cardsdb.sets import read_set
from engine.contract import Cards, Decision, Message, Option, SeatRef
from engine.dice import FairDice, NoDice
from engine.players.levels import LEVELS
from engine.players.lines import is_warned
from engine.registry import GAMES

VARIA = GAMES["varia"]
SET = """
key = "heavy"
title = "Heavy"
credit = "nobody"

[[cards]]
kind = "action"
name = "Anvil"
cost = { ap = 6 }
power = 5
types = ["physical", "attack"]
keywords = ["fast"]
"""


JOINING = """
key = "joining"
title = "Joining"
credit = "nobody"

[[cards]]
kind = "action"
name = "Balm"
cost = { ap = 1 }
types = ["magical"]
target = "self"

[[cards]]
kind = "action"
name = "Jab"
cost = { ap = 1 }
power = 1
types = ["physical", "attack"]
keywords = ["fast"]

[[cards]]
kind = "action"
name = "Old Grudge"
cost = { ap = 1 }
power = 1
types = ["physical", "attack"]
in_discard.triggers = [{ on = "perform", may = true, do = [{ effect = "join" }] }]
"""


def joining() -> Cards:
    cards: Cards = VARIA.cards([read_set(VARIA, JOINING, "joining.toml")])
    return cards


def warned(asked: Decision) -> dict[str, bool]:
    """Which options a panel warns of, by the last word of their labels."""
    return {option.label.id.rpartition(".")[2]: option.warning is not None for option in asked.options}


def test_joining_an_action_at_ones_own_player_is_warned_of_with_the_name_of_whom_it_hits() -> None:
    seats = {"A": {"hand": ["Jab"], "timeline": ["Balm", "Jab#2"]}}
    state = VARIA.position({"step": "fast_action", "seats": seats}, joining())
    VARIA.apply(state, VARIA.decisions(state)[0].id, ["fast:0"], NoDice())
    (asked,) = VARIA.decisions(state)
    warnings = {option.key: option.warning for option in asked.options}
    assert [key for key, warning in warnings.items() if warning is not None] == ["combo:0"]
    warning = warnings["combo:0"]
    assert warning is not None
    assert warning.args["target"] == SeatRef(0)
    assert VARIA.default(state, asked.id, NoDice()) != ("combo:0",)
    for level in LEVELS.values():
        for number in range(20):
            line = level.line(VARIA, state, 0, FairDice.seeded("line", number))
            assert line[0][1] != ("combo:0",)


def test_a_card_that_would_join_from_the_discard_pile_is_warned_of_as_well() -> None:
    seats = {"A": {"discard": ["Old Grudge"], "timeline": ["Balm"], "deck": ["Jab", "Jab"]}}
    state = VARIA.position({"step": "fast_reaction", "seats": seats}, joining())
    VARIA.apply(state, VARIA.decisions(state)[0].id, ["pass"], FairDice.seeded("play"))
    assert warned(VARIA.decisions(state)[0]) == {"no": False, "yes": True}


SURE: list[dict[str, Any]] = [
    {"effect": "disrupt"},
    {"effect": "retarget", "to": "opponent"},
    {"effect": "heal", "amount": 2},
    {"effect": "heal", "amount": {"count": "hand", "of": "opponent"}},
    {"effect": "repair"},
    {"effect": "gain ap", "amount": 1},
    {"effect": "lose ap", "amount": 1, "who": "opponent"},
]
CHANCY: list[dict[str, Any]] = [
    {"effect": "heal", "amount": {"dice": 1, "sides": 6}},
    {"effect": "lose ap", "amount": {"dice": 1, "sides": 4}, "who": "opponent"},
    {"effect": "damage", "amount": 1},
    {"effect": "draw"},
    {"effect": "ruin"},
    {"effect": "discard"},
]


@pytest.mark.parametrize("effect", [*SURE, *CHANCY])
def test_planning_is_final_only_where_it_uses_chance_or_shows_what_is_hidden(effect: dict[str, Any]) -> None:
    """What is not final is tried with dice that must not be used, and every question it brings can be undone too."""
    final = effect in CHANCY
    item = {"kind": "item", "name": "Axe", "gold": 3, "action": {"types": ["physical"]}}
    tool = {"kind": "item", "name": "Saw", "gold": 3, "action": {"types": ["physical"]}}
    act = {"kind": "action", "name": "Act", "types": ["physical"], "triggers": [{"on": "planned", "do": [effect]}]}
    data = {"key": "one", "title": "One", "credit": "nobody", "cards": [act, item, tool]}
    cards = VARIA.cards([VARIA.card_set.model_validate(data)])
    seats = {
        "A": {"timeline": [{"cards": ["Act"], "target": "opponent"}]},
        "B": {"hp": 10, "ap": 5, "hand": ["Act"], "items": ["Axe", "Saw"], "ruined": ["Axe", "Saw"]},
    }
    state = VARIA.position({"step": "reaction", "seats": seats}, cards)
    (asked,) = VARIA.decisions(state)
    planning = next(option for option in asked.options if option.key.startswith("plan:"))
    assert planning.final is final
    if not final:
        VARIA.apply(state, asked.id, [planning.key], NoDice())
        (asked,) = VARIA.decisions(state)
        assert asked.begun is (asked.kind == "choose")
        assert not any(option.final for option in asked.options if asked.kind == "choose")


def test_an_action_that_can_never_be_paid_is_warned_of_and_no_house_player_makes_it() -> None:
    cards = VARIA.cards([read_set(VARIA, SET, "heavy.toml")])
    position = {"step": "fast_action", "seats": {"A": {"hand": ["Anvil"], "timeline": ["Anvil"]}}}
    state = VARIA.position(position, cards)
    for level in LEVELS.values():
        line = level.line(VARIA, state, 0, FairDice.seeded("line"))
        played = VARIA.copy(state)
        for decision, keys in line:
            assert not is_warned(VARIA.decisions(played)[0], keys)
            VARIA.apply(played, decision, keys, FairDice.seeded("play"))
    for key in ("fast:0", "combo:0"):
        VARIA.apply(state, VARIA.decisions(state)[0].id, [key], FairDice.seeded("play"))
    (asked,) = VARIA.decisions(state)
    lock = asked.options[-1]
    assert lock.warning is not None
    assert lock.warning.id == "varia.warning.never_paid"


COSTLY = """
key = "costly"
title = "Costly"
credit = "nobody"

[[cards]]
kind = "action"
name = "Jab"
cost = { ap = 2 }
types = ["physical", "attack"]

[[cards]]
kind = "action"
name = "Hammer"
cost = { ap = 5 }
types = ["physical", "attack"]
"""


def lock_of(step: str, *hand: str, plan: tuple[str, ...] = (), ap: int = 4) -> Option:
    """The option that ends a planning step, with these cards in the hand."""
    planner, other = ("A", "B") if step == "action" else ("B", "A")
    seats: dict[str, Any] = {planner: {"hand": [*hand], "ap": ap}, other: {"hand": ["Hammer"]}}
    if step == "reaction":
        seats["A"]["timeline"] = [{"cards": ["Jab"], "target": "opponent"}]
    if plan:
        seats[planner]["timeline"] = [{"cards": [card], "target": "opponent"} for card in plan]
    cards = VARIA.cards([read_set(VARIA, COSTLY, "costly.toml")])
    (asked,) = VARIA.decisions(VARIA.position({"step": step, "seats": seats}, cards))
    lock = asked.options[-1]
    assert lock.key == "lock"
    return lock


@pytest.mark.parametrize("step", ["action", "reaction"])
def test_planning_nothing_is_asked_about_while_a_card_can_be_paid_for(step: str) -> None:
    doubt = lock_of(step, "Jab", "Jab", "Hammer").doubt
    assert doubt == Message("varia.doubt.nothing_planned", {"ap": 4, "count": 2})
    assert lock_of(step, "Hammer").doubt is None, "nothing can be paid for"
    assert lock_of(step).doubt is None, "there is no card"
    assert lock_of(step, "Jab", plan=("Jab",)).doubt is None, "something is planned"


def test_house_players_may_still_plan_nothing() -> None:
    assert not is_warned(Decision("A0", 0, "action", (lock_of("action", "Jab"),)), ["lock"])
