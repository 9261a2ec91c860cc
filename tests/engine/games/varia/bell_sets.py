"""Random Varia sets full of triggers that are easily told apart: cards that ring, and that change what others are.

Unlike the sets of `tests/engine/random_sets.py`, nearly everything that can happen to a trigger happens in each match.
"""

import json
from random import Random
from typing import Any, Final

from engine.contract import CardSet
from engine.registry import GAMES

ACTIONS: Final = [f"Bell {number}" for number in range(1, 9)]
ITEMS: Final = ["Gong", "Chime", "Rattle"]
STACKS: Final = ["Echo", "Hum"]
SUPERTYPES: Final = ["physical", "magical", "attack", "block"]
SUBTYPES: Final = ["fire", "water"]


def bell_set(chance: Random) -> CardSet:
    """Return a set with a deck of actions, items and stacks that ring."""
    cards = [_action(chance, name) for name in ACTIONS]
    cards += [{"kind": "item", "name": name, "gold": 10, **_lasting(chance)} for name in ITEMS]
    cards[-1]["action"] = _figures(chance)
    cards += [{"kind": "stack", "name": name, **_lasting(chance), **_depletes(chance)} for name in STACKS]
    deck = dict.fromkeys(ACTIONS[:6], 4) | dict.fromkeys(ACTIONS[6:], 3) | dict.fromkeys(ITEMS, 1)
    data = {
        "key": "bells",
        "title": "Bells",
        "credit": "Chance",
        "cards": cards,
        "decks": [{"name": "Bells", "difficulty": 3, "plan": "Ring.", "cards": deck}],
    }
    return GAMES["varia"].card_set.model_validate_json(json.dumps(data))


def _action(chance: Random, name: str) -> dict[str, Any]:
    card = {"kind": "action", "name": name, **_figures(chance)}
    if chance.random() < 0.2:
        trigger = {"on": "perform", **_filter(chance, 0.5), "do": [{"effect": "join"}]}
        card["in_discard"] = {"triggers": [trigger]}
    return card


def _figures(chance: Random) -> dict[str, Any]:
    types = [chance.choice(("physical", "magical")), *chance.choice((("attack",), ("attack",), ("block",), ()))]
    return {
        "cost": {"ap": chance.randint(0, 2)},
        "power": chance.randint(0, 2),
        "focus": 1,
        "types": types,
        "subtypes": chance.sample(SUBTYPES, chance.choice((0, 1))),
        "keywords": chance.choice((["fast"], ["fast"], ["fast", "ranged"], [])),
        "changes": [_retyping(chance)] if chance.random() < 0.4 else [],
        "triggers": [_trigger(chance, ("perform", "start", "hit", "end")) for _ in range(chance.randint(1, 3))],
    }


def _lasting(chance: Random) -> dict[str, Any]:
    grants = [_grant(chance) for _ in range(chance.randint(0, 2))]
    occasions = ("perform", "start", "hit", "struck", "end")
    return {"grants": grants, "triggers": [_trigger(chance, occasions) for _ in range(chance.randint(0, 2))]}


def _grant(chance: Random) -> dict[str, Any]:
    grant = {**(_retyping(chance) if chance.random() < 0.5 else {}), **_filter(chance, 0.6)}
    grant["of"] = chance.choice(("self", "self", "opponent"))
    if chance.random() < 0.3:
        grant["nth"] = chance.randint(1, 3)
    if chance.random() < 0.7:
        grant["triggers"] = [_trigger(chance, ("perform", "start", "hit", "end"))]
    return grant


def _depletes(chance: Random) -> dict[str, Any]:
    on = chance.choice(("moment", "turn", "performed", "hit", "struck", "struck"))
    return {"depletes": {"on": on, **({} if on in ("moment", "turn") else _filter(chance, 0.8))}}


def _retyping(chance: Random) -> dict[str, Any]:
    """Return a change of types, under a condition now and then."""
    change = chance.choice(
        (
            {"add": ["attack"], "drop": ["block"]},
            {"add": ["block"], "drop": ["attack"]},
            {"add": [chance.choice(SUBTYPES)]},
            {"drop": [chance.choice(SUBTYPES)]},
        )
    )
    return {**change, "when": [_condition(chance)] if chance.random() < 0.5 else []}


def _condition(chance: Random) -> dict[str, Any]:
    check = chance.choice(("opposed", "opposed", "unopposed", "combined", "combined"))
    return {"check": check, **({"by": [chance.choice((*SUPERTYPES[2:], *SUBTYPES))]} if check == "opposed" else {})}


def _filter(chance: Random, likely: float) -> dict[str, Any]:
    if chance.random() >= likely:
        return {}
    return {chance.choice(("types", "types", "without")): [chance.choice((*SUPERTYPES, *SUBTYPES))]}


def _trigger(chance: Random, occasions: tuple[str, ...]) -> dict[str, Any]:
    conditions = [_condition(chance)] if chance.random() < 0.4 else []
    return {"on": chance.choice(occasions), **_filter(chance, 0.3), "when": conditions, "do": [_effect(chance)]}


def _effect(chance: Random) -> dict[str, Any]:
    """Return an effect: mostly one that changes nothing that triggers ask about."""
    if chance.random() < 0.5:
        return {"effect": "heal", "amount": 1}
    if chance.random() < 0.2:
        return {"effect": "gain stacks", "stack": chance.choice(STACKS), "who": chance.choice(("self", "opponent"))}
    what = chance.choice(("this", "opposing", "opponent"))
    return chance.choice(
        (
            {"effect": "disrupt", "what": what},
            {"effect": "become", "what": "this", "into": "opposing", "until": "end of turn"},
            {"effect": "become", "what": "this", "into": "opposing"},
            {"effect": "become", "what": what, "into": chance.choice(ACTIONS)},
            {"effect": "become", "what": what, "subtypes": [chance.choice(SUBTYPES)], "until": "end of turn"},
            {"effect": "change", "what": what, **_retyping(chance)},
            {"effect": "change", "what": "next", **_retyping(chance)},
            {"effect": "retarget", "what": "opposing", "to": chance.choice(("self", "opponent"))},
            {"effect": "move", "to": chance.choice(("engaged", "disengaged"))},
        )
    )
