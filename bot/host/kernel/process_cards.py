"""Card definitions in processes without a database: built from the contents that a task carries, and cached."""

from typing import Final

from cardsdb.sets import restored
from engine.contract import AnyGame, Cards

KEPT: Final = 8
"""How many collections of card definitions a process caches."""

_cards: dict[tuple[str, ...], Cards] = {}


class UnknownCards(Exception):
    """A process does not know some sets by their hashes."""


def cards_of(game: AnyGame, hashes: tuple[str, ...], contents: tuple[str, ...] | None) -> Cards:
    """Return the card definitions of the given sets, cached in this process; the oldest ones are evicted.

    Raises UnknownCards if the contents of the sets are not given and they are not cached.
    """
    cards = _cards.get(hashes)
    if cards is None:
        if contents is None:
            raise UnknownCards
        while len(_cards) >= KEPT:
            _cards.pop(next(iter(_cards)))
        cards = _cards[hashes] = game.cards(restored(game, each) for each in contents)
    return cards
