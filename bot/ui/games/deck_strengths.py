"""What a deck is good at: the traits that more of its cards have than usual."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

MOST: Final = 2
"""The most traits that are named."""

LEAST: Final = 5
"""The least number of cards from which a deck has a character."""


def strengths(
    deck: Mapping[str, int], traits: Mapping[str, Collection[str]], usual: Iterable[Mapping[str, int]]
) -> list[str]:
    """Return a deck's most outstanding traits, the most outstanding first; none for a deck of a few cards.

    `traits` says which cards have each trait, and `usual` are the decks to compare with, as numbers of copies by card.
    What few cards have usually stands out more than what many have.
    """
    if sum(deck.values()) < LEAST:
        return []
    others = [*usual]
    more: dict[str, float] = {}
    for trait, cards in traits.items():
        share, expected = _share(cards, [deck]), _share(cards, others)
        if share > expected > 0:
            more[trait] = (share - expected) / expected**0.5
    return sorted(more, key=lambda trait: -more[trait])[:MOST]


def _share(cards: Collection[str], decks: Iterable[Mapping[str, int]]) -> float:
    """Return the share that some cards have in decks."""
    counts = [(copies, card in cards) for deck in decks for card, copies in deck.items()]
    return sum(copies for copies, counted in counts if counted) / max(1, sum(copies for copies, _ in counts))
