"""Continuous rules in the card language: changes to an action while something is in play."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from engine.games.varia.language.terms import GainedBan, Keyword, Model, Side, Subtype, Type
from engine.games.varia.language.values import Combined, Conditions, Number, Opposed, Unopposed
from engine.text import Unfit

Types: TypeAlias = Annotated[tuple[Type, ...], Field(max_length=4)]


class Sure(Model):
    """A fixed number that a player may add instead of rolling dice."""

    power: int = Field(ge=0, le=20)
    focus: int = Field(ge=0, le=20)


class Change(Model):
    """A change to an action.

    Attributes:
        when: the conditions that have to hold.
        power: added to its power, if it has one.
        focus: added to its focus, if it has one.
        power_dice: added to its number of power dice.
        focus_dice: added to its number of focus dice.
        ap: added to its cost.
        hp: added to what it costs in health points.
        keywords: the keywords it gains; Fast and Spellfuse for as long as it is not planned.
        add: types that it is treated as having in addition to its own.
        drop: types that it is treated as not having.
        cannot: the things that cannot be done to it or that it cannot do.
        reroll_power: power dice showing this number or less are rerolled once.
        reroll_focus: focus dice showing this number or less are rerolled once.
        set_power: the value that every power die takes after the roll.
        set_focus: the value that every focus die takes after the roll.
        sure: the fixed number that its player may add instead of rolling.
    """

    when: Conditions = ()
    power: Number = 0
    focus: Number = 0
    power_dice: int = Field(0, ge=-5, le=5)
    focus_dice: int = Field(0, ge=-5, le=5)
    ap: int = Field(0, ge=-10, le=10)
    hp: int = Field(0, ge=-10, le=10)
    keywords: tuple[Keyword, ...] = Field((), max_length=5)
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
                why = f"an action can't be both an attack and a block: drop {other!r} where you add {kind!r}"
                raise Unfit("add", why)
        return self

    @model_validator(mode="after")
    def _before_planning(self) -> "Change":
        gained = next((each for each in ("fast", "spellfuse") if each in self.keywords), None)
        for number, each in enumerate(self.when):
            if gained is not None and isinstance(each, Opposed | Unopposed | Combined):
                why = f"{gained!r} matters before an action is planned, and {each.check!r} asks about a planned one"
                raise Unfit(f"when.{number}", why)
        return self


class Filter(Model):
    """A selection of actions: those that have every type in `types` and none in `without`."""

    types: Types = ()
    without: Types = ()


class Sees(Model):
    """How the card's player sees action cards in a discard pile: with these subtypes in addition or instead."""

    of: Side
    subtypes: tuple[Subtype, ...] = Field(min_length=1, max_length=4)
    instead: bool = False


Until: TypeAlias = Literal["end of moment", "end of turn"]
