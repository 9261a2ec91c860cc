"""The effects in the card language: the things that a card can do when one of its triggers occurs."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, model_validator

from engine.games.varia.language.changes import Change, Types, Until
from engine.games.varia.language.terms import GainedKeyword, Model, Side, Subtype, Supertype, Which, Whom
from engine.games.varia.language.values import Amount, CardCount, StackCount
from engine.text import Name, Unfit


class Move(Model):
    """Engage or disengage."""

    effect: Literal["move"]
    to: Literal["engaged", "disengaged"]


class Heal(Model):
    """Regain health points, never above the starting total."""

    effect: Literal["heal"]
    amount: Amount
    who: Whom = "self"


class Damage(Model):
    """Lose health points; nothing prevents this."""

    effect: Literal["damage"]
    amount: Amount
    who: Whom = "opponent"


class ChangeAP(Model):
    """Regain action points, never above the starting total, or lose them."""

    effect: Literal["gain ap", "lose ap"]
    amount: Amount
    who: Whom = "self"


class Draw(Model):
    """Draw cards."""

    effect: Literal["draw"]
    count: Amount = 1
    who: Whom = "self"


SOURCES: Final = {
    "discard": ("hand", "deck", "forgotten"),
    "forget": ("hand", "deck", "discard"),
    "return": ("discard", "forgotten"),
}
"""The zones from which each effect can move cards."""


class MoveCards(Model):
    """Discard, forget or return cards from a zone.

    The owner of a hand chooses from it, and the card's player chooses from a discard pile; with `by = "chance"` the
    choice is random. From a deck, the top cards are taken. `types` and `without` restrict which cards may be taken from
    a discard pile.
    """

    effect: Literal["discard", "forget", "return"]
    source: Literal["hand", "deck", "discard", "forgotten"] = "hand"
    to: Literal["hand", "deck"] = "hand"
    count: CardCount = 1
    who: Whom = "self"
    by: Literal["choice", "chance"] = "choice"
    types: Types = ()
    without: Types = ()

    @model_validator(mode="after")
    def _possible(self) -> "MoveCards":
        if self.source not in SOURCES[self.effect]:
            allowed = " or ".join(f'"{each}"' for each in SOURCES[self.effect])
            raise Unfit("source", f"{self.effect!r} takes no cards from {self.source!r}; say source = {allowed}")
        if self.source == "forgotten" and self.by == "choice":
            raise Unfit("source", 'nobody can look through a forgotten pile: say by = "chance"')
        if (self.types or self.without) and self.source != "discard":
            raise Unfit("types" if self.types else "without", "only cards in a discard pile are taken by their types")
        return self


class Look(Model):
    """Look at cards that lie closed, without moving them: only the card's player sees them.

    From a deck, these are the top cards, in their order; in a hand or a forgotten pile, chance chooses.
    """

    effect: Literal["look"]
    source: Literal["hand", "deck", "forgotten"] = "hand"
    count: CardCount = 1
    who: Whom = "opponent"

    @model_validator(mode="after")
    def _something_new(self) -> "Look":
        if self.source == "hand" and self.who == "self":
            raise Unfit("who", "everybody sees their own hand anyway")
        if self.source == "deck" and self.count == "all":
            raise Unfit("count", "of a deck, say how many cards")
        return self


class GainStacks(Model):
    """Gain stacks with a given name."""

    effect: Literal["gain stacks"]
    stack: Name
    count: Amount = 1
    who: Whom = "self"


class LoseStacks(Model):
    """Lose stacks with a given name."""

    effect: Literal["lose stacks"]
    stack: Name
    count: StackCount = 1
    who: Whom = "self"


class CreateToken(Model):
    """Create a token: a token card, or a copy of the action itself.

    The token goes to the next available moment or to the very next one, or joins the action that creates it. A tied
    token disappears when the action that created it is replaced.
    """

    effect: Literal["create token"]
    token: Name = "this"
    where: Literal["next", "next moment", "this"] = "next"
    tied: bool = False


class Disrupt(Model):
    """Turn an action sideways."""

    effect: Literal["disrupt"]
    what: Which = "opposing"


class ToQueue(Model):
    """Move an action from its moment into its player's queue, in front of what waits there.

    It leaves the moment empty, also if it has been performed; it is paid for when it comes back.
    """

    effect: Literal["to queue"]
    what: Which = "opposing"


class FromQueue(Model):
    """Move the first action of a player's queue into that player's next empty moment, if there is one."""

    effect: Literal["from queue"]
    who: Whom = "self"


class Ruin(Model):
    """Turn sideways an item that the card's player chooses; actions planned with it are disrupted."""

    effect: Literal["ruin"]
    who: Whom = "opponent"


class Repair(Model):
    """Turn upright again a ruined item that the card's player chooses."""

    effect: Literal["repair"]
    who: Whom = "self"


class Become(Model):
    """Turn an action into something else, as a whole or in one part, temporarily or permanently.

    Attributes:
        what: the action affected.
        into: "this" or "opposing" for a copy of that action, or the name of an action or token.
        types: the supertypes that replace its own.
        subtypes: the subtypes that replace its own.
        power: the power that replaces its own.
        focus: the focus that replaces its own.
        until: when the action reverts; if "for good", its cards stay changed wherever they go.
    """

    effect: Literal["become"]
    what: Which
    into: Name | None = None
    types: Annotated[tuple[Supertype, ...], Field(max_length=4)] | None = None
    subtypes: Annotated[tuple[Subtype, ...], Field(max_length=4)] | None = None
    power: int | None = Field(None, ge=-20, le=40)
    focus: int | None = Field(None, ge=-20, le=40)
    until: Literal[Until, "for good"] = "end of moment"

    @model_validator(mode="after")
    def _one_thing(self) -> "Become":
        parts = (self.types, self.subtypes, self.power, self.focus)
        if (self.into is None) == all(part is None for part in parts):
            why = "say `into` for another action, or a part like `subtypes`; one of the two, not both"
            raise Unfit("effect", why)
        if self.into == self.what or (self.into == "opposing" and self.what == "opponent"):
            raise Unfit("into", "it already is that action; choose another")
        if self.until == "for good" and self.into in ("this", "opposing"):
            raise Unfit("into", "to change it for good, name an action or token")
        if self.types is not None and "attack" in self.types and "block" in self.types:
            raise Unfit("types", "an action can't be both an attack and a block")
        return self


class ChangeAction(Change):
    """Change an action temporarily."""

    effect: Literal["change"]
    what: Which = "this"
    until: Until = "end of moment"
    keywords: tuple[GainedKeyword, ...] = Field((), max_length=5)


class Retarget(Model):
    """Give an action another target; `to` is relative to the card's player."""

    effect: Literal["retarget"]
    what: Which = "opposing"
    to: Side


class Join(Model):
    """Move the card from the discard pile into the action that is about to be performed."""

    effect: Literal["join"]


Effect: TypeAlias = Annotated[
    Move
    | Heal
    | Damage
    | ChangeAP
    | Draw
    | MoveCards
    | Look
    | GainStacks
    | LoseStacks
    | CreateToken
    | Disrupt
    | ToQueue
    | FromQueue
    | Ruin
    | Repair
    | Become
    | ChangeAction
    | Retarget
    | Join,
    Field(discriminator="effect"),
]
