"""Valid but hostile card sets: each makes one mechanism trigger itself, or grow, for as long as it can."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from cardsdb.sets import fitted, shipped_sets
from engine.contract import CardSet
from engine.registry import GAMES

Card = dict[str, Any]

ALL: Final[Card] = {"count": "all", "by": "chance"}
PHYSICAL: Final[Card] = {"count": "discard", "types": ["physical"]}
MAGICAL: Final[Card] = {"count": "discard", "types": ["magical"], "without": ["fire"], "of": "opponent"}
COUNTS: Final = (
    PHYSICAL,
    MAGICAL,
    {"count": "performed", "types": ["physical"]},
    {"count": "discard", "types": ["fire"], "times": 3, "per": 2, "plus": 1, "most": 30},
)
LOOKS: Final = [{"check": "compare", "this": count, "relation": "at least", "to": 0} for count in COUNTS]
NEVER: Final = [*LOOKS[:3], {"check": "compare", "this": PHYSICAL, "relation": "at least", "to": 40}]


def action(name: str, on: str = "", *do: Card, **more: Any) -> Card:
    """Return an action that costs nothing, with one trigger if there is something to do."""
    triggers = [{"on": on, "do": list(do)}] if do else []
    return {"kind": "action", "name": name, "types": ["physical"], "target": "self", "triggers": triggers, **more}


def token(name: str, on: str, *do: Card, **more: Any) -> Card:
    return {**action(name, on, *do, **more), "kind": "token"}


def item(name: str, on: str = "", *do: Card, **more: Any) -> Card:
    triggers = [{"on": on, "do": list(do)}] if do else []
    return {"kind": "item", "name": name, "gold": 1, "triggers": triggers, **more}


def stack(name: str, **more: Any) -> Card:
    return {"kind": "stack", "name": name, **more}


def make(name: str = "this", **more: Any) -> Card:
    return {"effect": "create token", "token": name, **more}


def move(effect: str, source: str, **more: Any) -> Card:
    return {"effect": effect, "source": source, **ALL, **more}


def change(**more: Any) -> Card:
    return {"effect": "change", "until": "end of turn", **more}


def become(what: str = "this", **more: Any) -> Card:
    return {"effect": "become", "what": what, "until": "end of turn", **more}


def gain(name: str, count: int = 40) -> Card:
    return {"effect": "gain stacks", "stack": name, "count": count}


def grants(number: int, **more: Any) -> list[Card]:
    """Return continuous rules that look at piles for every figure of every action."""
    return [{"power": COUNTS[each % 4], "focus": COUNTS[1], "when": LOOKS, **more} for each in range(number)]


DISCARD_DECK: Final[Card] = move("discard", "deck")
DISCARD_HAND: Final[Card] = move("discard", "hand")
RETURN_ALL: Final[Card] = move("return", "discard", to="hand")
RETURN_DECK: Final[Card] = move("return", "discard", to="deck")
DRAW: Final[Card] = {"effect": "draw", "count": 40}
AVALANCHE: Final = [DISCARD_DECK, RETURN_ALL, DISCARD_HAND, RETURN_ALL, DISCARD_HAND, RETURN_ALL, DISCARD_HAND]
SPAWN: Final[Card] = token("Spawn", "start", *[make("Spawn")] * 8)
CLASHERS: Final[Card] = {"power_dice": 10, "focus_dice": 10, "power": 1, "focus": 1}
KEEN: Final[Card] = {"keywords": ["improved"] * 5, "changes": [{"reroll_power": 5, "reroll_focus": 3}]}
OPPONENTS: Final[Card] = {"target": "opponent"}
ASKING: Final[Card] = {"when": [{"check": "opposed", "by": ["physical"]}] * 4, "add": ["fire"]}
TO_QUEUE: Final[Card] = {"effect": "to queue", "what": "opponent"}
FROM_QUEUE: Final[Card] = {"effect": "from queue"}
PRICIER: Final[Card] = {"hp": 1, "when": LOOKS}
ASKED: Final[Card] = {"on": "start", "when": [{"check": "opposed", "by": ["fire"]}] * 4, "do": [DRAW]}

VARIA: Final[dict[str, list[Card]]] = {
    "discards that return": [
        action("A", "discarded", *AVALANCHE, triggers=[{"on": "discarded", "when": LOOKS, "do": AVALANCHE}]),
        action("Start", "start", *AVALANCHE[:3]),
    ],
    "discards of other kinds": [
        *[
            action(f"A{n}", triggers=[{"on": "discarded", "when": LOOKS, "do": [RETURN_ALL, DISCARD_HAND]}])
            for n in range(14)
        ],
        action("Start", "start", *AVALANCHE[:3]),
    ],
    "discards that wait in vain": [
        *[action(f"A{n}", triggers=[{"on": "discarded", "when": NEVER, "do": AVALANCHE}]) for n in range(29)],
        action("Start", "start", *AVALANCHE[:8]),
    ],
    "tokens that make tokens": [SPAWN, action("A", "start", *[make("Spawn")] * 8)],
    "tokens planned in a draft": [SPAWN, action("A", "planned", *[make("Spawn")] * 8)],
    "tokens that join": [
        token("Limb", "start", *[make("Limb", where="this")] * 8),
        action("A", "start", *[make("Limb", where="this")] * 8),
    ],
    "tokens that join what they cannot": [
        token("Limb", "start", *[make("Limb", where="this")] * 8, cannot=["combine"]),
        action("A", "start", *[make("Limb", where="this")] * 8, cannot=["combine"]),
    ],
    "fast tokens that replace each other": [
        token("Quick", "start", *[make("Quick", tied=True)] * 8, keywords=["fast"], cannot=["combine"]),
        action("A", "perform", *[make("Quick", tied=True)] * 8, cannot=["combine"]),
    ],
    "copies of copies": [
        action("A", "perform", *[make()] * 8),
        action("B", "start", make(), become("opposing", into="this"), *[make()] * 6, **OPPONENTS),
    ],
    "becoming each other": [
        action("A", "start", *[become(into="B"), become(into="A")] * 4),
        action("B", "start", *[become(into="A"), become(into="B")] * 4),
    ],
    "becoming what opposes": [
        action("A", "start", *[become("opposing", into="this"), become(into="opposing")] * 4, **OPPONENTS),
        action("B", "end", *[become("opposing", into="this"), become(into="opposing")] * 4, **OPPONENTS),
    ],
    "becoming for good": [
        action(
            "A",
            "start",
            *[
                become(until="for good", power=1, types=["magical"]),
                become(until="for good", focus=2, types=["physical"]),
            ]
            * 4,
        ),
        action("B", "start", become(into="A", until="for good"), *[become(until="for good", subtypes=["fire"])] * 7),
    ],
    "a changed pile that is counted": [
        action("A", "start", become(until="for good", subtypes=["fire"]), *AVALANCHE),
        action("B", triggers=[{"on": "discarded", "when": LOOKS, "do": AVALANCHE}]),
    ],
    "a pile seen otherwise": [
        *[item(f"Lens {n}", sees=[{"of": "self", "subtypes": ["fire"], "instead": True}] * 2) for n in range(30)],
        action("A", triggers=[{"on": "discarded", "when": LOOKS, "do": AVALANCHE}]),
        action("Start", "start", *AVALANCHE),
    ],
    "stacks that grow": [
        *[stack(f"S{n}", triggers=[{"on": "end", "do": [gain(f"S{(n + 1) % 20}")]}]) for n in range(20)],
        action("A", "start", *[gain(f"S{n}") for n in range(8)]),
    ],
    "stacks that come and go": [
        stack("S", grants=grants(6)),
        action("A", "start", *[gain("S"), {"effect": "lose stacks", "stack": "S", "count": "all"}] * 4),
        item("Gear", "end", *[gain("S"), {"effect": "lose stacks", "stack": "S", "count": "all"}] * 4),
    ],
    "stacks of many names": [
        *[stack(f"S{n}", grants=grants(6), depletes={"on": "struck"}) for n in range(64)],
        *[action(f"A{n}", "start", *[gain(f"S{8 * n + m}") for m in range(8)]) for n in range(8)],
    ],
    "stacks that tick": [
        *[stack(f"S{n}", depletes={"on": "moment"}, triggers=[{"on": "end", "do": [gain("S0")]}]) for n in range(64)],
        *[action(f"A{n}", "start", *[gain(f"S{8 * n + m}") for m in range(8)]) for n in range(8)],
    ],
    "ruin and repair": [
        item("Wheel", "ruined", *[{"effect": "repair"}, {"effect": "ruin", "who": "self"}] * 4),
        action("A", "start", {"effect": "ruin", "who": "self"}),
    ],
    "thirty wheels": [
        *[item(f"Wheel {n}", "ruined", *[{"effect": "repair"}, {"effect": "ruin"}] * 4) for n in range(30)],
        action("A", "start", *[{"effect": "ruin"}] * 8),
    ],
    "items that change all": [*[item(f"Gear {n}", grants=grants(6)) for n in range(30)], action("A", **CLASHERS)],
    "items that change all, and tokens": [
        *[item(f"Gear {n}", grants=grants(6)) for n in range(30)],
        SPAWN,
        action("A", "start", *[make("Spawn")] * 8),
    ],
    "haunting discards": [
        *[action(f"A{n}", "start", DISCARD_DECK, in_discard={"grants": grants(6)}) for n in range(10)],
    ],
    "haunting triggers": [
        *[
            action(
                f"A{n}",
                "start",
                DISCARD_DECK,
                in_discard={"triggers": [{"on": on, "when": LOOKS, "do": [RETURN_ALL, DISCARD_HAND]} for on in ONS]},
            )
            for n in range(10)
            for ONS in [("start", "end", "turn", "hit", "struck", "perform")]
        ],
    ],
    "cards that join from the discards": [
        action("A", in_discard={"triggers": [{"on": "perform", "do": [{"effect": "join"}] * 8}]}),
        action("Start", "start", DISCARD_DECK),
    ],
    "draws that draw": [action("A", "drawn", *[DRAW] * 8)],
    "draws that discard": [
        action("A", "drawn", DISCARD_HAND, DRAW, triggers=[{"on": "drawn", "do": [DISCARD_HAND, DRAW]}] * 4)
    ],
    "items that notice every card": [
        *[
            item(
                f"Gear {n}",
                triggers=[
                    {"on": on, "do": [DRAW, DISCARD_HAND, move("forget", "discard"), move("return", "forgotten")]}
                    for on in ("card drawn", "card discarded", "card forgotten")
                ],
            )
            for n in range(15)
        ],
        action("A", "start", DRAW, DISCARD_HAND),
        action("B", "forgotten", DRAW, move("forget", "hand")),
    ],
    "replacements that forget": [
        action("A", "forgotten", DRAW, gain("S"), keywords=["fast"]),
        token("Quick", "start", *[make("Quick")] * 8, keywords=["fast"], cannot=["combine"]),
        action("B", "planned", *[make("Quick")] * 8, keywords=["fast"], cannot=["combine"]),
        stack("S", triggers=[{"on": "card forgotten", "when": LOOKS, "do": [gain("S"), DRAW]}] * 6),
    ],
    "looks at everything": [
        *[
            item(
                f"Gear {n}",
                "start",
                *[{"effect": "look", "source": source, "count": 10} for source in ("hand", "deck", "forgotten")] * 2,
                *[{"effect": "look", "source": source, "count": "all"} for source in ("hand", "forgotten")],
            )
            for n in range(30)
        ],
        action("A", "planned", *[{"effect": "look", "source": "deck", "who": "self", "count": 10}] * 8),
        action("B", "start", move("forget", "deck"), move("return", "forgotten", to="deck"), DRAW),
    ],
    "shuffles": [action("A", "start", *[DISCARD_DECK, DRAW] * 4), item("Gear", "end", *[DISCARD_DECK, DRAW] * 4)],
    "piles moved to and fro": [
        action("A", "start", *[RETURN_DECK, DISCARD_DECK] * 4),
        item("Gear", "end", *[move("forget", "discard"), move("return", "forgotten", to="deck")] * 4),
    ],
    "dice": [action("A", types=["physical", "attack"], **CLASHERS, **KEEN, **OPPONENTS)],
    "dice, and tokens": [
        token("Die", "start", *[make("Die")] * 8, **CLASHERS, **KEEN),
        action("A", "start", *[make("Die")] * 8, **CLASHERS, **KEEN),
    ],
    "rolls of effects": [
        action(
            "A",
            "start",
            *[{"effect": "heal", "amount": {"dice": 10, "sides": 6}}] * 8,
            keywords=["improved"] * 5,
        ),
        item(
            "Gear", "end", *[{"effect": "damage", "who": "self", "amount": {"dice": 10, "sides": 6, "plus": -20}}] * 8
        ),
    ],
    "attacks and blocks of many dice": [
        *[
            {**action(f"A{n}", types=["physical", "attack"], **KEEN, **OPPONENTS), **CLASHERS, "focus": n}
            for n in range(5)
        ],
        *[
            {**action(f"B{n}", types=["physical", "block"], **KEEN, **OPPONENTS), **CLASHERS, "focus": n}
            for n in range(5)
        ],
    ],
    "numbers of numbers": [
        action("A", "start", *[{"effect": "damage", "who": "self", "amount": {**COUNTS[3], "most": 0}}] * 8),
        item("Gear", "start", *[{"effect": "heal", "amount": COUNTS[3]}] * 8, grants=grants(6)),
    ],
    "changes of changes": [
        action("A", "start", *[change(power=COUNTS[3], focus=PHYSICAL, when=LOOKS)] * 8),
        *[item(f"Gear {n}", "start", *[change(power=MAGICAL, when=LOOKS)] * 8) for n in range(9)],
    ],
    "targets to and fro": [
        action(
            "A",
            "start",
            *[{"effect": "retarget", "what": "this", "to": to} for to in ("self", "opponent")] * 4,
            **OPPONENTS,
        ),
    ],
    "granted triggers": [
        item(
            "Gear",
            grants=[{"nth": n, "triggers": [{"on": "hit", "when": LOOKS, "do": [DRAW]}] * 6} for n in range(1, 3)],
        ),
        action("A", types=["physical", "attack"], power=1, focus=1, keywords=["ranged"], **OPPONENTS),
    ],
    "what occurs when one is hit": [
        *[item(f"Gear {n}", triggers=[{"on": "struck", "do": [DISCARD_HAND, RETURN_ALL]}] * 6) for n in range(30)],
        action("A", types=["physical", "attack"], power=1, focus=1, keywords=["ranged"], **OPPONENTS),
    ],
    "points to and fro": [
        *[
            item(
                f"Gear {n}",
                triggers=[
                    {
                        "on": on,
                        "do": [
                            {"effect": "gain ap", "amount": 9},
                            {"effect": "lose ap", "amount": 9},
                            {"effect": "heal", "amount": 9},
                        ],
                    }
                    for on in ("start", "end", "perform", "turn")
                ],
            )
            for n in range(30)
        ],
        action("A"),
    ],
    "engaging and disengaging": [
        *[
            item(f"Gear {n}", "start", *[{"effect": "move", "to": to} for to in ("engaged", "disengaged")] * 4)
            for n in range(30)
        ],
        action("A"),
    ],
    "moves that set each other off": [
        *[
            item(
                f"Gear {n}",
                triggers=[
                    {"on": on, "when": LOOKS, "do": [{"effect": "move", "to": to}, DRAW] * 2}
                    for on, to in (("engage", "disengaged"), ("disengage", "engaged"))
                ],
            )
            for n in range(30)
        ],
        action("A", "planned", {"effect": "move", "to": "engaged"}, {"effect": "move", "to": "disengaged"}),
    ],
    "to the queue and back": [
        *[
            item(f"Gear {n}", "start", *[TO_QUEUE, FROM_QUEUE, {**FROM_QUEUE, "who": "opponent"}] * 2)
            for n in range(20)
        ],
        SPAWN,
        action("A", "start", *[make("Spawn"), {**TO_QUEUE, "what": "next"}] * 4),
        action("B", "perform", make(), TO_QUEUE, {**TO_QUEUE, "what": "this"}, **OPPONENTS),
    ],
    "triggers that are asked for": [
        action("A", triggers=[{"on": "start", "may": True, "do": AVALANCHE}] * 2),
        action("B", triggers=[{"on": "discarded", "may": True, "do": [RETURN_ALL]}]),
    ],
    "triggers to be put in order": [
        *[item(f"Gear {n}", "start", {"effect": "heal", "amount": n % 40}) for n in range(30)],
        *[action(f"A{n}", "discarded", RETURN_ALL, DISCARD_HAND) for n in range(10)],
        action("Start", "start", *AVALANCHE),
    ],
    "cards to be chosen": [
        action("A", "start", *[DRAW, {"effect": "discard", "count": 10}] * 4),
        action("B", "discarded", DRAW, {"effect": "return", "source": "discard", "count": 10}),
    ],
    "spellfuses": [
        {**action(f"A{n}", keywords=["spellfuse", "fast"] + ["spellfuse"] * 3), "types": ["magical"]} for n in range(30)
    ],
    "cards that all make each other fast": [
        *[
            item(
                f"Gear {n}",
                grants=[{"keywords": ["fast", "spellfuse"], "when": LOOKS, "of": of} for of in ("self", "opponent")]
                * 3,
                action={"types": ["physical"], "target": "self"},
            )
            for n in range(30)
        ],
        *[
            {
                **action(f"A{n}", "start", DRAW, changes=[{"keywords": ["fast", "spellfuse"], "when": LOOKS}] * 6),
                "types": ["magical"],
            }
            for n in range(30)
        ],
    ],
    "fast items": [
        *[item(f"Gear {n}", action={"types": ["physical"], "target": "self", "keywords": ["fast"]}) for n in range(30)],
        action("A", keywords=["fast"]),
    ],
    "keywords of the set": [
        *[
            {**action(f"A{n}", keywords=["fast", "Rune 1", "Rune 2", "Rune 3", "Rune 4"]), "power": 1}
            for n in range(30)
        ],
    ],
    "types that ask for each other": [
        *[item(f"Gear {n}", grants=[{**ASKING, "of": of} for of in ("self", "opponent")] * 3) for n in range(30)],
        *[
            action(
                f"A{n}",
                **OPPONENTS,
                power=1,
                keywords=["fast"],
                changes=[ASKING] * 6,
                triggers=[ASKED] * 6,
            )
            for n in range(10)
        ],
    ],
    "costs and triggers of the nth": [
        *[
            item(
                f"Gear {n}",
                grants=[{"nth": nth, "ap": 1, "triggers": [ASKED | {"on": "perform"}]} for nth in range(1, 7)],
            )
            for n in range(30)
        ],
        action("A", keywords=["fast"]),
    ],
    "disruption": [
        action("A", "start", {"effect": "disrupt"}, make(), {"effect": "disrupt", "what": "this"}, **OPPONENTS),
        item("Gear", "start", *[make("Spawn"), {"effect": "disrupt"}] * 4),
        SPAWN,
    ],
    "joins from where no card lies": [
        item("Hook", triggers=[{"on": on, "may": True, "do": [{"effect": "join"}]} for on in ("perform", "start")]),
        action("A"),
    ],
    "payments in health": [action("A", "perform", *[make()] * 8, cost={"hp": 30}), action("B", cost={"ap": 30})],
    "prices in health": [
        *[item(f"Gear {n}", grants=[{**PRICIER, "of": of} for of in ("self", "opponent")]) for n in range(30)],
        action("A", "perform", *[make()] * 8, changes=[{"hp": -10, "when": LOOKS}] * 6),
    ],
}
"""Kinds of hostile Varia set, by their effect."""

BOOM: Final[Card] = {"power": -20, "power_dice": 10, "changes": [{"power_dice": 5, "power": -18}] * 2}
"""Twenty dice, whose totals are rarely above 0."""

TURNED: Final[Card] = {"effect": "retarget", "what": "this", "to": "self"}
MANY_ROLLS: Final[Card] = {"effect": "heal", "amount": {"dice": 10, "sides": 6}}

CLASHES: Final[dict[str, tuple[list[Card], Card, list[Card]]]] = {
    "powers that do not meet": ([TURNED], {**BOOM, "types": ["physical", "attack"], **OPPONENTS}, []),
    "keen powers that meet": (
        [],
        {
            "types": ["physical", "attack"],
            "power": -20,
            "focus": 1,
            "power_dice": 10,
            "focus_dice": 10,
            "keywords": ["improved"] * 4 + ["ranged"],
            "changes": [{"power_dice": 5, "focus_dice": 5, "reroll_power": 5, "reroll_focus": 3}] * 2,
            **OPPONENTS,
        },
        [],
    ),
    "attacks that may miss": (
        [],
        {"types": ["physical", "attack"], "keywords": ["ranged"] + ["impaired"] * 4, **CLASHERS, **OPPONENTS},
        [action("Wall", types=["physical", "block"], **KEEN, **CLASHERS, **OPPONENTS)],
    ),
    "attacks out of reach": ([], {**BOOM, "types": ["magical", "attack"], "cannot": ["miss"], **OPPONENTS}, []),
}
"""What clashes: the first effects of an action, its figures, and other cards. Each makes other results of a clash."""

BESIDE: Final[dict[str, tuple[list[Card], list[Card]]]] = {
    "dice of effects": ([], [MANY_ROLLS] * 7),
    "draws": ([], [DRAW] * 7),
    "draws that discard": ([], [DRAW, DISCARD_HAND, RETURN_ALL]),
    "hands that are discarded": ([], [DISCARD_HAND, {**DISCARD_HAND, "who": "opponent"}, DRAW]),
    "tokens": ([token("Copy", "start", *[make("Copy")] * 7)], [make("Copy")] * 7),
    "copies": ([], [become("opposing", into="this"), make(), make()]),
    "stacks": (
        [stack(f"S{n}", grants=grants(6), depletes={"on": "moment"}) for n in range(7)],
        [gain(f"S{n}") for n in range(7)],
    ),
    "items that look at piles": ([item(f"Gear {n}", grants=grants(6)) for n in range(30)], []),
    "lenses": (
        [
            item(f"Lens {n}", sees=[{"of": "self", "subtypes": ["fire"], "instead": True}] * 2, grants=grants(2))
            for n in range(30)
        ],
        [DISCARD_DECK],
    ),
}
"""What makes every moment of a forecast larger: other cards, and effects of the action."""


def _against_forecasts(clash: str, beside: str) -> list[Card]:
    """Return cards whose clashes have many results, in moments that have much else to work out."""
    (first, figures, others), (cards, effects) = CLASHES[clash], BESIDE[beside]
    triggers = [{"on": "start", "do": [*effects, *first]}] if effects or first else []
    return [{**action("Boom"), **figures, "triggers": triggers}, *others, *cards]


FORECASTS: Final = {
    f"{clash}, and {beside}": _against_forecasts(clash, beside) for clash in CLASHES for beside in BESIDE
}
"""Kinds of hostile Varia set against forecasts."""

FITS_NOWHERE: Final[Card] = {"types": ["magical", "attack"], "keywords": ["fast", "spellfuse"], **OPPONENTS}
COSTLY: Final = [{"ap": 0, "power": COUNTS[n], "when": LOOKS} for n in range(4)]

PANELS: Final[dict[str, list[Card]]] = {
    "rolls turned against their own player": [
        {**action("Boom", "start", MANY_ROLLS, TURNED, types=["physical", "attack"], **OPPONENTS), **BOOM}
    ],
    "fuses that fit nowhere": [
        *[action(f"Wall {n}", types=["magical", "block"], **OPPONENTS) for n in range(3)],
        *[{**action(f"Spark {n}"), **FITS_NOWHERE} for n in range(97)],
    ],
    "costs that depend on piles": [
        *[item(f"Gear {n}", grants=[{"ap": -1, "when": LOOKS}] * 6) for n in range(30)],
        action("A", "start", *[make()] * 8),
    ],
    "costs that depend on piles seen otherwise": [
        *[
            item(
                f"Lens {n}",
                sees=[{"of": "self", "subtypes": ["fire"], "instead": True}] * 2,
                grants=[{"ap": -1, "when": LOOKS}] * 6,
            )
            for n in range(30)
        ],
        action("A", "discarded", RETURN_DECK),
        action("Start", "start", DISCARD_DECK, make()),
    ],
    "plans that change plans": [
        action("A", "planned", *[change(power=PHYSICAL, focus=MAGICAL, when=LOOKS)] * 8),
        action("B", "planned", *[make()] * 8, keywords=["fast"]),
    ],
    "plans that look at piles": [
        action(f"A{n}", triggers=[{"on": "planned", "when": NEVER, "do": [gain("S")]}] * 6, keywords=["fast"])
        for n in range(30)
    ]
    + [stack("S", grants=grants(6))],
    "actions of forty cards": [
        *[action(f"A{n}", types=["magical"], keywords=["fast", "spellfuse"], power=1, focus=1) for n in range(30)],
        token("Limb", "start", make("Limb", where="this"), power=1, power_dice=10, types=["physical"]),
    ],
    "much to read": [
        action(
            f"A{n}",
            triggers=[{"on": "start", "when": NEVER, "do": [MANY_ROLLS, DISCARD_HAND]}] * 6,
            changes=COSTLY,
            keywords=["fast", "Rune 1", "Rune 2", "Rune 3"],
        )
        for n in range(30)
    ],
    "queues that return": [
        *[action(f"A{n}", "start", *[make()] * 8, cost={"ap": 5}) for n in range(10)],
        *[item(f"Gear {n}", grants=[{"ap": 1, "when": LOOKS[:2]}] * 6) for n in range(30)],
    ],
}
"""Kinds of hostile Varia set against what a panel shows besides: questions, costs, plans and texts."""

RUNES: Final = [{"name": f"Rune {n}", "changes": [{"power": PHYSICAL, "when": LOOKS}] * 6} for n in range(1, 5)]


def varia_set(cards: list[Card]) -> dict[str, Any]:
    """Return a set with a deck of thirty of its actions, in equal numbers, and all its items."""
    actions = [card["name"] for card in cards if card["kind"] == "action"]
    deck = {card["name"]: 1 for card in cards if card["kind"] == "item"}
    for number in range(30):
        name = actions[number % len(actions)]
        deck[name] = deck.get(name, 0) + 1
    decks = [{"name": "All", "difficulty": 1, "plan": "Harm", "cards": deck}]
    return {"keywords": RUNES, "cards": cards, "decks": decks}


def ability(on: str, *do: Card, **more: Any) -> Card:
    return {"on": on, "do": list(do), **more}


def must(on: str, *do: Card) -> Card:
    return ability(on, *do, must=True)


def spell(name: str, *do: Card, copies: int = 10, timing: str = "opener", **more: Any) -> Card:
    return {"name": name, "school": "ember", "timing": timing, "copies": copies, "do": list(do), **more}


def lingering(name: str, *abilities: Card, copies: int = 10, **more: Any) -> Card:
    return spell(name, copies=copies, lingering=True, abilities=list(abilities), **more)


def wound(who: str = "everyone", count: int = 6) -> Card:
    return {"effect": "wound", "who": who, "count": count}


def heal(wounded: str = "mortal", who: str = "everyone") -> Card:
    return {"effect": "heal", "wound": wounded, "who": who}


TAKE: Final[Card] = {"effect": "draw", "count": 6, "who": "everyone"}
DROP: Final[Card] = {"effect": "discard", "count": 6, "who": "everyone"}
STEAL: Final[Card] = {"effect": "steal"}
AT_PLAYER: Final = [{"at": "player", "who": "anyone"}]
AT_SPELL: Final = [{"at": "spell", "where": "chain"}]
AT_EACH: Final = [{"at": "player", "who": "each opponent"}]

WARMAGE: Final[dict[str, list[Card]]] = {
    "wounds that wound": [
        lingering("A", must("was_wounded", *[wound()] * 6), copies=120),
        spell("B", wound("everyone", 1), copies=60),
    ],
    "wounds that are prevented and dealt again": [
        lingering("A", must("would_be_wounded", {"effect": "prevent"}, *[wound("bearer")] * 5), copies=120),
        spell("B", wound("everyone", 1), copies=60),
    ],
    "wounds that heal": [
        lingering("A", must("was_wounded", heal("flesh"), heal(), wound()), must("turn_begin", wound()), copies=120),
        spell("B", heal(), heal("flesh"), copies=60),
    ],
    "last chances": [
        lingering("A", must("about_to_be_eliminated", heal(), heal("flesh"), wound()), copies=120),
        spell("B", wound(), copies=60),
    ],
    "protections of all": [
        lingering(
            "A", must("would_be_wounded", {"effect": "prevent"}), must("about_to_be_eliminated", heal()), copies=120
        ),
        spell("B", *[wound()] * 6, copies=60),
    ],
    "draws that draw": [
        lingering("A", *[must(on, TAKE) for on in ("spell_cast", "turn_begin", "turn_end", "discarded")], copies=120),
        spell("B", TAKE, DROP, TAKE, DROP, TAKE, DROP, copies=60),
    ],
    "discards that discard": [
        lingering("A", must("discarded", DROP, TAKE, DROP), must("turn_end", DROP), copies=60),
        spell("B", DROP, TAKE, copies=60, cost={"discard": 1}),
    ],
    "spells that call each other": [
        lingering("A", *[must("spell_cast", wound("everyone", 1), heal(), heal("flesh"), TAKE)] * 4, copies=120),
        spell("B", TAKE, copies=60, timing="swift"),
    ],
    "long Chains": [
        spell("A", {"effect": "protect"}, TAKE, copies=80, timing="reflex", aims=AT_SPELL),
        spell("B", TAKE, TAKE, copies=80, timing="swift"),
    ],
    "redirection": [
        *[
            spell(
                f"A{n}",
                {"effect": "redirect"},
                timing="reflex",
                aims=[{"at": "spell", "where": "chain"}, {"at": "player", "who": "another"}],
            )
            for n in range(8)
        ],
        spell("B", TAKE, copies=80, timing="swift", aims=AT_PLAYER),
    ],
    "counters": [
        spell("A", {"effect": "counter", "to": "hand"}, TAKE, copies=80, timing="reflex", aims=AT_SPELL),
        spell("B", TAKE, copies=80, timing="swift"),
    ],
    "rows swept": [
        spell("A", *[{"effect": "new row"}] * 6, copies=120),
        lingering("B", must("turn_begin", *[{"effect": "new row"}] * 6), copies=60),
    ],
    "thefts": [spell("A", *[STEAL, TAKE] * 3, copies=120, aims=AT_PLAYER)],
    "thefts from all": [
        spell("A", *[STEAL, TAKE] * 3, copies=80, aims=AT_EACH),
        lingering("B", *[ability("discarded", STEAL, TAKE, DROP, aims=AT_EACH, must=True)] * 4, copies=80),
    ],
    "wounds at each other": [
        lingering("A", ability("was_wounded", *[wound("target")] * 6, aims=AT_EACH, must=True), copies=120),
        spell("B", *[wound("target")] * 6, copies=60, timing="swift", aims=AT_EACH),
    ],
    "counters that counter nothing": [
        spell("A", {"effect": "counter"}, {"effect": "protect"}, TAKE, copies=80, timing="reflex", aims=AT_SPELL),
        spell("B", TAKE, copies=80, timing="swift", uncounterable=True, aims=AT_EACH),
    ],
    "uses at will": [
        lingering("A", ability("cast_step_idle", TAKE), ability("cast_step_idle", DROP), copies=120),
        lingering("B", ability("would_be_wounded", TAKE), ability("turn_end", wound("everyone", 1)), copies=60),
    ],
    "cards in play that go": [
        spell("A", {"effect": "remove"}, copies=60, timing="swift", aims=[{"at": "card"}]),
        lingering("B", must("turn_end", TAKE), copies=60, timing="swift"),
    ],
}
"""Kinds of hostile common deck for WarMage, by their effect."""

ARTBOT: Final[dict[str, list[Card]]] = {
    "the strongest of all": [
        {
            "id": f"{power[:2].upper()}{rp}N{n}",
            "name": f"{power} {rp} {n}",
            "rarity": "common",
            "rp": rp,
            "power": power,
            "pp": 200,
        }
        for power in ("physical", "heal", "steal", "glitch")
        for rp in (0, 100)
        for n in range(10)
    ],
}
"""Kinds of hostile Art Bot set, by their effect."""


def copied(cards: list[Card]) -> list[Card]:
    """Return Spells in more copies than are allowed under one name, under several names."""
    return [
        {**card, "name": f"{card['name']} {number}", "copies": 10}
        for card in cards
        for number in range(card["copies"] // 10)
    ]


def hostile_sets(game: str) -> dict[str, Callable[[], CardSet]]:
    """Return the factory of each kind of a game's sets, by the kind's name."""
    data = {
        "varia": {kind: varia_set(cards) for kind, cards in {**VARIA, **FORECASTS, **PANELS}.items()},
        "warmage": {kind: {"cards": copied(cards)} for kind, cards in WARMAGE.items()},
        "artbot": {kind: {"cards": cards} for kind, cards in ARTBOT.items()},
    }
    return {kind: partial(sound, game, each) for kind, each in data[game].items()}


def sound(game: str, data: dict[str, Any]) -> CardSet:
    """Return a set that a server could upload. Raises IllegalSet or ValidationError if it could not."""
    head = {"game": game, "key": "hostile", "title": "Hostile", "credit": "Harm"}
    made = GAMES[game].card_set.model_validate_json(json.dumps({**head, **data}))
    fitted(GAMES[game], made, shipped_sets(GAMES[game]))
    return made
