"""What a deck may hold, and what the seats of a table may bring."""

from collections.abc import Iterable, Sequence
from math import ceil, floor

from engine.artbot.cards import ArtBotCard, ArtBotCards
from engine.artbot.rulings import (
    COPIES,
    DAMAGE_SHARE,
    GLITCH_SHARE,
    LEAST_DECK,
    LEAST_DUEL_DECK,
    LEAST_SEATS,
    MOST_DECK,
    RARITY_BUDGET,
)
from engine.artbot.state import ArtBotOptions
from engine.contract import Deck, Message


def deck_faults(deck: Deck, cards: ArtBotCards) -> Iterable[Message]:
    """Give every reason why no table would take a deck (rules, 8.3).

    How many cards it is to have is agreed at the table; its other limits follow from how many it has.
    """
    held = {cards.by_id[card]: count for card, count in deck.cards.items() if card in cards.by_id}
    yield from (Message("artbot.deck.unknown", {"card": card}) for card in deck.cards if card not in cards.by_id)
    size = sum(deck.cards.values())
    if not LEAST_DUEL_DECK <= size <= MOST_DECK:
        yield Message("artbot.deck.size", {"size": size, "least": LEAST_DUEL_DECK, "most": MOST_DECK})
    for card, count in held.items():
        if count > COPIES[card.rarity]:
            yield Message("artbot.deck.copies", {"card": card.name, "copies": count, "most": COPIES[card.rarity]})
    yield from _shares(held, size)


def _shares(held: dict[ArtBotCard, int], size: int) -> Iterable[Message]:
    rarity = sum(card.rp * count for card, count in held.items())
    if rarity > RARITY_BUDGET * size:
        yield Message("artbot.deck.rarity", {"points": rarity, "most": RARITY_BUDGET * size})
    damage = sum(count for card, count in held.items() if card.damages)
    if damage < least_damage(size):
        yield Message("artbot.deck.damage", {"damage": damage, "least": least_damage(size)})
    glitches = sum(count for card, count in held.items() if card.power == "glitch")
    if glitches > most_glitches(size):
        yield Message("artbot.deck.glitch", {"glitches": glitches, "most": most_glitches(size)})


def least_damage(size: int) -> int:
    """Return how many damage cards a deck of some size needs, rounded up."""
    share, of = DAMAGE_SHARE
    return ceil(size * share / of)


def most_glitches(size: int) -> int:
    """Return how many Glitch cards a deck of some size may hold, rounded down."""
    share, of = GLITCH_SHARE
    return floor(size * share / of)


def table_faults(options: ArtBotOptions, seats: int) -> Iterable[Message]:
    """Give every reason why a table cannot be: Toe-to-Toe is for two, and a battle needs more than a few cards."""
    if options.duel and seats != LEAST_SEATS:
        yield Message("artbot.table.duel", {"seats": seats})
    if not options.duel and options.deck_size < LEAST_DECK:
        yield Message("artbot.table.deck_size", {"agreed": options.deck_size, "least": LEAST_DECK})


def match_faults(options: ArtBotOptions, decks: Sequence[Deck], cards: ArtBotCards) -> list[Message]:
    """Return every reason why a match cannot begin so: a deck's own, its size, or the table's."""
    faults = [fault for deck in decks for fault in deck_faults(deck, cards)]
    faults += [
        Message("artbot.deck.agreed", {"size": sum(deck.cards.values()), "agreed": options.deck_size})
        for deck in decks
        if sum(deck.cards.values()) != options.deck_size
    ]
    return [*faults, *table_faults(options, len(decks))]
