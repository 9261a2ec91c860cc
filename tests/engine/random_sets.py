"""Random card sets, generated from the language that people write them in: the JSON Schema and its models.

Everything that a set may contain occurs sooner or later: every field, effect, trigger and number. A part that its model
refuses is drawn again, so that only sets that people could upload are played.
"""

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

from msgspec import Struct
from pydantic import BaseModel, ValidationError

from cardsdb.sets import fitted, schema, shipped_sets
from engine.contract import AnyGame, CardSet, IllegalSet
from engine.games.varia.cards import asking_in_vain
from engine.games.varia.language.terms import Model as VariaModel
from engine.games.varia.soundness import MOST_EFFECTS, parts
from engine.games.warmage.cards import LEAST_DECK
from engine.games.warmage.cards import Model as WarMageModel
from engine.registry import GAMES

TRIES = 60
"""The number of attempts at drawing a part that its model accepts; after them it is left out."""

VARIA_NAMES = {
    "action": [f"Act {n}" for n in range(1, 7)],
    "token": ["Tok 1", "Tok 2"],
    "item": ["Gear 1", "Gear 2", "Gear 3"],
    "stack": ["Pile 1", "Pile 2", "Fatigue"],
}
KEYWORD = "Rune"


class Left(Exception):
    """Raised if a part cannot be drawn here."""


@cache
def models(base: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """Return all kinds of part by their names in the schema."""
    found = {base.__name__: base}
    for each in base.__subclasses__():
        found |= models(each)
    return found


class Writer(Struct):
    """Writes random parts of cards, as the schema allows."""

    schema: dict[str, Any]
    base: type[BaseModel]
    chance: Random

    def part(self, kind: str, /, **fixed: Any) -> dict[str, Any]:
        """Write a part of a kind, with some fixed fields, that its model accepts. Raises Left if no attempt
        succeeds."""
        model = models(self.base)[kind]
        for _ in range(TRIES):
            try:
                drawn = {**self.fields(self.schema["$defs"][kind]), **fixed}
                model.model_validate(drawn)
            except (ValidationError, Left):
                continue
            return drawn
        raise Left(kind)

    def fields(self, kind: dict[str, Any]) -> dict[str, Any]:
        """Write an object with its required fields, and now and then with optional ones."""
        needed = kind.get("required", ())
        drawn = {}
        for name, field in kind.get("properties", {}).items():
            if name in needed or (name != "wording" and self.chance.random() < 0.35):
                drawn[name] = self.named(name) or self.value(field)
        return drawn

    def named(self, name: str) -> str | None:
        """Write a name that must be the name of some card."""
        match name:
            case "stack":
                return self.chance.choice(VARIA_NAMES["stack"])
            case "token":
                return self.chance.choice(["this", *VARIA_NAMES["token"]])
            case "into":
                return self.chance.choice(["this", "opposing", *VARIA_NAMES["action"], *VARIA_NAMES["token"]])
            case "flavour" | "name":
                return "Words"
            case _:
                return None

    def value(self, kind: dict[str, Any]) -> Any:
        """Write any value of a kind."""
        choices = kind.get("anyOf", kind.get("oneOf"))
        if choices is not None:
            return self.value(self.chance.choice([each for each in choices if each.get("type") != "null"]))
        if "$ref" in kind:
            return self.part(kind["$ref"].rpartition("/")[2])
        if "const" in kind or "enum" in kind:
            return self.chance.choice(kind["enum"]) if "enum" in kind else kind["const"]
        return self.typed(kind)

    def typed(self, kind: dict[str, Any]) -> Any:
        """Write a value of a kind that specifies only a type."""
        match kind.get("type"):
            case "boolean":
                return self.chance.random() < 0.5
            case "integer":
                return self.number(kind["minimum"], kind["maximum"])
            case "string":
                return KEYWORD
            case "array":
                return list(self.listed(kind))
            case "object" if "propertyNames" in kind:
                return {self.value(kind["propertyNames"]): self.value(kind["additionalProperties"])}
            case "object":
                return self.fields(kind)
        raise Left(str(kind))

    def number(self, least: int, most: int) -> int:
        """Write a number: mostly a small one, now and then a bound of the allowed range."""
        if self.chance.random() < 0.1:
            return self.chance.choice((least, most))
        return self.chance.randint(max(least, -2), min(most, max(least, 0) + 5))

    def listed(self, kind: dict[str, Any]) -> Iterator[Any]:
        least = kind.get("minItems", 0)
        for number in range(self.chance.randint(least, min(kind["maxItems"], least + 2))):
            try:
                yield self.value(kind["items"])
            except Left:
                if number < least:
                    raise


def varia_set(chance: Random) -> CardSet:
    """Return a set of some actions, tokens, items and stacks with a legal deck."""
    writer = Writer(schema(GAMES["varia"]), VariaModel, chance)
    defs = {"action": "ActionCard", "token": "TokenCard", "item": "ItemCard", "stack": "StackCard"}
    cards = [
        card(writer, defs[kind], name=name, **({"gold": 10} if kind == "item" else {}))
        for kind, names in VARIA_NAMES.items()
        for name in names
        if name != "Fatigue"
    ]
    deck = dict.fromkeys([*VARIA_NAMES["action"]], 5) | dict.fromkeys(VARIA_NAMES["item"], 1)
    keyword = card(writer, "KeywordRule", name=KEYWORD)
    return GAMES["varia"].card_set.model_validate_json(
        json.dumps(
            {
                "key": "random",
                "title": "Random",
                "credit": "Chance",
                "keywords": [keyword],
                "cards": cards,
                "decks": [{"name": "Random", "difficulty": 3, "plan": "None", "cards": deck}],
            }
        )
    )


def card(writer: Writer, kind: str, /, **fixed: Any) -> dict[str, Any]:
    """Return a card with a limited number of effects, and with no trigger that asks for an action that is not there."""
    while True:
        with suppress(Left):
            drawn = writer.part(kind, **fixed)
            model: Any = models(writer.base)[kind].model_validate(drawn)
            if writer.base is VariaModel and any(asking_in_vain(model)):
                continue
            if sum(hasattr(part, "effect") for _, part in parts(model)) <= MOST_EFFECTS:
                return drawn


def warmage_set(chance: Random) -> CardSet:
    """Return a set with a common deck of random Spells."""
    writer = Writer(schema(GAMES["warmage"]), WarMageModel, chance)
    cards = [card(writer, "Spell", name="Spell 0", timing="opener", copies=10)]
    while sum(each.get("copies", 1) for each in cards) < LEAST_DECK:
        cards.append(card(writer, "Spell", name=f"Spell {len(cards)}"))
    data = {"key": "random", "title": "Random", "credit": "Chance", "cards": cards}
    return GAMES["warmage"].card_set.model_validate_json(json.dumps(data))


RANDOM_SETS = {"varia": varia_set, "warmage": warmage_set}


def random_set(game: AnyGame, chance: Random) -> CardSet:
    """Return a set that a server could have uploaded."""
    while True:
        drawn = RANDOM_SETS[game.spec.key](chance)
        try:
            fitted(GAMES[game.spec.key], drawn, shipped_sets(GAMES[game.spec.key]))
        except IllegalSet:
            continue
        return drawn
