"""Continuous rules of the card language: what an action is while something is in play."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from engine.games.varia.language.terms import GainedBan, GainedKeyword, Model, Side, Subtype, Type
from engine.games.varia.language.values import Conditions, Number
from engine.text import Unfit

Types: TypeAlias = Annotated[tuple[Type, ...], Field(max_length=4)]


class Sure(Model):
    """What may be added instead of rolling dice."""

    power: int = Field(ge=0, le=20)
    focus: int = Field(ge=0, le=20)


class Change(Model):
    """What is different about an action.

    Attributes:
        when: what has to hold.
        power: added to its power, where it has one.
        focus: added to its focus, where it has one.
        power_dice: more power dice, or fewer.
        focus_dice: more focus dice, or fewer.
        ap: added to its cost.
        keywords: keywords it gains.
        add: types as which it is treated in addition to its own.
        drop: types as which it is not treated.
        cannot: what cannot be done to it, or what it cannot do.
        reroll_power: power dice that show at most this are rolled once more.
        reroll_focus: focus dice that show at most this are rolled once more.
        set_power: what every power die becomes after the roll.
        set_focus: what every focus die becomes after the roll.
        sure: what its player may add instead of rolling.
    """

    when: Conditions = ()
    power: Number = 0
    focus: Number = 0
    power_dice: int = Field(0, ge=-5, le=5)
    focus_dice: int = Field(0, ge=-5, le=5)
    ap: int = Field(0, ge=-10, le=10)
    keywords: tuple[GainedKeyword, ...] = Field((), max_length=5)
    add: Types = ()
    drop: Types = ()
    cannot: tuple[GainedBan, ...] = Field((), max_length=2)
    reroll_power: int = Field(0, ge=0, le=5)
    reroll_focus: int = Field(0, ge=0, le=3)
    set_power: int | None = Field(None, ge=1, le=6)
    set_focus: int | None = Field(None, ge=1, le=4)
    sure: Sure | None = None

    @model_validator(mode="after")
    def _never_both(self) -> "Change":
        for kind, other in (("attack", "block"), ("block", "attack")):
            if kind in self.add and other not in self.drop:
                why = f"an action is not both an attack and a block: drop {other!r} where you add {kind!r}"
                raise Unfit("add", why)
        return self


class Filter(Model):
    """Which actions are meant: those that have every type in `types` and none in `without`."""

    types: Types = ()
    without: Types = ()


class Sees(Model):
    """How the card's player sees the action cards in a discard pile: with more subtypes, or with these instead."""

    of: Side
    subtypes: tuple[Subtype, ...] = Field(min_length=1, max_length=4)
    instead: bool = False


Until: TypeAlias = Literal["end of moment", "end of turn"]
