"""WarMage's cards as data: one kind of card, the Spell, in the terms of the rules sheet.

A card set is read from TOML or given inline in a scenario. This is only the data; other modules play the cards.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import BaseModel, Field, model_validator

from engine.contract import CardFault, CardSet
from engine.text import Name, Words, slug

LEAST_DECK: Final = 40
MOST_DECK: Final = 240
"""The maximum number of cards in a server's common deck. The deck in the rules has 60 cards; 40 are enough to deal six
seats their hands and first draws."""

MOST_ADDED: Final = 20
"""The maximum number of cards that a server's sets together add to the shipped common deck."""

Timing: TypeAlias = Literal["opener", "reflex", "swift"]
"""When a Spell may be cast (rules, casting): to open a Chain in its player's Cast step, onto an open Chain, or both."""

Moment: TypeAlias = Literal[
    "turn_begin",
    "cast_step_idle",
    "spell_cast",
    "would_be_wounded",
    "was_wounded",
    "about_to_be_eliminated",
    "discarded",
    "turn_end",
]
"""The points at which activated effects may interrupt (rules, interrupt points).

Each concerns one player, and only cards in front of that player can act then: the player whose turn begins or ends or
whose Cast step is idle, or who has successfully cast a Spell, is wounded or eliminated, or has discarded.
"""

Having: TypeAlias = Literal["card in hand", "flesh wound", "mortal wound"]
"""The requirement that a player must meet to be targeted."""

Who: TypeAlias = Literal["you", "target", "bearer", "wounder", "everyone"]
"""The players that an effect applies to: its controller, the targeted player, the player in front of whom the card
lies, the caster of the Spell that dealt the Wound it reacts to, or every player."""


class Model(BaseModel, frozen=True, extra="forbid"):
    """A part of a card: immutable, with unknown fields forbidden."""


class Cost(Model):
    """The cost of casting or using a card: cards from the hand, and the card itself if it is in play."""

    discard: int = Field(0, ge=0, le=5)
    this: bool = False


class PlayerAim(Model):
    """The card targets a player.

    "another", for Spells that redirect, means any player except the targeted Spell's target. "each opponent" targets
    all opponents without a choice, whatever they have.
    """

    at: Literal["player"]
    who: Literal["opponent", "anyone", "another", "each opponent"] = "opponent"
    having: Having | None = None

    @model_validator(mode="after")
    def _fits(self) -> "PlayerAim":
        if self.who == "each opponent" and self.having is not None:
            raise ValueError("each opponent is a target whatever they have; leave having out")
        return self


class SpellAim(Model):
    """The card targets a Spell in the Chain: the top one, unless the card says otherwise (seed, Chains)."""

    at: Literal["spell"]
    where: Literal["top", "chain"] = "top"
    that: Literal["was a response", "targets one player"] | None = None


class CardAim(Model):
    """The card targets a Lingering card in play."""

    at: Literal["card"]


Aim: TypeAlias = Annotated[PlayerAim | SpellAim | CardAim, Field(discriminator="at")]


class Wound(Model):
    """Deal Wounds one by one. A deepening Wound must turn a Flesh Wound Mortal if the player has one."""

    effect: Literal["wound"]
    count: int = Field(1, ge=1, le=6)
    who: Who = "target"
    deepens: bool = False


class Heal(Model):
    """Set a Flesh Wound aside, or turn a Mortal Wound back into a Flesh Wound."""

    effect: Literal["heal"]
    wound: Literal["flesh", "mortal"]
    who: Who = "target"


class Prevent(Model):
    """Prevent the Wound that is about to be dealt."""

    effect: Literal["prevent"]


class Counter(Model):
    """Counter the targeted Spell, which goes to the Discard or returns to its caster's hand."""

    effect: Literal["counter"]
    to: Literal["discard", "hand"] = "discard"


class Protect(Model):
    """Protect the targeted Spell from being countered until this Chain ends."""

    effect: Literal["protect"]


class Redirect(Model):
    """Redirect the targeted Spell to the targeted player."""

    effect: Literal["redirect"]


class Draw(Model):
    """Draw cards, one at a time, from the deck or from the Row."""

    effect: Literal["draw"]
    count: int = Field(1, ge=1, le=6)
    who: Who = "you"


class Discard(Model):
    """Discard cards of the player's choice from the hand.

    If `or_this` is set, the card itself leaves play if the hand is empty.
    """

    effect: Literal["discard"]
    count: int = Field(1, ge=1, le=6)
    who: Who = "target"
    or_this: bool = False


