"""Deck formats as data, and the checks and adjustments that they call for."""

from collections import Counter
from collections.abc import Callable, Iterable
from math import ceil, floor
from typing import Final, get_args

from pydantic import Field

from engine.contract import Deck, Message
from engine.contract.decks import DeckCard, DeckFormat
from engine.games.artbot.cards import MOST_RP, ArtBotCard, ArtBotCards, Power
from engine.games.artbot.rulings import (
    COPIES,
    DAMAGE_SHARE,
    GLITCH_SHARE,
    LEAST_DUEL_DECK,
    MOST_DECK,
    POINTS,
    RARITY_BUDGET,
    SHARED,
)


class ArtBotFormat(DeckFormat):
    """The limits on a deck (rules, 8.3).

    Attributes:
        size: the number of cards in a deck; None if the table decides.
        common: the maximum copies of a common card.
        uncommon: the maximum copies of an uncommon card.
        rare: the maximum copies of a rare card.
        super_rare: the maximum copies of a super rare card.
        rarity: the Rarity Points that a deck may contain for each of its cards.
        damage: the minimum number of damage cards for every twenty cards in a deck, rounded up.
        glitches: the maximum number of Glitch cards for every twenty cards in a deck, rounded down.
    """

    size: int | None = Field(None, ge=LEAST_DUEL_DECK, le=MOST_DECK)
    common: int = Field(COPIES["common"], ge=0, le=MOST_DECK)
    uncommon: int = Field(COPIES["uncommon"], ge=0, le=MOST_DECK)
    rare: int = Field(COPIES["rare"], ge=0, le=MOST_DECK)
    super_rare: int = Field(COPIES["super rare"], ge=0, le=MOST_DECK)
    rarity: int = Field(RARITY_BUDGET, ge=0, le=MOST_RP)
    damage: int = Field(DAMAGE_SHARE, ge=0, le=SHARED)
    glitches: int = Field(GLITCH_SHARE, ge=0, le=SHARED)

    def copies(self, card: ArtBotCard) -> int:
        """Return how many copies of a card a deck may contain."""
        copies: int = getattr(self, card.rarity.replace(" ", "_"))
        return copies

    def least_damage(self, size: int) -> int:
        """Return the minimum number of damage cards in a deck of a given size."""
        return ceil(size * self.damage / SHARED)

    def most_glitches(self, size: int) -> int:
        """Return the maximum number of Glitch cards in a deck of a given size."""
        return floor(size * self.glitches / SHARED)


STANDARD: Final = ArtBotFormat(name="Standard")
"""The deck rules (rules, 8.3)."""

FORMATS: Final = (STANDARD,)
"""The formats that come with the game."""


def deck_cards(cards: ArtBotCards) -> tuple[DeckCard, ...]:
    """Return every card, sorted by power, then by points."""
    powers = get_args(Power)
    found = sorted(cards.by_id.values(), key=lambda card: (powers.index(card.power), card.rp, card.pp, card.name))
    return tuple(DeckCard(card.id, f"artbot.power.{card.power}") for card in found)


def deck_faults(deck: Deck, cards: ArtBotCards, wanted: ArtBotFormat) -> Iterable[Message]:
    """Yield every reason why a format refuses a deck (rules, 8.3); some limits depend on the deck's size."""
    held = {cards.by_id[card]: count for card, count in deck.cards.items() if card in cards.by_id}
    yield from (Message("artbot.deck.unknown", {"card": card}) for card in deck.cards if card not in cards.by_id)
    size = sum(deck.cards.values())
    if wanted.size is None and not LEAST_DUEL_DECK <= size <= MOST_DECK:
        yield Message("artbot.deck.size", {"size": size, "least": LEAST_DUEL_DECK, "most": MOST_DECK})
    if wanted.size is not None and size != wanted.size:
        yield Message("artbot.deck.agreed", {"size": size, "agreed": wanted.size})
    for card, count in held.items():
        if count > wanted.copies(card):
            yield Message("artbot.deck.copies", {"card": card.name, "copies": count, "most": wanted.copies(card)})
    yield from _shares(held, size, wanted)


def resized(deck: Deck, cards: ArtBotCards, wanted: ArtBotFormat) -> Deck:
    """Return the deck resized to the format's size, within the format's limits if possible.

    Cards are added or removed one at a time. Each step picks the card that exceeds the limits least and, in a tie, the
    one that keeps each power's share closest to its share in the original deck.
    """
    if wanted.size is None:
        return deck
    printed = Counter({cards.by_id[card]: count for card, count in deck.cards.items()})
    held = printed.copy()
    while held.total() != wanted.size:
        step = 1 if held.total() < wanted.size else -1
        ways = cards.by_id.values() if step > 0 else +held
        held[min(ways, key=_change(held, step, printed, wanted))] += step
    return Deck(deck.name, {card.id: count for card, count in (+held).items()})


def _change(
    held: Counter[ArtBotCard], step: int, printed: Counter[ArtBotCard], wanted: ArtBotFormat
) -> Callable[[ArtBotCard], tuple[int, float, int, str]]:
    """Return a sort key for adding or removing a card: the smallest key is the best change.

    The key compares first how far the limits are exceeded, then how far the card's power is from its share in the
    printed deck.
    """
    size = held.total() + step
    rarity, damage, glitches = rarity_of(held), damage_of(held), glitches_of(held)
    powers, shares = _powers(held), _powers(printed)

    def worse(card: ArtBotCard) -> tuple[int, float, int, str]:
        excess = (
            max(0, rarity + step * card.rp - wanted.rarity * size)
            + POINTS * max(0, wanted.least_damage(size) - damage - step * card.damages)
            + POINTS * max(0, glitches + step * (card.power == "glitch") - wanted.most_glitches(size))
            + POINTS * POINTS * max(0, held[card] + step - wanted.copies(card))
        )
        off = powers[card.power] + step - shares[card.power] * size / printed.total()
        return excess, step * off, -step * held[card], card.id

    return worse


def _powers(held: Counter[ArtBotCard]) -> Counter[str]:
    """Return the number of cards with each power."""
    powers = Counter[str]()
    for card, count in held.items():
        powers[card.power] += count
    return powers


def rarity_of(held: dict[ArtBotCard, int]) -> int:
    """Return the total Rarity Points of the given cards."""
    return sum(card.rp * count for card, count in held.items())


def damage_of(held: dict[ArtBotCard, int]) -> int:
    """Return the number of damage cards."""
    return sum(count for card, count in held.items() if card.damages)


def glitches_of(held: dict[ArtBotCard, int]) -> int:
    """Return the number of Glitch cards."""
    return sum(count for card, count in held.items() if card.power == "glitch")


def _shares(held: dict[ArtBotCard, int], size: int, wanted: ArtBotFormat) -> Iterable[Message]:
    rarity, damage, glitches = rarity_of(held), damage_of(held), glitches_of(held)
    if rarity > wanted.rarity * size:
        yield Message("artbot.deck.rarity", {"points": rarity, "most": wanted.rarity * size})
    if damage < wanted.least_damage(size):
        yield Message("artbot.deck.damage", {"damage": damage, "least": wanted.least_damage(size)})
    if glitches > wanted.most_glitches(size):
        yield Message("artbot.deck.glitch", {"glitches": glitches, "most": wanted.most_glitches(size)})
