"""Card definitions in processes without a database: built from the contents that a task carries, and cached."""

from typing import Final

from cardsdb.sets import restored
from engine.contract import AnyGame, Cards

KEPT: Final = 8
"""How many collections of card definitions a process caches."""

_cards: dict[tuple[str, ...], Cards] = {}


def cards_of(game: AnyGame, hashes: tuple[str, ...], contents: tuple[str, ...]) -> Cards:
    """Return the card definitions of the given sets, cached in this process; the oldest ones are evicted."""
    cards = _cards.get(hashes)
    if cards is None:
        while len(_cards) >= KEPT:
            _cards.pop(next(iter(_cards)))
        cards = _cards[hashes] = game.cards(restored(game, each) for each in contents)
    return cards
