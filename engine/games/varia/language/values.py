"""Numbers and conditions in the card language: counts, comparisons and requirements."""

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag, model_validator

from engine.games.varia.language.terms import Model, Side, Type
from engine.text import Name, Unfit


class Roll(Model):
    """Dice rolled by an effect, and a number added to their sum."""

    dice: int = Field(1, ge=1, le=10)
    sides: Literal[4, 6]
    plus: int = Field(0, ge=-20, le=20)


class Count(Model):
    """A count in the current state: `plus`, and `times` for every full `per` counted, but at most `most`.

    Cards in a discard pile and performed actions count if they have every type in `types` and none in `without`;
    "damage dealt" is the damage that the player's action dealt in this moment's clash.
    """

    count: Literal[
        "discard", "hand", "hp", "lost hp", "ap", "stacks", "performed", "ruined items", "damage dealt", "turn"
    ]
    of: Side = "self"
    types: tuple[Type, ...] = Field((), max_length=4)
    without: tuple[Type, ...] = Field((), max_length=4)
    stack: Name | None = None
    times: int = Field(1, ge=-10, le=10)
    per: int = Field(1, ge=1, le=30)
    plus: int = Field(0, ge=-30, le=30)
    most: int | None = Field(None, ge=0, le=30)

    @model_validator(mode="after")
    def _fitting(self) -> "Count":
        if self.count == "stacks" and self.stack is None:
            raise Unfit("count", "to count stacks, say which: stack = and the name of one")
        if self.count != "stacks" and self.stack is not None:
            raise Unfit("stack", f"name a stack only to count stacks; here you count {self.count!r}")
        if (self.types or self.without) and self.count not in ("discard", "performed"):
            why = "only cards in a discard pile and performed actions are counted by their types"
            raise Unfit("types" if self.types else "without", why)
        return self


def _form(value: Any) -> str:
    """Return the form of number that a value is meant to have, so that faults are reported for that form only."""
    if isinstance(value, Roll) or (isinstance(value, dict) and not value.keys().isdisjoint(("dice", "sides"))):
        return "a roll"
    return "a count" if isinstance(value, Count | dict) else "a number"


Number: TypeAlias = Annotated[
    Annotated[int, Field(ge=-40, le=40), Tag("a number")] | Annotated[Count, Tag("a count")],
    Discriminator(_form, custom_error_type="no_roll", custom_error_message="a number or a count stands here, no dice"),
]
"""A number that does not depend on chance."""

Amount: TypeAlias = Annotated[
    Annotated[int, Field(ge=0, le=40), Tag("a number")]
    | Annotated[Roll, Tag("a roll")]
    | Annotated[Count, Tag("a count")],
    Discriminator(_form),
]
"""The amount of an effect."""


def _all_or(value: Any) -> str | None:
    if value == "all":
        return "all"
    return None if isinstance(value, str | dict | list) else "a number"


_NUMBER_OR_ALL: Final = Discriminator(
    _all_or, custom_error_type="number_or_all", custom_error_message='a whole number or "all" stands here'
)

CardCount: TypeAlias = Annotated[
    Annotated[int, Field(ge=1, le=10), Tag("a number")] | Annotated[Literal["all"], Tag("all")], _NUMBER_OR_ALL
]
"""The number of cards moved."""

StackCount: TypeAlias = Annotated[
    Annotated[int, Field(ge=1, le=20), Tag("a number")] | Annotated[Literal["all"], Tag("all")], _NUMBER_OR_ALL
]
"""The number of stacks lost."""


class Compare(Model):
    """The comparison of two numbers holds."""

    check: Literal["compare"]
    this: Count
    relation: Literal["at least", "at most", "equal to"]
    to: Number


class Opposed(Model):
    """The action is opposed by one that has, or is treated as having, every type in `by`."""

    check: Literal["opposed"]
    by: tuple[Type, ...] = Field((), max_length=4)


class Unopposed(Model):
    """Nothing opposes the action."""

    check: Literal["unopposed"]


class Distance(Model):
    """The players are engaged, or disengaged."""

    check: Literal["distance"]
    distance: Literal["engaged", "disengaged"]


class Combined(Model):
    """The action is a combo."""

    check: Literal["combined"]


class Role(Model):
    """The card's player is the active player, or the reactive player."""

    check: Literal["role"]
    role: Literal["active", "reactive"]


Condition: TypeAlias = Annotated[
    Compare | Opposed | Unopposed | Distance | Combined | Role, Field(discriminator="check")
]

Conditions: TypeAlias = Annotated[tuple[Condition, ...], Field(max_length=4)]
"""Conditions, all of which have to hold."""
