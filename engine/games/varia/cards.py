"""Varia's cards as data: actions, tokens, items and stacks, in the guide's terms.

A card set is read from TOML or written inline in a scenario. This is only the data; other modules play the cards.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field, model_validator

from engine.contract import CardFault, CardSet
from engine.games.varia.language.changes import Change, Filter, Sees, Types
from engine.games.varia.language.effects import (
    Become,
    ChangeAction,
    CreateToken,
    Disrupt,
    Effect,
    FromQueue,
    Join,
    Retarget,
    ToQueue,
)
from engine.games.varia.language.terms import (
    ActionBan,
    AnyKeyword,
    Attribute,
    Model,
    PlayerBan,
    Side,
    Subtype,
    Supertype,
)
from engine.games.varia.language.values import Combined, Conditions, Opposed, Unopposed
from engine.games.varia.official import OFFICIAL_NAMES
from engine.text import Name, Unfit, Words, looks, slug

Occasion: TypeAlias = Literal[
    "planned",
    "perform",
    "start",
    "hit",
    "struck",
    "end",
    "turn",
    "drawn",
    "discarded",
    "forgotten",
    "ruined",
    "card drawn",
    "card discarded",
    "card forgotten",
    "engage",
    "disengage",
]
"""When a trigger occurs: when its action is planned, just before an action is performed, at the start of the moment,
when an attack hits, when an attack hits the card's player, at the end of the moment, at the start of the turn, when the
card itself is drawn, discarded or forgotten, when the item is ruined, when any card of the player is drawn, discarded
or forgotten, or when the player engages or disengages."""

OF_ACTIONS: Final = ("planned", "perform", "start", "hit", "end", "drawn", "discarded", "forgotten")
"""The occasions for an action's own triggers."""

OF_FLEETING: Final = ("planned", "perform", "start", "hit", "end")
"""The occasions for triggers on tokens and items' actions, which are never in the hand or in a pile."""

NOTICED: Final = ("card drawn", "card discarded", "card forgotten", "engage", "disengage")
"""The occasions on which something happens to any card of the player, or the player moves."""

OF_LASTING: Final = ("perform", "start", "hit", "struck", "end", "turn", *NOTICED)
"""The occasions for triggers on lasting cards: items, stacks, and cards that act from the discard pile."""

AWAY: Final = ("turn", "drawn", "discarded", "forgotten", "ruined", *NOTICED)
"""The occasions that are outside moments or unrelated to a moment's action."""

OF_GRANTED: Final = ("perform", "start", "hit", "end")
"""The occasions for triggers that are granted to an action."""


def _check_occasions(triggers: "tuple[Trigger, ...]", allowed: tuple[str, ...], what: str, within: str = "") -> None:
    for number, each in enumerate(triggers):
        if each.on not in allowed:
            why = f"{what} has no trigger on {each.on!r}; there are: {', '.join(allowed)}"
            raise Unfit(f"{within}triggers.{number}.on", why)


def _check_joins(triggers: "tuple[Trigger, ...]", allowed: tuple[str, ...], why: str) -> None:
    for number, each in enumerate(triggers):
        for step, effect in enumerate(each.do):
            if isinstance(effect, Join) and each.on not in allowed:
                raise Unfit(f"triggers.{number}.do.{step}.effect", why)


class Trigger(Model):
    """Effects that occur when something happens.

    `types` and `without` restrict the action: the action itself for an action's own trigger, the attack that hit for
    "struck", or else the action that the player performs in this moment. If `may` is set, the card's player is asked
    first.
    """

    on: Occasion
    types: Types = ()
    without: Types = ()
    when: Conditions = ()
    may: bool = False
    do: tuple[Effect, ...] = Field(min_length=1, max_length=8)

    @model_validator(mode="after")
    def _possible(self) -> "Trigger":
        if self.on in AWAY:
            for step, effect in enumerate(self.do):
                if isinstance(effect, Disrupt | Become | ChangeAction | Retarget | CreateToken | ToQueue | FromQueue):
                    why = f"{effect.effect!r} needs an action of this moment, and on {self.on!r} there is none"
                    raise Unfit(f"do.{step}.effect", why)
                if getattr(effect, "who", None) == "target":
                    why = f"on {self.on!r} the action has no target, so you can't use 'target'"
                    raise Unfit(f"do.{step}.who", why)
        if self.on == "planned":
            for step, effect in enumerate(self.do):
                if isinstance(effect, ToQueue | FromQueue):
                    why = "nothing is planned into the queue or out of it; wait for a moment, for example with 'start'"
                    raise Unfit(f"do.{step}.effect", why)
        return self


