"""The definitions that a match uses, checked for consistency, and their printed figures."""

from collections.abc import Iterable
from typing import Final

from engine.contract import Cards, IllegalSet
from engine.games.varia.card_profiles import Profile, merged
from engine.games.varia.cards import (
    FATIGUE,
    NOTICED,
    ActionCard,
    AnyCard,
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
    lasting_rules,
)
from engine.games.varia.language import effects as e
from engine.games.varia.language.terms import KEYWORDS
from engine.games.varia.language.values import Roll
from engine.games.varia.lasting_rules import Continuous, InPlay, Printed, combined_in_play, sights
from engine.games.varia.modifiers import Modifier, modifier
from engine.games.varia.soundness import faults, parts
from engine.text import slug

REMEMBERED: Final = 4096
"""The number of combinations of cards in play that are cached before the cache is cleared."""


class VariaCards(Cards):
    """The definitions from one or more sets, by id. Raises IllegalSet if the sets do not fit together."""

    def __init__(self, sets: Iterable[VariaSet]) -> None:
        read = tuple(sets)
        cards = [card for each in read for card in each.cards]
        keywords = [keyword for each in read for keyword in each.keywords]
        self.by_id: dict[str, AnyCard] = {card.id: card for card in cards}
        self.by_id.setdefault(FATIGUE.id, FATIGUE)
        self.set_of = {card.id: each.key for each in read for card in each.cards}
        """The key of the set that each card is in; a card that is in none is missing."""
        self.classes = {each.key: each.title for each in read if each.decks}
        """The titles of the sets that have a ready deck, by key."""
        self.keywords: dict[str, KeywordRule] = {keyword.name: keyword for keyword in keywords}
        self.ready = tuple(
            {slug(name): count for name, count in deck.cards.items()} for each in read for deck in each.decks
        )
        """The sets' ready decks, each as the number of copies of each card."""
        found = faults(cards, keywords, self.by_id)
        if found:
            raise IllegalSet(found)
        self._unsure = _unsure([*self.by_id.values(), *keywords])
        self._triggers: dict[str, list[Trigger]] = {}
        self._lasting: dict[str, InPlay] = {}
        self._profiles: dict[tuple[str, ...], Profile] = {}
        for card in self.by_id.values():
            self._define(card)
        self._in_play: dict[tuple[str, ...], InPlay] = {}
        self._modifiers: dict[tuple[str, int, int], Modifier | None] = {}
        self._numbered = 0
        self.remembered: dict[tuple[tuple[str, ...], bool, int, int], Profile] = {}
        """Cached profiles, keyed by cards, whether performed, and both players' cards in play; steady ones only."""
        self.haunting = frozenset(
            card.id for card in self.by_id.values() if isinstance(card, ActionCard) and card.in_discard is not None
        )
        self.kinds = {card.id: _kinds(card) for card in self.by_id.values()}
        """The printed types of every card that is an action or holds one."""
        actions = {card.id: figures for card in self.by_id.values() if (figures := action_of(card)) is not None}
        self._targets: dict[str, str] = {card: figures.target for card, figures in actions.items()}
        self.commit = frozenset(card for card in actions if self._profiles[(card,)].commits)
        """The cards whose planning cannot be undone."""
        self._items = frozenset(card.id for card in self.by_id.values() if isinstance(card, ItemCard))
        self.noticed = frozenset(on for rules in self._lasting.values() for on in rules.triggers if on in NOTICED)
        """What may happen to a player's cards, or as a player moves, so that something lasting acts."""
        optional = {card for card, known in self._triggers.items() if any(each.may for each in known)}
        self.optional = {card: number for number, card in enumerate(sorted(optional))}
        """The cards with effects that their player may decline, each with a number."""

    def _define(self, card: AnyCard) -> None:
        self._triggers[card.id] = []
        figures, lasting = action_of(card), lasting_rules(card)
        if figures is not None:
            self._profiles[(card.id,)] = self._single(card.id, figures)
        if lasting is not None:
            self._lasting[card.id] = self._rules(card, lasting)

    def _print(self, origin: str, triggers: Iterable[Trigger]) -> tuple[Printed, ...]:
        """Number the triggers of a definition, so that due triggers can refer to them."""
        known, printed = self._triggers[origin], []
        for trigger in triggers:
            printed.append(Printed(origin, len(known), trigger))
            known.append(trigger)
        return tuple(printed)

    def _single(self, card: str, figures: Figures) -> Profile:
        rules = [self.keywords[name] for name in figures.keywords if name not in KEYWORDS]
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
            changes=tuple(modifier(each) for each in changes),
            triggers=self._print(card, triggers),
            commits=any(self.commits(each) for each in triggers if each.on == "planned"),
            occasions=frozenset(each.on for each in triggers),
            may_sure=any(each.sure is not None for each in changes),
            steady=all(modifier(each).steady for each in changes),
        )

    def _rules(self, card: AnyCard, rules: Rules) -> InPlay:
        by_occasion: dict[str, tuple[Printed, ...]] = {}
        for printed in self._print(card.id, rules.triggers):
            by_occasion[printed.trigger.on] = (*by_occasion.get(printed.trigger.on, ()), printed)
        depletes = card.depletes if isinstance(card, StackCard) else None
        grants = [self._continuous(card.id, grant) for grant in rules.grants]
        return InPlay(
            number=0,
            carriers=(card.id,),
            own=tuple(each for each in grants if not each.of_opponent),
            others=tuple(each for each in grants if each.of_opponent),
            triggers=by_occasion,
            forbids=frozenset(rules.forbids),
            forbids_opponent=frozenset(rules.forbids_opponent),
            sees=sights(rules.sees),
            depleting=() if depletes is None else ((card.id, depletes),),
            steady=all(each.steady for each in grants),
            early=any(each.early for each in grants),
            sure=any(grant.sure is not None for grant in rules.grants),
            occasions=frozenset(each.trigger.on for grant in grants for each in grant.triggers),
            hastening=tuple(each for each in grants if each.modifier.hastens),
        )

    def _continuous(self, origin: str, grant: Grant) -> Continuous:
        changed = modifier(grant)
        return Continuous(
            modifier=changed,
            types=frozenset(grant.types),
            without=frozenset(grant.without),
            of_opponent=grant.of == "opponent",
            nth=grant.nth,
            triggers=self._print(origin, grant.triggers),
            early=bool(grant.ap or grant.hp) or any(each.on == "perform" for each in grant.triggers),
            stage=2 if not changed.retypes else 0 if grant.nth is None else 1,
        )

    def is_item(self, card: str) -> bool:
        """Whether the card is an item."""
        return card in self._items

    def is_token(self, card: str) -> bool:
        """Whether the card is printed as a token."""
        return isinstance(self.by_id[card], TokenCard)

    def performs(self, card: str) -> bool:
        """Whether the card is an action or a usable item."""
        return (card,) in self._profiles

    def target(self, *cards: str) -> str:
        """Return the target of an action made of these cards: "self", "opponent" or "either".

        If the cards' targets differ, the opponent is the target if one of the cards is an attack; otherwise it is the
        first card's target (rules, further rulings: Spellfused cards with different targets).
        """
        targets = {self._targets[card] for card in cards}
        if len(targets) > 1 and self.attack(cards):
            return "opponent"
        return self._targets[cards[0]]

    def attack(self, cards: Iterable[str]) -> bool:
        """Whether an action made of these cards is an attack."""
        return any(self.printed((card,)).attack for card in cards)

    def modifier(self, origin: str, number: int, step: int) -> Modifier | None:
        """Return the change that an effect makes to an action, or None for an effect of another kind."""
        key = (origin, number, step)
        if key not in self._modifiers:
            effect = self.trigger(origin, number).do[step]
            self._modifiers[key] = modifier(effect) if isinstance(effect, e.ChangeAction) else None
        return self._modifiers[key]

    def trigger(self, origin: str, number: int) -> Trigger:
        """Return a trigger by the definition that prints it and its number there."""
        return self._triggers[origin][number]

    def sets_off(self, *occasions: str) -> bool:
        """Whether something that cannot be undone may occur on one of some occasions."""
        return not self._unsure.isdisjoint(occasions)

    def commits(self, trigger: Trigger) -> bool:
        """Whether a trigger cannot be undone, because it uses chance, shows cards or may end the match."""
        return any(_commits(effect, self._unsure) for effect in trigger.do)

    def own_triggers(self, card: str, on: str) -> tuple[Printed, ...]:
        """Return the triggers that a single card has for being drawn, discarded, forgotten or ruined."""
        lasting = self._lasting.get(card)
        if on == "ruined":
            return () if lasting is None else lasting.triggers.get(on, ())
        profile = self._profiles.get((card,))
        if profile is None or on not in profile.occasions:
            return ()
        return tuple([each for each in profile.triggers if each.trigger.on == on])

    def in_play(self, carriers: tuple[str, ...]) -> InPlay:
        """Return the combined rules of lasting cards."""
        found = self._in_play.get(carriers)
        if found is None:
            if len(self._in_play) >= REMEMBERED:
                self._in_play.clear()
            self._numbered += 1
            found = combined_in_play(self._numbered, [self._lasting[card] for card in carriers])
            self._in_play[carriers] = found
        return found

    def printed(self, ids: tuple[str, ...]) -> Profile:
        """Return the printed figures of an action made of these cards: one card or a combo.

        Raises KeyError for a card that is no action.
        """
        profile = self._profiles.get(ids)
        if profile is None:
            known = max(1, len(ids) - 1)
            while known > 1 and ids[:known] not in self._profiles:
                known -= 1
            profile = self._profiles[ids[:known]]
            for card in ids[known:]:
                profile = merged(profile, self._profiles[(card,)])
            self._profiles[ids] = profile
        return profile