class Steal(Model):
    """Take a random card from the targeted player's hand."""

    effect: Literal["steal"]


class Remove(Model):
    """Discard the targeted card in play."""

    effect: Literal["remove"]


class NewRow(Model):
    """Discard the Row and reveal a new one."""

    effect: Literal["new row"]


Effect: TypeAlias = Annotated[
    Wound | Heal | Prevent | Counter | Protect | Redirect | Draw | Discard | Steal | Remove | NewRow,
    Field(discriminator="effect"),
]

_NEEDED: dict[type[Model], Literal["player", "spell", "card"]] = {
    Counter: "spell",
    Protect: "spell",
    Redirect: "spell",
    Steal: "player",
    Remove: "card",
}
"""The kind of target that each effect needs."""


def _favour(effects: Iterable[Effect], who: Who) -> int:
    """Return 1 if the effects only help the players they apply to as `who`, -1 if they only harm them, or else 0."""
    helps = harms = False
    for effect in effects:
        if isinstance(effect, Steal):
            harms = harms or who == "target"
        elif getattr(effect, "who", None) == who:
            helps = helps or isinstance(effect, Heal | Draw)
            harms = harms or isinstance(effect, Wound | Discard)
    return helps - harms


class Ability(Model):
    """An activated effect of a card in play: its trigger, its cost and its effects.

    Attributes:
        must: whether using it is mandatory rather than optional.
        by: if set, only Wounds from this source trigger it.
    """

    on: Moment
    must: bool = False
    once_per_turn: bool = False
    by: Literal["opponent's spell"] | None = None
    cost: Cost = Cost()
    aims: tuple[PlayerAim, ...] = Field((), max_length=1)
    do: tuple[Effect, ...] = Field(min_length=1, max_length=6)

    @model_validator(mode="after")
    def _fits(self) -> "Ability":
        _check_targets(self.aims, self.do)
        if any(aim.who == "another" for aim in self.aims):
            raise ValueError("only a Spell that redirects can aim at another player")
        if self.by is not None and self.on != "was_wounded":
            raise ValueError("use by only for a Wound that was dealt")
        if self.by is None and any(getattr(effect, "who", None) == "wounder" for effect in self.do):
            raise ValueError("there is a wounder only for a Wound from an opponent's Spell; set by")
        if self.on != "would_be_wounded" and any(isinstance(effect, Prevent) for effect in self.do):
            raise ValueError("only a Wound that is about to be dealt can be prevented")
        if self.must and (self.cost != Cost() or (self.aims and not self.at_each)):
            raise ValueError("an effect that must happen can't have a cost or a target")
        if self.must and self.on == "cast_step_idle":
            raise ValueError("an effect in an idle Cast step can't be one that must happen")
        return self

    @cached_property
    def at_each(self) -> bool:
        """Whether it targets each opponent."""
        return _at_each(self.aims)

    @cached_property
    def favour(self) -> int:
        """1 if it only helps the player it targets, -1 if it only harms that player, or else 0."""
        return _favour(self.do, "target")

    @cached_property
    def protects(self) -> bool:
        """Whether the effect saves a player from a Wound or from elimination and triggers nothing else."""
        saves = any(isinstance(effect, Prevent | Heal) for effect in self.do)
        harms = any(isinstance(effect, Wound | Discard) for effect in self.do)
        return self.on in ("would_be_wounded", "about_to_be_eliminated") and saves and not harms