Triggers: TypeAlias = Annotated[tuple[Trigger, ...], Field(max_length=6)]


class Grant(Filter, Change):
    """A lasting card's rules for its player's actions or the opponent's, while the card is in play.

    Attributes:
        types: the types that an action must have, all of them.
        without: the types that an action must not have.
        of: the side whose actions are affected.
        nth: if set, only the nth such action that the player performs in a turn is affected.
        triggers: the triggers that the action gains.
    """

    of: Side = "self"
    nth: int | None = Field(None, ge=1, le=10)
    triggers: Triggers = ()

    @model_validator(mode="after")
    def _granted(self) -> "Grant":
        if self.nth is not None and {"fast", "spellfuse"} & set(self.keywords):
            raise Unfit("nth", "a card that is not planned yet is not the nth of anything; leave out `nth`")
        _check_occasions(self.triggers, OF_GRANTED, "what an action is granted")
        return self


class Rules(Model):
    """A card's rules while it lasts: continuous rules, and its own triggers in every moment.

    Attributes:
        grants: its rules for actions.
        triggers: its own triggers.
        forbids: the things that its player cannot do.
        forbids_opponent: the things that the opponent cannot do.
        sees: how its player sees discarded cards.
    """

    grants: tuple[Grant, ...] = Field((), max_length=6)
    triggers: Triggers = ()
    forbids: tuple[PlayerBan, ...] = Field((), max_length=7)
    forbids_opponent: tuple[PlayerBan, ...] = Field((), max_length=7)
    sees: tuple[Sees, ...] = Field((), max_length=2)

    @model_validator(mode="after")
    def _without_target(self) -> "Rules":
        for number, each in enumerate(self.triggers):
            for step, effect in enumerate(each.do):
                if getattr(effect, "who", None) == "target":
                    why = "'target' is whom this action targets; only triggers of actions have one"
                    raise Unfit(f"triggers.{number}.do.{step}.who", why)
        return self


class Haunting(Rules):
    """An action's rules while it is in its owner's discard pile."""

    @model_validator(mode="after")
    def _in_discard(self) -> "Haunting":
        _check_occasions(self.triggers, OF_LASTING, "a card in the discard pile")
        _check_joins(self.triggers, ("perform",), "a card joins an action that is about to be performed, on 'perform'")
        return self


class Cost(Model):
    """The cost of performing an action."""

    ap: int = Field(0, ge=0, le=30)
    hp: int = Field(0, ge=0, le=30)


class Figures(Model):
    """An action: on a card of its own, on a token, or on a usable item.

    A missing power or focus is not printed: its total is 0 and no die is rolled for it. `keywords` can include the
    set's own keywords, which stand for rules. Only a token may have no supertype.
    """

    may_lack_types: ClassVar[bool] = False

    cost: Cost = Cost()
    power: int | None = Field(None, ge=-20, le=40)
    focus: int | None = Field(None, ge=-20, le=40)
    power_dice: int = Field(1, ge=0, le=10)
    focus_dice: int = Field(1, ge=0, le=10)
    types: tuple[Supertype, ...] = Field(min_length=1, max_length=4)
    subtypes: tuple[Subtype, ...] = Field((), max_length=4)
    needs: dict[Attribute, Annotated[int, Field(ge=1, le=10)]] = Field(default_factory=dict)
    keywords: tuple[AnyKeyword, ...] = Field((), max_length=5)
    target: Literal[Side, "either"] = "opponent"
    cannot: tuple[ActionBan, ...] = Field((), max_length=4)
    changes: tuple[Change, ...] = Field((), max_length=6)
    triggers: Triggers = ()

    @model_validator(mode="after")
    def _one_action(self) -> "Figures":
        if "attack" in self.types and "block" in self.types:
            raise Unfit("types", "an action can't be both an attack and a block")
        if "attack" in self.types and self.target == "self":
            raise Unfit("target", "an attack has to target the opponent")
        if not {"physical", "magical"} & set(self.types) and (self.types or not self.may_lack_types):
            raise Unfit("types", "make the action physical, magical or both")
        _check_occasions(self.triggers, OF_ACTIONS, "an action")
        _check_joins(self.triggers, (), "a card joins an action from the discard pile, in `in_discard`")
        return self

    @property
    def fast(self) -> bool:
        """Whether the action may be planned in the fast steps, and as a combo or a replacement."""
        return "fast" in self.keywords