def _kinds(card: AnyCard) -> frozenset[str]:
    figures = action_of(card)
    return frozenset() if figures is None else frozenset((*figures.types, *figures.subtypes))


FORGETTING: Final = ("forgotten", "card forgotten")
"""What may occur as an action is replaced."""

MOVES: Final = {"engaged": "engage", "disengaged": "disengage"}
"""What may occur as a player moves."""

BROUGHT_ABOUT: Final = (*FORGETTING, *MOVES.values())
"""What effects that can be undone may bring about."""


def _unsure(cards: Iterable[AnyCard | KeywordRule]) -> frozenset[str]:
    """Return what may set off a trigger that cannot be undone, of what effects that can be undone bring about."""
    triggers = [
        part for card in cards for _, part in parts(card) if isinstance(part, Trigger) and part.on in BROUGHT_ABOUT
    ]
    found = frozenset[str]()
    while True:
        more = frozenset(each.on for each in triggers if any(_commits(effect, found) for effect in each.do))
        if more == found:
            return found
        found = more


def _commits(effect: e.Effect, unsure: frozenset[str]) -> bool:
    """Whether an effect uses chance, shows cards or may end the match (rules, further rulings: when planned).

    So does one that may set off a trigger of which that is true: `unsure` says on which occasions there is any.
    """
    if isinstance(effect, e.Move):
        return MOVES[effect.to] in unsure
    if isinstance(effect, e.CreateToken):  # a token may replace an action
        return not unsure.isdisjoint(FORGETTING)
    if isinstance(effect, e.GainStacks):
        return isinstance(effect.count, Roll)
    if isinstance(effect, e.Heal | e.ChangeAP):
        return isinstance(effect.amount, Roll)
    return not isinstance(effect, e.LoseStacks | e.Become | e.ChangeAction | e.Disrupt | e.Retarget | e.Repair)
