"""Deck formats as data, and the reasons why a format refuses a deck."""

from collections.abc import Mapping
from typing import Final, get_args

from pydantic import Field

from engine.contract import Deck, Message
from engine.contract.decks import DeckCard, DeckFormat
from engine.games.varia.cards import ActionCard, AnyCard, ItemCard
from engine.games.varia.language.terms import Attribute
from engine.games.varia.pool import VariaCards
from engine.games.varia.rulings import DECK_SIZE, ITEM_GOLD, LEVEL_CAP, MOST_COPIES
from engine.text import Name, slug


class VariaFormat(DeckFormat):
    """The rules for a legal deck.

    Attributes:
        actions: the number of actions in a deck.
        copies: the maximum number of copies of one action; None for no limit.
        gold: the maximum total value of a deck's items.
        level: the highest deck level; None for no limit.
        ready: whether only unmodified ready decks are allowed.
        banned: the names of cards that are not allowed.
    """

    actions: int = Field(DECK_SIZE, ge=1, le=100)
    copies: int | None = Field(None, ge=1, le=30)
    gold: int = Field(ITEM_GOLD, ge=0, le=100)
    level: int | None = Field(None, ge=1, le=49)
    ready: bool = False
    banned: tuple[Name, ...] = Field((), max_length=100)


OPEN: Final = VariaFormat(name="Open")
"""The rules for every deck: 30 actions, and items worth at most 30 gold (seed, What You Will Need)."""

OUT_OF_THE_BOX: Final = VariaFormat(name="Out of the Box", ready=True)
"""A class deck without changes (rules, section 3)."""

LEVEL_CONSTRUCTED: Final = VariaFormat(name="Level Constructed", copies=MOST_COPIES, level=LEVEL_CAP)
"""At most three copies of a card and level 10 (rules, section 3)."""

FORMATS: Final = (LEVEL_CONSTRUCTED, OUT_OF_THE_BOX, OPEN)
"""The formats that come with the game. The default one accepts both class decks and custom decks."""


GROUPS: Final = (*get_args(Attribute), "attack", "block", "skill", "item")
"""The groups in which people browse cards for a deck: by the attribute that a card needs most, which sets a deck's
level; cards that need no attribute are grouped by what they do."""


def deck_cards(cards: VariaCards) -> tuple[DeckCard, ...]:
    """Return every card that a deck may hold, sorted by group, then by cost."""
    found = [card for card in cards.by_id.values() if isinstance(card, ActionCard | ItemCard)]
    found.sort(key=lambda card: (GROUPS.index(_group(card)), _cost(card), card.name))
    return tuple(DeckCard(card.id, f"varia.deck.group.{_group(card)}") for card in found)


def _group(card: ActionCard | ItemCard) -> str:
    if isinstance(card, ItemCard):
        return "item"
    if card.needs:
        return max(card.needs, key=lambda attribute: (card.needs[attribute], -GROUPS.index(attribute)))
    return next((kind for kind in ("attack", "block") if kind in card.types), "skill")


def _cost(card: ActionCard | ItemCard) -> int:
    return card.gold if isinstance(card, ItemCard) else card.cost.ap


def needs_of(deck: Mapping[str, int], cards: VariaCards) -> dict[str, int]:
    """Return the highest requirement for each attribute among a deck's actions."""
    highest: dict[str, int] = {}
    for card in _known(deck, cards).values():
        for attribute, number in card.needs.items() if isinstance(card, ActionCard) else ():
            highest[attribute] = max(number, highest.get(attribute, 0))
    return highest


def level_of(deck: Mapping[str, int], cards: VariaCards) -> int:
    """Return a deck's level: the sum of the highest requirements for all attributes (rules, section 3)."""
    return sum(needs_of(deck, cards).values())


def gold_of(deck: Mapping[str, int], cards: VariaCards) -> int:
    """Return the total value of a deck's items."""
    items = {card: item for card, item in _known(deck, cards).items() if isinstance(item, ItemCard)}
    return sum(item.gold * deck[card] for card, item in items.items())


def curve_of(deck: Mapping[str, int], cards: VariaCards) -> dict[int, int]:
    """Return the number of actions in a deck at each AP cost, lowest cost first."""
    curve: dict[int, int] = {}
    for card, action in _known(deck, cards).items():
        if isinstance(action, ActionCard):
            curve[action.cost.ap] = curve.get(action.cost.ap, 0) + deck[card]
    return dict(sorted(curve.items()))


def deck_faults(deck: Deck, cards: VariaCards, wanted: VariaFormat) -> tuple[Message, ...]:
    """Return every reason why a format rejects a deck, or nothing if the deck is legal."""
    known = _known(deck.cards, cards)
    faults = [Message("varia.deck.unknown", {"card": card}) for card in deck.cards if card not in known]
    faults += [Message("varia.deck.none", {"card": known[card].name}) for card in known if deck.cards[card] < 1]
    faults += [
        Message("varia.deck.neither", {"card": card.name})
        for card in known.values()
        if not isinstance(card, ActionCard | ItemCard)
    ]
    faults += _size(deck, known, wanted)
    faults += _items(deck, cards, known, wanted)
    level = level_of(deck.cards, cards)
    if wanted.level is not None and level > wanted.level:
        faults.append(Message("varia.deck.level", {"level": level, "most": wanted.level}))
    if wanted.ready and deck.cards not in cards.ready:
        faults.append(Message("varia.deck.not_ready"))
    banned = sorted({slug(name) for name in wanted.banned} & known.keys())
    faults += [Message("varia.deck.banned", {"card": known[card].name}) for card in banned]
    return tuple(faults)


def _known(deck: Mapping[str, int], cards: VariaCards) -> dict[str, AnyCard]:
    return {card: cards.by_id[card] for card in deck if card in cards.by_id}


def _size(deck: Deck, known: Mapping[str, AnyCard], wanted: VariaFormat) -> list[Message]:
    counts = {card: deck.cards[card] for card, action in known.items() if isinstance(action, ActionCard)}
    faults = []
    if sum(counts.values()) != wanted.actions:
        faults.append(Message("varia.deck.size", {"actions": sum(counts.values()), "wanted": wanted.actions}))
    for card, count in counts.items():
        if wanted.copies is not None and count > wanted.copies:
            name = known[card].name
            faults.append(Message("varia.deck.copies", {"card": name, "copies": count, "most": wanted.copies}))
    return faults


def _items(deck: Deck, cards: VariaCards, known: Mapping[str, AnyCard], wanted: VariaFormat) -> list[Message]:
    """Return the faults in a deck's items: one of each name at most (rules, formats), within the gold limit."""
    items = [card for card, item in known.items() if isinstance(item, ItemCard)]
    faults = [Message("varia.deck.item_twice", {"card": known[i].name}) for i in items if deck.cards[i] > 1]
    gold = gold_of(deck.cards, cards)
    if gold > wanted.gold:
        faults.append(Message("varia.deck.gold", {"gold": gold, "most": wanted.gold}))
    return faults
