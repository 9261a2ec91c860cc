"""What a player is asked, beyond what scenarios can say."""

from typing import Any

import pytest

from cardsdb.sets import read_set, shipped_cards
from engine.contract import Cards, Decision, Message, Option, SeatRef
from engine.dice import FairDice, NoDice
from engine.games.varia.events import Became
from engine.players.levels import LEVELS
from engine.players.lines import all_answers, is_warned, random_keys, some_lines
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


def answering(**seats: object) -> Any:
    """A reaction step of two players who are engaged."""
    return VARIA.position({"step": "reaction", "distance": "engaged", "seats": seats}, shipped_cards(VARIA))


def asked_about(state: Any) -> Decision:
    (asked,) = VARIA.decisions(state)
    return asked


def picked(state: Any, key: str) -> Any:
    """Return a match after a pick that needs no dice."""
    after = VARIA.copy(state)
    VARIA.apply(after, asked_about(state).id, (key,), NoDice())
    return after


ATTACKS = ["Kite Guard", "Quick Jab", "Hearth Cleave", "Thrown Hatchet"]


def test_the_moment_with_the_strongest_attack_is_asked_about_first_and_the_others_by_turning_to_them() -> None:
    state = answering(A={"timeline": ATTACKS}, B={"hand": ["Iron Bulwark", "Bone Ward"]})
    first = asked_about(state)
    assert (first.about["moment"], first.implied) == (1, "at:2"), "Hearth Cleave has the most power"
    turned = picked(state, "at:2")
    asked = asked_about(turned)
    assert (asked.about["moment"], asked.implied) == (3, None)
    assert [option.key for option in asked.options if option.steers] == ["at:0", "at:1", "at:3"]
    assert VARIA.view(turned, 1) == VARIA.view(state, 1), "to turn changes nothing"
    card = next(option.key for option in asked.options if option.key.startswith("plan:"))
    after = asked_about(picked(turned, card))
    assert (after.about["moment"], after.implied) == (1, "at:1"), "the first of those that are alike"


def test_a_moment_left_empty_is_not_asked_about_again_but_can_be_turned_to() -> None:
    state = answering(A={"timeline": ATTACKS}, B={"hand": ["Iron Bulwark", "Bone Ward"]})
    left = picked(picked(state, "at:2"), "gap")
    assert asked_about(left).implied == "at:1"
    back = asked_about(picked(left, "at:2"))
    assert (back.about["moment"], back.implied) == (3, None)
    for _ in range(3):
        left = picked(left, "gap")
    last = asked_about(left)
    assert (last.about.get("moment"), last.implied) == (None, None)
    assert [option.key for option in last.options if option.steers] == ["at:0", "at:1", "at:2", "at:3"]


@pytest.mark.parametrize(
    ("plan", "position"),
    [
        (["Kite Guard", "Quick Jab"], {"distance": "disengaged"}),
        (["Kite Guard", "Second Wind", "Quick Jab"], {"ap": 4}),
        (["Kite Guard", "Second Wind"], {}),
    ],
    ids=["out of reach", "unpaid", "no attack"],
)
def test_an_attack_that_does_nothing_as_things_stand_is_not_asked_about_first(
    plan: list[str], position: dict[str, Any]
) -> None:
    seats = {"A": {"timeline": plan, "ap": position.get("ap", 10)}, "B": {"hand": ["Iron Bulwark"]}}
    given = {"step": "reaction", "distance": position.get("distance", "engaged"), "seats": seats}
    assert asked_about(VARIA.position(given, shipped_cards(VARIA))).implied is None


def test_house_players_do_not_steer() -> None:
    state = answering(A={"timeline": ATTACKS}, B={"hand": ["Iron Bulwark", "Bone Ward"]})
    asked, dice = asked_about(state), FairDice.seeded("steering")
    assert any(option.steers for option in asked.options)
    drawn = {random_keys(asked, "steering", dice)[0] for _ in range(200)}
    assert drawn == {option.key for option in asked.options if not option.steers}
    assert {keys[0] for keys in all_answers(asked)} == drawn
    first = {line[0][1][0] for line in some_lines(VARIA, state, 1, 60, dice)}
    assert first == drawn


def opposed_mirror() -> Any:
    """B answers; its action of moment 1 may become a copy of the attack that opposes it."""
    return answering(A={"timeline": ["Quick Jab"]}, B={"timeline": ["Looking-Glass Rapier"], "hand": ["Bone Ward"]})


def asked_until_the_turn_ends(state: Any) -> tuple[list[str], bool]:
    """Lock in, pass and keep defaults; return the kinds of the questions, and whether an action became another."""
    dice, kinds, became, turn = FairDice.seeded("consents"), list[str](), False, state.turn
    while state.turn == turn and state.outcome is None:
        asked = asked_about(state)
        kinds.append(asked.kind)
        keys = VARIA.default(state, asked.id, dice)
        became |= any(isinstance(event.fact, Became) for event in VARIA.apply(state, asked.id, keys, dice))
    return kinds, became


def test_what_a_player_says_beforehand_about_an_optional_effect_answers_its_question() -> None:
    state = opposed_mirror()
    keys = {word: option.key for word in ("yes", "no", "ask") for option in asked_about(state).options
            if option.label.id == f"varia.pick.may_{word}"}  # fmt: skip
    assert set(keys) == {"yes", "no"}, "what is so already is not offered"
    accepted, declined = picked(state, keys["yes"]), picked(state, keys["no"])
    asking = picked(accepted, keys["yes"].replace("yes", "ask"))
    kinds, became = asked_until_the_turn_ends(accepted)
    assert ("may" in kinds, became) == (False, True)
    kinds, became = asked_until_the_turn_ends(declined)
    assert ("may" in kinds, became) == (False, False)
    for each in (state, asking):
        kinds, became = asked_until_the_turn_ends(each)
        assert ("may" in kinds, became) == (True, False), "an absent player declines"


def test_nobody_else_knows_what_a_player_has_said_beforehand() -> None:
    state = opposed_mirror()
    key = next(option.key for option in asked_about(state).options if option.label.id == "varia.pick.may_yes")
    said = picked(state, key)
    own, other = (VARIA.determinize(said, seat, FairDice.seeded("guess")) for seat in (1, 0))
    assert own.players[1].consents == {"looking-glass-rapier": True}
    assert other.players[1].consents == {}
    assert VARIA.view(said, 0) == VARIA.view(state, 0)
    assert VARIA.forecast(said, 0) == VARIA.forecast(state, 0)
    assert VARIA.forecast(said, 1) != VARIA.forecast(state, 1), "but one's own forecast counts it"


def test_what_would_hit_its_owner_is_asked_about_all_the_same() -> None:
    cards = joining()
    seats = {
        "A": {"timeline": ["Balm"], "discard": ["Old Grudge"], "hand": ["Jab"]},
        "B": {"timeline": [], "hand": ["Jab#2"]},
    }
    state = VARIA.position({"step": "action", "seats": seats}, cards)
    key = next(option.key for option in asked_about(state).options if option.label.id == "varia.pick.may_yes")
    kinds, _ = asked_until_the_turn_ends(picked(state, key))
    assert "may" in kinds
