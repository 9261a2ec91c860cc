"""The definitions that a match plays with, proved to fit together, and their printed figures."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from engine.contract import CardFault, Cards, IllegalSet
from engine.varia.cards import (
    FATIGUE,
    AnyCard,
    Card,
    CreateToken,
    Draw,
    Effect,
    Figures,
    GainStacks,
    Grant,
    ItemCard,
    Moment,
    Roll,
    StackCard,
    TokenCard,
    Trigger,
    VariaSet,
    action_of,
    slug,
)


class Printed(Struct, frozen=True):
    """A trigger, and the id of the definition that prints it."""

    origin: str
    trigger: Trigger


class Profile(Struct, frozen=True):
    """One action's current figures. A power or focus of None is not printed: total 0, no die.

    `improved` counts Improved less Impaired: each one more is one more roll, of which the best (or the worst) is
    kept (rules, further rulings: several Improved or Impaired). `spellfuse` counts the cards with that keyword.
    `commits` tells that planning it uses chance or shows hidden cards, so that it cannot be undone.
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
    triggers: tuple[Printed, ...]
    commits: bool

    @property
    def attack(self) -> bool:
        """Whether it is an attack."""
        return "attack" in self.types

    @property
    def block(self) -> bool:
        """Whether it is a block."""
        return "block" in self.types


class Continuous(Struct, frozen=True):
    """An effect that a stack or an item has on its owner's performed actions while it is in play."""

    origin: str
    grant: Grant
    types: frozenset[str]
    triggers: tuple[Printed, ...]


class VariaCards(Cards):
    """The definitions of one or more sets, by id. Raises IllegalSet for sets that do not fit together."""

    def __init__(self, sets: Iterable[VariaSet]) -> None:
        cards = [card for each in sets for card in each.cards]
        self.by_id: dict[str, AnyCard] = {card.id: card for card in cards}
        self.by_id.setdefault(FATIGUE.id, FATIGUE)
        faults = [*_twice(cards), *_dangling(cards, self.by_id)]
        if faults:
            raise IllegalSet(faults)
        self.continuous = {
            card.id: tuple(_continuous(card.id, grant) for grant in card.grants)
            for card in self.by_id.values()
            if isinstance(card, ItemCard | StackCard)
        }
        self._own_triggers = {
            (card.id, trigger.on): tuple(each for each in card.triggers if each.on == trigger.on)
            for card in self.by_id.values()
            if isinstance(card, ItemCard | StackCard)
            for trigger in card.triggers
        }
        self._profiles: dict[tuple[str, ...], Profile] = {
            (card.id,): _single(card.id, figures)
            for card in self.by_id.values()
            if (figures := action_of(card)) is not None
        }

    def name(self, card: str) -> str:
        """Return the printed name."""
        return self.by_id[card].name

    def find(self, name: str) -> str:
        """Return the id of the card of this name. Raises KeyError where there is none."""
        return self.by_id[slug(name)].id

    def is_item(self, card: str) -> bool:
        """Whether it is an item."""
        return isinstance(self.by_id[card], ItemCard)

    def is_token(self, card: str) -> bool:
        """Whether it is printed as a token."""
        return isinstance(self.by_id[card], TokenCard)

    def performs(self, card: str) -> bool:
        """Whether it is an action, or an item that can be used for one."""
        return (card,) in self._profiles

    def aims(self, card: str) -> bool:
        """Whether its action targets the opponent; it targets its own player otherwise."""
        figures = action_of(self.by_id[card])
        return figures is not None and figures.target == "opponent"

    def depletes(self, stack: str) -> bool:
        """Whether a pile of this stack loses its top at each end of moment."""
        card = self.by_id[stack]
        return isinstance(card, StackCard) and card.lasts == "depleting"

    def own_triggers(self, lasting: str, on: Moment) -> tuple[Trigger, ...]:
        """Return the triggers that a stack or an item has of its own at this point of every moment."""
        return self._own_triggers.get((lasting, on), ())

    def printed(self, ids: tuple[str, ...]) -> Profile:
        """Return the figures of an action of these cards as they are printed: one card's, or a combo's.

        A combo adds up cost, power, focus and dice, and joins rules, types and requirements (seed, Fast Action;
        the highest requirement of each attribute counts: rules, combined attribute requirement).
        """
        profile = self._profiles.get(ids)
        if profile is None:
            profile = self._profiles[ids] = _merged(self.printed(ids[:-1]), self._profiles[ids[-1:]])
        return profile


def _continuous(origin: str, grant: Grant) -> Continuous:
    triggers = tuple(Printed(origin, trigger) for trigger in grant.triggers)
    return Continuous(origin, grant, frozenset(grant.types), triggers)


def _single(card: str, figures: Figures) -> Profile:
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
        triggers=tuple(Printed(card, trigger) for trigger in figures.triggers),
        commits=any(_uses_chance(effect) for each in figures.triggers if each.on == "planned" for effect in each.do),
    )


def _merged(one: Profile, other: Profile) -> Profile:
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
        triggers=one.triggers + other.triggers,
        commits=one.commits or other.commits,
    )


def _uses_chance(effect: Effect) -> bool:
    return isinstance(effect, Draw) or isinstance(getattr(effect, "amount", None), Roll)


def _sum(one: int | None, other: int | None) -> int | None:
    if one is None or other is None:
        return one if other is None else other
    return one + other


def _twice(cards: Sequence[AnyCard]) -> Iterable[CardFault]:
    counts = Counter(card.id for card in cards)
    return (CardFault(card.name, "name", "two cards have this name") for card in cards if counts[card.id] > 1)


def _dangling(cards: Sequence[AnyCard], by_id: Mapping[str, Card]) -> Iterable[CardFault]:
    """Every effect that names a stack or a token which is in none of the sets."""
    for card in cards:
        for path, trigger in _triggers(card):
            for number, effect in enumerate(trigger.do):
                where = f"{path}.do.{number}"
                if isinstance(effect, GainStacks) and not isinstance(by_id.get(slug(effect.stack)), StackCard):
                    yield CardFault(card.name, f"{where}.stack", f"there is no stack called {effect.stack!r}")
                if isinstance(effect, CreateToken) and not _creatable(effect.token, by_id):
                    yield CardFault(card.name, f"{where}.token", f"there is no token called {effect.token!r}")


def _creatable(token: str, by_id: Mapping[str, Card]) -> bool:
    return token == "this" or isinstance(by_id.get(slug(token)), TokenCard)


def _triggers(card: AnyCard) -> Iterable[tuple[str, Trigger]]:
    """Every trigger of a card, with the path of its field."""
    yield from ((f"triggers.{number}", trigger) for number, trigger in enumerate(card.triggers))
    if isinstance(card, ItemCard) and card.action is not None:
        yield from ((f"action.triggers.{number}", trigger) for number, trigger in enumerate(card.action.triggers))
    if isinstance(card, ItemCard | StackCard):
        for place, grant in enumerate(card.grants):
            yield from ((f"grants.{place}.triggers.{n}", trigger) for n, trigger in enumerate(grant.triggers))
