"""Numbers and conditions of the card language: what is counted, what is compared, what has to hold."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from engine.varia.language.terms import Model, Name, Side, Type


class Roll(Model):
    """Dice thrown by an effect, and a number added to their sum."""

    dice: int = Field(1, ge=1, le=10)
    sides: Literal[4, 6]
    plus: int = Field(0, ge=-20, le=20)


class Count(Model):
    """Something counted as the game stands: `plus` and `times` for every full `per` of it, at most `most`.

    Cards in a discard pile and performed actions are counted where they have every type in `types` and none in
    `without`; "damage dealt" is what the player's action dealt in this moment's clash.
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
        if (self.count == "stacks") != (self.stack is not None):
            raise ValueError("`stack` names what is counted where stacks are, and nowhere else")
        if (self.types or self.without) and self.count not in ("discard", "performed"):
            raise ValueError("only cards in a discard pile and performed actions have types")
        return self


Number: TypeAlias = Annotated[int, Field(ge=-40, le=40)] | Count
"""How much, without chance."""

Amount: TypeAlias = Annotated[int, Field(ge=0, le=40)] | Roll | Count
"""How much an effect does."""


class Compare(Model):
    """Two numbers stand to each other as said."""

    check: Literal["compare"]
    this: Count
    relation: Literal["at least", "at most", "equal to"]
    to: Number


class Opposed(Model):
    """The action is opposed by one that has every type in `by`, as that one is printed or has become."""

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
    """The card's player is the active or the reactive one."""

    check: Literal["role"]
    role: Literal["active", "reactive"]


Condition: TypeAlias = Annotated[
    Compare | Opposed | Unopposed | Distance | Combined | Role, Field(discriminator="check")
]

Conditions: TypeAlias = Annotated[tuple[Condition, ...], Field(max_length=4)]
"""All of them have to hold."""
