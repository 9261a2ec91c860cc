"""Zarcana's cards as data: suits, courts, trumps and their powers, each with its requirements.

A card set is read from TOML. It serves as the table of requirements, and nothing in the code repeats it.
"""

from functools import cached_property
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from engine.contract import CardSet
from engine.text import slug

Suit: TypeAlias = Literal["cups", "wands", "swords", "discs"]

SUITS: tuple[Suit, ...] = ("cups", "wands", "swords", "discs")

Kind: TypeAlias = Literal[
    "grow or clone",
    "move",
    "attack",
    "convert",
    "build",
    "build from hand",
    "create",
    "transport",
    "teleport",
    "destroy here",
    "reorient nearby",
    "go again",
    "draw",
    "take discards",
    "trade hands",
    "play random cards",
    "any suit",
    "copy a trump",
    "copy the last discard",
]
"""The kind of a power: what it does."""


class Model(BaseModel, frozen=True, extra="forbid"):
    """A part of a card: immutable, with unknown fields forbidden."""


class Power(Model):
    """A power of a card, with the requirements for its use (rules, section 6: the icons).

    Attributes:
        minion: whether a particular minion uses the power. If not, it is played from the hand without a minion.
        orientation: how the acting minion must lie or stand.
        place: where the acting minion must be.
        population: whether the limit of three minions per space applies to a minion that enters; None if none enters.
        hand: whether the limit of six cards applies to the player who gains cards; None if nobody gains any.
        times: the maximum number of times that the minion may act in one use.
        count: the maximum number of cards that the power draws, takes or demands.
        directions: whether a move can go only to the target space, or to any neighbouring one.
        raze: whether an attack may destroy territory despite minions there.
        under_enemies: whether territory may be built where other players' minions are.
        face_down: whether the new territory lies face-down.
    """

    kind: Kind
    minion: bool = True
    orientation: Literal["any", "lying", "standing"] = "any"
    place: Literal["territory", "anywhere"] = "anywhere"
    population: Literal["obey", "ignore"] | None = None
    hand: Literal["obey", "ignore"] | None = None
    times: int = Field(1, ge=1, le=2)
    count: int = Field(0, ge=0, le=4)
    directions: Literal["target", "any"] = "target"
    raze: bool = False
    under_enemies: bool = False
    face_down: bool = False


class SuitPower(Model):
    """One suit: its name on the cards, its other common names, and the power that all its cards have."""

    suit: Suit
    name: str
    aliases: tuple[str, ...] = ()
    power: Power


class Card(Model):
    """The fields common to all cards. A card's id is derived from its unique name."""

    name: str = Field(min_length=1, max_length=60)

    @cached_property
    def id(self) -> str:
        """The name in lower-case letters, digits and hyphens."""
        return slug(self.name)


class NumberCard(Card):
    """An ace or a card from 2 to 10, with its suit's power."""

    kind: Literal["number"]
    suit: Suit
    value: int = Field(ge=1, le=10)


class CourtCard(Card):
    """A page, knight, queen or king, with its suit's power or, if played from the hand, that of any suit."""

    kind: Literal["court"]
    suit: Suit
    value: int = Field(ge=1, le=21)


class TrumpCard(Card):
    """A trump with a power of its own."""

    kind: Literal["trump"]
    value: int = Field(ge=0, le=21)
    power: Power


class ExtraCard(Card):
    """One of the two cards in addition to the 78 of a tarot, which count as trumps (rules, Q18)."""

    kind: Literal["extra"]
    value: int | Literal["last discard"]
    power: Power


AnyCard: TypeAlias = Annotated[NumberCard | CourtCard | TrumpCard | ExtraCard, Field(discriminator="kind")]


class ZarcanaSet(CardSet):
    """A tarot pack."""

    game: Literal["zarcana"] = "zarcana"
    suits: tuple[SuitPower, ...] = ()
    cards: tuple[AnyCard, ...]