class Spell(Model):
    """A card. Its id is derived from its name, which is unique among a match's sets.

    Attributes:
        copies: the number of copies in the common deck.
        lingering: whether it stays in play, in front of its target or, if it targets no player, in front of its caster.
        uncounterable: whether nothing can counter it.
        do: its effects when it is successfully cast.
        abilities: its activated effects while it is in play.
    """

    name: Name
    school: Literal["ember", "tide", "root", "gale", "gloom", "star"]
    copies: int = Field(1, ge=0, le=10)
    timing: Timing
    lingering: bool = False
    uncounterable: bool = False
    cost: Cost = Cost()
    aims: tuple[Aim, ...] = Field((), max_length=2)
    do: tuple[Effect, ...] = Field((), max_length=6)
    abilities: tuple[Ability, ...] = Field((), max_length=4)
    flavour: Words = Field("", max_length=200)

    @cached_property
    def id(self) -> str:
        """The name in lower-case letters, digits and hyphens."""
        return slug(self.name)

    @cached_property
    def at_each(self) -> bool:
        """Whether it targets each opponent."""
        return _at_each(self.aims)

    @cached_property
    def favour(self) -> int:
        """1 if it only helps the player it targets, -1 if it only harms that player, or else 0.

        While it stays in play, it lies in front of that player.
        """
        lasting = [effect for ability in self.abilities for effect in ability.do]
        return _favour(self.do, "target") or _favour(lasting, "bearer")

    @cached_property
    def targets_one_player(self) -> bool:
        """Whether the Spell targets exactly one player and nothing else."""
        return len(self.aims) == 1 and isinstance(self.aims[0], PlayerAim) and not self.at_each

    @model_validator(mode="after")
    def _fits(self) -> "Spell":
        _check_targets(self.aims, self.do)
        if self.lingering != bool(self.abilities):
            raise ValueError("give abilities to every Lingering Spell, and to no other Spell")
        if not self.lingering and not self.do:
            raise ValueError("give this Spell at least one effect")
        if self.lingering and self.at_each:
            raise ValueError("a Lingering Spell lies in front of one player, so it can't aim at each opponent")
        if self.cost.this:
            raise ValueError("a Spell can't be its own cost")
        if self.timing == "opener" and any(isinstance(aim, SpellAim) for aim in self.aims):
            raise ValueError("an Opener can't aim at a Spell, because the Chain is still empty")
        if any(isinstance(effect, Prevent) for effect in self.do):
            raise ValueError("only an activated effect prevents Wounds")
        if any(getattr(effect, "who", None) in ("bearer", "wounder") for effect in self.do):
            raise ValueError("only an activated effect has a bearer or a wounder")
        if any(isinstance(effect, Redirect) for effect in self.do) != any(_another(aim) for aim in self.aims):
            raise ValueError("aim at another player in a Spell that redirects, and in no other Spell")
        if any(_another(aim) for aim in self.aims[:1]):
            raise ValueError("aim at the Spell to redirect first, then at its new target")
        return self


def each_opponent(aim: Aim) -> bool:
    """Whether a target is each opponent, so that there is nothing to choose."""
    return isinstance(aim, PlayerAim) and aim.who == "each opponent"


def _at_each(aims: Iterable[Aim]) -> bool:
    return any(each_opponent(aim) for aim in aims)


def _another(aim: Aim) -> bool:
    return isinstance(aim, PlayerAim) and aim.who == "another"


def _check_targets(aims: tuple[Aim, ...], effects: tuple[Effect, ...]) -> None:
    """Reject effects that lack the target they need, and two targets of the same kind."""
    kinds = [aim.at for aim in aims]
    if len(set(kinds)) < len(kinds):
        raise ValueError("aim at each kind of target only once")
    for effect in effects:
        needed = "player" if getattr(effect, "who", None) == "target" else _NEEDED.get(type(effect))
        if needed is not None and needed not in kinds:
            raise ValueError(f"{effect.effect!r} needs a target: a {needed}")


class WarMageSet(CardSet):
    """A set of Spells that forms the common deck of a table.

    Attributes:
        adds: whether it is added to the common deck that comes with Tableside, instead of replacing it.
    """

    homebrew: ClassVar[bool] = True

    game: Literal["warmage"] = "warmage"
    adds: bool = False
    cards: tuple[Spell, ...] = Field(max_length=150)

    def joins(self) -> bool:
        """Return whether the set is added to the shipped common deck."""
        return self.adds

    def unplayable(self, beside: Sequence[CardSet]) -> Iterable[CardFault]:
        """Return every reason why the set cannot be a common deck, or be added to one: its size, or no opener."""
        if self.decks:
            yield CardFault("the set", "decks", "all play from the common deck, so there are no decks to choose")
        size = sum(spell.copies for spell in self.cards)
        if self.adds:
            more = sum(spell.copies for each in beside if each.joins() for spell in each.cards)
            if not 1 <= size <= MOST_ADDED - more:
                why = f"sets that add to the common deck have 1 to {MOST_ADDED} cards together, and these are {size}"
                yield CardFault("the set", "cards", f"{why}, with {more} of other sets" if more else why)
            return
        if not LEAST_DECK <= size <= MOST_DECK:
            yield CardFault(
                "the set", "cards", f"a common deck has {LEAST_DECK} to {MOST_DECK} cards, and these are {size}"
            )
        if all(spell.timing == "reflex" for spell in self.cards if spell.copies):
            yield CardFault("the set", "cards", "without an opener or a swift Spell nobody can begin a Chain")