class Wording(Model):
    """Text that replaces the generated text; `replaces` is the `fingerprint` of the behaviour that it describes."""

    text: Words = Field(min_length=1, max_length=400)
    replaces: str = Field(max_length=40)


class Card(Model):
    """The base of every card. A card's id is derived from its name, which is unique among a match's sets."""

    name: Name
    flavour: Words = Field("", max_length=200)
    wording: Wording | None = None
    rulings: tuple[Annotated[Words, Field(max_length=300)], ...] = Field((), max_length=5)

    @cached_property
    def id(self) -> str:
        """The name in lower-case letters, digits and hyphens."""
        return slug(self.name)

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that identify the card's behaviour, and therefore its generated text."""
        behaviour = self.model_dump(
            mode="json", exclude={"name", "flavour", "wording", "rulings"}, exclude_defaults=True
        )
        plain = json.dumps(behaviour, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(plain.encode()).hexdigest()[:12]

    @model_validator(mode="after")
    def _current_wording(self) -> "Card":
        if self.wording is not None and self.wording.replaces != self.fingerprint:
            raise Unfit(
                "wording.replaces",
                f"the card no longer does what its wording was written for; read the generated text again, "
                f'change the wording, and set replaces = "{self.fingerprint}"',
            )
        return self


class ActionCard(Card, Figures):
    """An action card, as decks hold them."""

    kind: Literal["action"]
    in_discard: Haunting | None = None


class TokenCard(Card, Figures):
    """A temporary action that other cards create; it exists only on the timeline and in the queue."""

    may_lack_types: ClassVar[bool] = True

    kind: Literal["token"]
    types: tuple[Supertype, ...] = Field((), max_length=4)

    @model_validator(mode="after")
    def _never_elsewhere(self) -> "TokenCard":
        _check_occasions(self.triggers, OF_FLEETING, "a token, which is never drawn, discarded or forgotten,")
        return self


class ItemCard(Card, Rules):
    """Equipment. A usable item holds an action with its own text; a regular item only lasts."""

    kind: Literal["item"]
    gold: int = Field(ge=1, le=30)
    action: Figures | None = None

    @model_validator(mode="after")
    def _of_an_item(self) -> "ItemCard":
        _check_occasions(self.triggers, (*OF_LASTING, "ruined"), "an item")
        if self.action is not None:
            what = "an item's action, which is never drawn, discarded or forgotten,"
            _check_occasions(self.action.triggers, OF_FLEETING, what, "action.")
        return self


class Depletion(Filter):
    """The rule for when a pile of stacks loses its top stack.

    The pile loses it at the end of each moment, at the end of the turn, or at the end of each moment in which its
    player performed an action (of certain types), hit with one, or was hit.
    """

    on: Literal["moment", "turn", "performed", "hit", "struck"]


class StackCard(Card, Rules):
    """A buff or a debuff. Only the topmost stack with a given name acts; a pile that does not deplete is permanent."""

    kind: Literal["stack"]
    depletes: Depletion | None = None

    @model_validator(mode="after")
    def _of_a_stack(self) -> "StackCard":
        _check_occasions(self.triggers, OF_LASTING, "a stack")
        return self


class KeywordRule(Model):
    """A set's own keyword: a name for a rule that appears often.

    An action with the keyword has these triggers and changes as if they were printed on it.
    """

    name: Name
    triggers: Triggers = ()
    changes: tuple[Change, ...] = Field((), max_length=6)

    @model_validator(mode="after")
    def _of_actions(self) -> "KeywordRule":
        _check_occasions(self.triggers, OF_ACTIONS, "an action")
        return self


AnyCard: TypeAlias = Annotated[ActionCard | TokenCard | ItemCard | StackCard, Field(discriminator="kind")]

FATIGUE: Final = StackCard(kind="stack", name="Fatigue")
"""Gained at each reshuffle. Its printed text is unknown, so it is visible but does nothing by itself
(rules, ambiguities: Fatigue)."""


_OFFICIAL_LOOKS: Final = frozenset(looks(name) for name in OFFICIAL_NAMES)


class VariaSet(CardSet):
    """A set of Varia cards."""

    homebrew: ClassVar[bool] = True

    game: Literal["varia"] = "varia"
    keywords: tuple[KeywordRule, ...] = Field((), max_length=20)
    cards: tuple[AnyCard, ...] = Field(max_length=300)

    @classmethod
    def reserves(cls, name: str) -> bool:
        """Whether a publisher's card has this name or one that looks like it."""
        return looks(name) in _OFFICIAL_LOOKS

    def unplayable(self, beside: Sequence[CardSet]) -> Iterable[CardFault]:
        """Return the faults of cards whose triggers or depletions ask for an action that is not there."""
        for each in (*self.keywords, *self.cards):
            yield from asking_in_vain(each)


def asking_in_vain(card: AnyCard | KeywordRule) -> Iterator[CardFault]:
    """Yield a fault for each limit on an action that a trigger or a depletion has although there is no such action."""
    for path, triggers in _trigger_lists(card):
        for number, trigger in enumerate(triggers):
            for field in _vain_limits(trigger):
                why = f"it asks about an action of this moment, and on {trigger.on!r} there is none"
                yield CardFault(card.name, f"{path}triggers.{number}.{field}", why)
    depletes = card.depletes if isinstance(card, StackCard) else None
    if depletes is not None and depletes.on in ("moment", "turn"):
        for field in ("types", "without"):
            if getattr(depletes, field):
                why = f"{depletes.on!r} means the end of every {depletes.on}, whatever action there is"
                yield CardFault(card.name, f"depletes.{field}", why)


def _trigger_lists(card: AnyCard | KeywordRule) -> Iterator[tuple[str, Triggers]]:
    """Yield a card's lists of triggers, each with the beginning of its path."""
    yield "", card.triggers
    if isinstance(card, ItemCard) and card.action is not None:
        yield "action.", card.action.triggers
    if isinstance(card, ActionCard) and card.in_discard is not None:
        yield "in_discard.", card.in_discard.triggers


def _vain_limits(trigger: Trigger) -> Iterator[str]:
    """Yield the fields of a trigger that can never be met, or never fail, because there is no action to ask about.

    All but the start of the turn may happen in a moment, so conditions about that moment may be met.
    """
    if trigger.on in AWAY:
        yield from (field for field in ("types", "without") if getattr(trigger, field))
    if trigger.on == "turn":
        about_actions = (Opposed, Unopposed, Combined)
        yield from (f"when.{place}" for place, each in enumerate(trigger.when) if isinstance(each, about_actions))


def action_of(card: AnyCard) -> Figures | None:
    """Return the action that a card performs, or None if it performs none."""
    if isinstance(card, ActionCard | TokenCard):
        return card
    return card.action if isinstance(card, ItemCard) else None


def lasting_rules(card: AnyCard) -> Rules | None:
    """Return a card's rules while it lasts, or None if the card is only performed."""
    if isinstance(card, ItemCard | StackCard):
        return card
    return card.in_discard if isinstance(card, ActionCard) else None
