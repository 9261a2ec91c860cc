"""Varia's cards as data: actions, tokens, items and stacks, in the guide's terms.

A card set is read from TOML (cardsdb) or stands inline in a scenario. Nothing here plays a card: what the data
means is in `pool`, `figures`, `timeline`, `effects` and `clash`.
"""

import re
import unicodedata
from functools import cached_property
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.contract import CardSet

Supertype: TypeAlias = Literal["physical", "magical", "attack", "block"]
Subtype: TypeAlias = Literal[
    "dexterity", "vampiric", "earth", "fire", "air", "water", "demonic", "angelic", "draconic", "poison"
]
Keyword: TypeAlias = Literal["fast", "impaired", "improved", "ranged", "spellfuse"]
Attribute: TypeAlias = Literal["aggression", "tenacity", "faith", "spirit", "intellect", "charisma", "subtlety"]
Moment: TypeAlias = Literal["planned", "start", "hit", "end"]
"""When a trigger occurs: as its action is planned, at the start of the moment, on hit, at the end of the moment."""


class Model(BaseModel):
    """A part of a card: never changed, and refusing fields it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Cost(Model):
    """What performing an action takes from its owner."""

    ap: int = Field(0, ge=0, le=30)
    hp: int = Field(0, ge=0, le=30)


class Roll(Model):
    """Dice thrown by an effect, and a number added to their sum."""

    dice: int = Field(1, ge=1, le=10)
    sides: Literal[4, 6]
    plus: int = 0


Amount: TypeAlias = int | Roll | Literal["damage dealt"]
"""How much an effect does: a number, a throw, or as much damage as its action dealt in this moment's clash."""

Side: TypeAlias = Literal["self", "opponent"]


class Move(Model):
    """Engage or disengage."""

    effect: Literal["move"]
    to: Literal["engaged", "disengaged"]


class Heal(Model):
    """Regain health points, never above the starting total."""

    effect: Literal["heal"]
    amount: Amount
    who: Side = "self"


class Damage(Model):
    """Lose health points; nothing prevents this."""

    effect: Literal["damage"]
    amount: Amount
    who: Side = "opponent"


class Draw(Model):
    """Draw cards."""

    effect: Literal["draw"]
    count: int = Field(1, ge=1, le=10)
    who: Side = "self"


class GainStacks(Model):
    """Gain stacks of one name."""

    effect: Literal["gain stacks"]
    stack: str
    count: int = Field(1, ge=1, le=20)
    who: Side = "self"


class CreateToken(Model):
    """Create a token in the next available moment: a token card, or a copy of the action itself."""

    effect: Literal["create token"]
    token: str = "this"


class Disrupt(Model):
    """Disrupt the opponent's action in this moment."""

    effect: Literal["disrupt"]


class GainAP(Model):
    """Regain action points, never above the starting total."""

    effect: Literal["gain ap"]
    amount: int = Field(ge=1, le=10)


Effect: TypeAlias = Annotated[
    Move | Heal | Damage | Draw | GainStacks | CreateToken | Disrupt | GainAP, Field(discriminator="effect")
]


class Trigger(Model):
    """Effects that occur when something happens."""

    on: Moment
    do: tuple[Effect, ...] = Field(min_length=1, max_length=8)


class Grant(Model):
    """What a stack or an item does to its owner's performed actions while it is in play.

    Only actions that have every type in `types` are changed.
    """

    types: tuple[Supertype | Subtype, ...] = ()
    power: int = 0
    focus: int = 0
    power_dice: int = 0
    focus_dice: int = 0
    keywords: tuple[Keyword, ...] = ()
    triggers: tuple[Trigger, ...] = ()


class Figures(Model):
    """An action: on a card of its own, on a token, or within a usable item.

    A missing power or focus is not printed: its total is 0 and no die is thrown for it.
    """

    cost: Cost = Cost()
    power: int | None = Field(None, ge=-20, le=40)
    focus: int | None = Field(None, ge=-20, le=40)
    power_dice: int = Field(1, ge=0, le=10)
    focus_dice: int = Field(1, ge=0, le=10)
    types: tuple[Supertype, ...] = Field(min_length=1)
    subtypes: tuple[Subtype, ...] = ()
    needs: dict[Attribute, int] = {}
    keywords: tuple[Keyword, ...] = ()
    target: Side = "opponent"
    triggers: tuple[Trigger, ...] = ()

    @model_validator(mode="after")
    def _attack_or_block(self) -> "Figures":
        if "attack" in self.types and "block" in self.types:
            raise ValueError("an action is not both an attack and a block")
        if "attack" in self.types and self.target == "self":
            raise ValueError("an attack targets the opponent")
        if not {"physical", "magical"} & set(self.types):
            raise ValueError("an action is physical, magical or both")
        return self

    @property
    def fast(self) -> bool:
        """Whether it may be planned in the fast steps, and as a combo or a replacement."""
        return "fast" in self.keywords


class Card(Model):
    """What every card has. Its id follows from its name, which is unique among the sets of a match."""

    name: str = Field(min_length=1, max_length=60)
    flavour: str = Field("", max_length=200)

    @cached_property
    def id(self) -> str:
        """The name in small letters, digits and hyphens."""
        return slug(self.name)


class ActionCard(Card, Figures):
    """A card of the deck."""

    kind: Literal["action"]


class TokenCard(Card, Figures):
    """A temporary action that other cards create; it exists on the timeline and in the queue only."""

    kind: Literal["token"]
    combinable: bool = True
    replaceable: bool = True


class Lasting(Card):
    """A card that stays in play: it changes its owner's actions, and has triggers of its own in every moment."""

    grants: tuple[Grant, ...] = ()
    triggers: tuple[Trigger, ...] = ()

    @model_validator(mode="after")
    def _in_moments(self) -> "Lasting":
        if any(trigger.on not in ("start", "end") for trigger in self.triggers):
            raise ValueError("a trigger of its own occurs at the start or the end of a moment")
        return self


class ItemCard(Lasting):
    """Equipment. A usable item holds an action, which has a text of its own; a regular one only lasts."""

    kind: Literal["item"]
    gold: int = Field(ge=1, le=30)
    action: Figures | None = None


class StackCard(Lasting):
    """A buff or a debuff. Of one name only the topmost acts; a depleting one loses its top at each end of moment."""

    kind: Literal["stack"]
    lasts: Literal["permanent", "depleting"]


AnyCard: TypeAlias = Annotated[ActionCard | TokenCard | ItemCard | StackCard, Field(discriminator="kind")]

FATIGUE: Final = StackCard(kind="stack", name="Fatigue", lasts="permanent")
"""Gained at each reshuffle. Its printed text is not known, so it is visible and does nothing by itself
(rules, ambiguities: Fatigue)."""


class VariaSet(CardSet):
    """A set of Varia cards."""

    game: Literal["varia"] = "varia"
    cards: tuple[AnyCard, ...]


def action_of(card: AnyCard) -> Figures | None:
    """Return the action that a card performs, or None for one that performs none."""
    if isinstance(card, ActionCard | TokenCard):
        return card
    return card.action if isinstance(card, ItemCard) else None


def slug(name: str) -> str:
    """Return a name as an id: small ASCII letters and digits, words joined by hyphens."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", ascii_name.lower()).strip("-")
