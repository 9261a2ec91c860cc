"""The definitions that a match plays with, proved to fit together, and their printed figures."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from engine.contract import Cards, IllegalSet
from engine.varia.cards import (
    FATIGUE,
    ActionCard,
    AnyCard,
    Depletion,
    Figures,
    Grant,
    ItemCard,
    KeywordRule,
    Rules,
    StackCard,
    TokenCard,
    Trigger,
    VariaSet,
    action_of,
    lasting_of,
)
from engine.varia.language.changes import Change, Sees, Sure
from engine.varia.language.effects import (
    Become,
    ChangeAction,
    CreateToken,
    Effect,
    GainStacks,
    LoseStacks,
    Move,
)
from engine.varia.language.terms import Keyword, slug
from engine.varia.language.values import Roll
from engine.varia.soundness import faults

PRINTED_KEYWORDS: Final[tuple[Keyword, ...]] = ("fast", "impaired", "improved", "ranged", "spellfuse")
"""The keywords of the guide; all others are rules that a set gives a name to."""

REMEMBERED: Final = 4096
"""How many combinations of cards in play are remembered before all are forgotten."""


class Printed(Struct, frozen=True):
    """A trigger: the id of the definition that prints it, its number there, and what it does."""

    origin: str
    number: int
    trigger: Trigger

    def concerns(self, types: frozenset[str]) -> bool:
        """Whether an action of these types is meant."""
        trigger = self.trigger
        return types.issuperset(trigger.types) and types.isdisjoint(trigger.without)


class Continuous(Struct, frozen=True):
    """A continuous rule on actions; `stage` says when it is applied: types first, for all before only for the nth."""

    origin: str
    change: Change
    types: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    nth: int | None = None
    triggers: tuple[Printed, ...] = ()

    @property
    def retypes(self) -> bool:
        """Whether it changes as what an action is treated."""
        return bool(self.change.add or self.change.drop)

    @property
    def steady(self) -> bool:
        """Whether it is the same whatever else happens: nothing is counted and nothing has to hold."""
        numbers = (self.change.power, self.change.focus)
        return not self.change.when and self.nth is None and all(isinstance(each, int) for each in numbers)

    @property
    def stage(self) -> int:
        """Types that change for every action, then for the nth one alone, then everything else."""
        return 2 if not self.retypes else 0 if self.nth is None else 1

    def concerns(self, types: frozenset[str]) -> bool:
        """Whether an action of these types is meant."""
        return self.types <= types and not self.without & types


class InPlay(Struct, frozen=True):
    """What everything that a player has in play does together.

    `own` are the rules on the player's actions, `others` those on the opponent's; `steady` tells that all of these are
    the same whatever else happens, and `costs` that some of them change a cost. `number` tells one from the other.
    """

    number: int
    own: tuple[Continuous, ...]
    others: tuple[Continuous, ...]
    triggers: dict[str, tuple[Printed, ...]]
    forbids: frozenset[str]
    forbids_opponent: frozenset[str]
    sees: tuple[Sees, ...]
    depleting: tuple[tuple[str, Depletion], ...]
    steady: bool
    costs: bool


class Profile(Struct, frozen=True):
    """One action's current figures. A power or focus of None is not printed: total 0, no die.

    `improved` counts Improved less Impaired: each one more is one more roll, of which the best (or the worst) is
    kept (rules, further rulings: several Improved or Impaired). `spellfuse` counts the cards with that keyword.
    `changes` are the action's own continuous rules. `commits` tells that planning it uses chance or shows hidden
    cards, so that it cannot be undone.
    """

    ap: int
    hp: int
    power: int | None
    focus: int | None
    power_dice: int
    focus_dice: int
    types: frozenset[str]
    subtypes: frozenset[str]
    needs: tuple[tuple[str, int], ...]
    fast: bool
    ranged: bool
    spellfuse: int
    improved: int
    cannot: frozenset[str]
    changes: tuple[Continuous, ...]
    triggers: tuple[Printed, ...]
    commits: bool
    reroll_power: int = 0
    reroll_focus: int = 0
    set_power: int | None = None
    set_focus: int | None = None
    sure: Sure | None = None

    @property
    def attack(self) -> bool:
        """Whether it is an attack."""
        return "attack" in self.types

    @property
    def block(self) -> bool:
        """Whether it is a block."""
        return "block" in self.types

    @property
    def kinds(self) -> frozenset[str]:
        """All its types, supertypes and subtypes."""
        return self.types | self.subtypes


class VariaCards(Cards):
    """The definitions of one or more sets, by id. Raises IllegalSet for sets that do not fit together."""

    def __init__(self, sets: Iterable[VariaSet]) -> None:
        read = tuple(sets)
        cards = [card for each in read for card in each.cards]
        keywords = [keyword for each in read for keyword in each.keywords]
        self.by_id: dict[str, AnyCard] = {card.id: card for card in cards}
        self.by_id.setdefault(FATIGUE.id, FATIGUE)
        self.keywords: dict[str, KeywordRule] = {keyword.name: keyword for keyword in keywords}
        found = faults(cards, keywords, self.by_id)
        if found:
            raise IllegalSet(found)
        self._triggers: dict[str, list[Trigger]] = {}
        self._lasting: dict[str, InPlay] = {}
        self._profiles: dict[tuple[str, ...], Profile] = {}
        for card in self.by_id.values():
            self._define(card)
        self._in_play: dict[tuple[str, ...], InPlay] = {}
        self._numbered = 0
        self.remembered: dict[tuple[tuple[str, ...], int, int], Profile] = {}
        """Performed actions of these cards, under what the two players have in play, where all of that is steady."""
        self.haunting = frozenset(
            card.id for card in self.by_id.values() if isinstance(card, ActionCard) and card.in_discard is not None
        )
        self._items = frozenset(card.id for card in self.by_id.values() if isinstance(card, ItemCard))

    def _define(self, card: AnyCard) -> None:
        self._triggers[card.id] = []
        figures, lasting = action_of(card), lasting_of(card)
        if figures is not None:
            self._profiles[(card.id,)] = self._single(card.id, figures)
        if lasting is not None:
            self._lasting[card.id] = self._rules(card, lasting)

    def _print(self, origin: str, triggers: Iterable[Trigger]) -> tuple[Printed, ...]:
        """Number triggers of a definition, so that what is due can name them."""
        known, printed = self._triggers[origin], []
        for trigger in triggers:
            printed.append(Printed(origin, len(known), trigger))
            known.append(trigger)
        return tuple(printed)

    def _single(self, card: str, figures: Figures) -> Profile:
        rules = [self.keywords[name] for name in figures.keywords if name not in PRINTED_KEYWORDS]
        triggers = [*figures.triggers, *(each for rule in rules for each in rule.triggers)]
        changes = [*figures.changes, *(each for rule in rules for each in rule.changes)]
        return Profile(
            ap=figures.cost.ap,
            hp=figures.cost.hp,
            power=figures.power,
            focus=figures.focus,
            power_dice=0 if figures.power is None else figures.power_dice,
            focus_dice=0 if figures.focus is None else figures.focus_dice,
            types=frozenset(figures.types),
            subtypes=frozenset(figures.subtypes),
            needs=tuple(sorted(figures.needs.items())),
            fast=figures.fast,
            ranged="ranged" in figures.keywords,
            improved=figures.keywords.count("improved") - figures.keywords.count("impaired"),
            spellfuse=figures.keywords.count("spellfuse"),
            cannot=frozenset(figures.cannot),
            changes=tuple(Continuous(card, each) for each in changes),
            triggers=self._print(card, triggers),
            commits=any(self.commits(each) for each in triggers if each.on == "planned"),
        )

    def _rules(self, card: AnyCard, rules: Rules) -> InPlay:
        by_occasion: dict[str, tuple[Printed, ...]] = {}
        for printed in self._print(card.id, rules.triggers):
            by_occasion[printed.trigger.on] = (*by_occasion.get(printed.trigger.on, ()), printed)
        depletes = card.depletes if isinstance(card, StackCard) else None
        grants = [(grant.of, self._continuous(card.id, grant)) for grant in rules.grants]
        return InPlay(
            number=0,
            own=tuple(each for of, each in grants if of == "self"),
            others=tuple(each for of, each in grants if of == "opponent"),
            triggers=by_occasion,
            forbids=frozenset(rules.forbids),
            forbids_opponent=frozenset(rules.forbids_opponent),
            sees=rules.sees,
            depleting=() if depletes is None else ((card.id, depletes),),
            steady=all(each.steady for _, each in grants),
            costs=any(each.change.ap for _, each in grants),
        )

    def _continuous(self, origin: str, grant: Grant) -> Continuous:
        triggers = self._print(origin, grant.triggers)
        return Continuous(origin, grant, frozenset(grant.types), frozenset(grant.without), grant.nth, triggers)

    def name(self, card: str) -> str:
        """Return the printed name."""
        return self.by_id[card].name

    def find(self, name: str) -> str:
        """Return the id of the card of this name. Raises KeyError where there is none."""
        return self.by_id[slug(name)].id

    def is_item(self, card: str) -> bool:
        """Whether it is an item."""
        return card in self._items

    def is_token(self, card: str) -> bool:
        """Whether it is printed as a token."""
        return isinstance(self.by_id[card], TokenCard)

    def performs(self, card: str) -> bool:
        """Whether it is an action, or an item that can be used for one."""
        return (card,) in self._profiles

    def target(self, card: str) -> str:
        """Return whom its action targets: "self", "opponent" or "either"."""
        figures = action_of(self.by_id[card])
        return "self" if figures is None else figures.target

    def trigger(self, origin: str, number: int) -> Trigger:
        """Return a trigger by the definition that prints it and its number there."""
        return self._triggers[origin][number]

    def commits(self, trigger: Trigger) -> bool:
        """Whether what a trigger does cannot be taken back: it uses chance, shows cards or may end the match."""
        return any(_commits(effect) for effect in trigger.do)

    def own_triggers(self, card: str, on: str) -> tuple[Printed, ...]:
        """Return the triggers that a single card has of its own on an occasion: drawn, discarded, ruined."""
        lasting = self._lasting.get(card)
        if on == "ruined":
            return () if lasting is None else lasting.triggers.get(on, ())
        profile = self._profiles.get((card,))
        return () if profile is None else tuple([each for each in profile.triggers if each.trigger.on == on])

    def in_play(self, carriers: tuple[str, ...]) -> InPlay:
        """Return what cards that last do together."""
        found = self._in_play.get(carriers)
        if found is None:
            if len(self._in_play) >= REMEMBERED:
                self._in_play.clear()
            self._numbered += 1
            found = _together(self._numbered, [self._lasting[card] for card in carriers])
            self._in_play[carriers] = found
        return found

    def printed(self, ids: tuple[str, ...]) -> Profile:
        """Return the figures of an action of these cards as they are printed: one card's, or a combo's."""
        profile = self._profiles.get(ids)
        if profile is None:
            profile = self._profiles[ids] = merged(self.printed(ids[:-1]), self._profiles[ids[-1:]])
        return profile


def merged(one: Profile, other: Profile) -> Profile:
    """Return a combo's figures.

    A combo adds up cost, power, focus and dice, and joins rules, types and requirements (seed, Fast Action;
    the highest requirement of each attribute counts: rules, combined attribute requirement).
    """
    needs = dict(one.needs)
    for attribute, number in other.needs:
        needs[attribute] = max(number, needs.get(attribute, 0))
    return Profile(
        ap=one.ap + other.ap,
        hp=one.hp + other.hp,
        power=_sum(one.power, other.power),
        focus=_sum(one.focus, other.focus),
        power_dice=one.power_dice + other.power_dice,
        focus_dice=one.focus_dice + other.focus_dice,
        types=one.types | other.types,
        subtypes=one.subtypes | other.subtypes,
        needs=tuple(sorted(needs.items())),
        fast=one.fast or other.fast,
        ranged=one.ranged or other.ranged,
        improved=one.improved + other.improved,
        spellfuse=one.spellfuse + other.spellfuse,
        cannot=one.cannot | other.cannot,
        changes=one.changes + other.changes,
        triggers=one.triggers + other.triggers,
        commits=one.commits or other.commits,
    )


def _sum(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return one + other


def _together(number: int, parts: Sequence[InPlay]) -> InPlay:
    triggers: dict[str, tuple[Printed, ...]] = {}
    for part in parts:
        for on, printed in part.triggers.items():
            triggers[on] = triggers.get(on, ()) + printed
    return InPlay(
        number=number,
        own=tuple(sorted((each for part in parts for each in part.own), key=lambda each: each.stage)),
        others=tuple(sorted((each for part in parts for each in part.others), key=lambda each: each.stage)),
        triggers=triggers,
        forbids=frozenset(ban for part in parts for ban in part.forbids),
        forbids_opponent=frozenset(ban for part in parts for ban in part.forbids_opponent),
        sees=tuple(each for part in parts for each in part.sees),
        depleting=tuple(each for part in parts for each in part.depleting),
        steady=all(part.steady for part in parts),
        costs=any(part.costs for part in parts),
    )


def _commits(effect: Effect) -> bool:
    """Whether an effect uses chance, shows cards or may end the match."""
    if isinstance(effect, GainStacks):
        return isinstance(effect.count, Roll)
    return not isinstance(effect, LoseStacks | CreateToken | Become | ChangeAction | Move)
