"""The part of every game's renderer that describes decks, with defaults for a game without them."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from bot.ui.games.card_renderer import CardRenderer
from bot.ui.pictures.deck_banner import DeckFace
from bot.ui.pictures.deck_spread import Bar, DeckTile
from bot.ui.pictures.scene import Illustration
from bot.ui.texts.words import Words
from engine.contract import Deck
from engine.contract.decks import DeckFormat


class DeckLook(Struct, frozen=True):
    """What a deck looks like card by card.

    Attributes:
        cards: each card's tile, and the same in words.
        size: how many of its cards count, as text.
        of: what they are, and of how many, as text.
        curve: what the bars count, as text.
        bars: how many of them have each cost, or whatever matters most in the game.
    """

    cards: tuple[tuple[DeckTile, str], ...]
    size: str
    of: str
    curve: str
    bars: tuple[Bar, ...]


class DeckRenderer(CardRenderer):
    """Describes a game's decks in texts and pictures. Drawing a picture can take some processor time."""

    def deck(self, deck: Mapping[str, int], cards: Any, words: Words, /) -> list[tuple[str, str]]:
        """Return the contents of a deck as sections, each a title and a list; `deck` counts copies by card id.

        The last sections list what the deck's cards bring into play. A game without decks returns an empty list.
        """
        return []

    def deck_cards(self, deck: Mapping[str, int], cards: Any, /) -> list[str]:
        """Return the ids of the cards that `deck` lists, in its order."""
        return list(deck)

    def deck_face(self, deck: Mapping[str, int], cards: Any, /) -> DeckFace | None:
        """Return what stands for a deck in pictures; None if the game draws none of its decks."""
        return None

    def readable(self, card: Any, count: int, cards: Any, words: Words, /) -> Illustration | None:
        """Return a card with its number of copies, to be read on a phone beside another one; None if not drawn."""
        return None

    def deck_look(
        self, deck: Mapping[str, int], cards: Any, wanted: DeckFormat | None, words: Words, /
    ) -> DeckLook | None:
        """Return what a deck looks like card by card, beside a format's size; None if the game draws no decks.

        Cards without copies are those that others bring into play, or that are not in the deck.
        """
        return None

    def good_at(self, deck: Mapping[str, int], cards: Any, /) -> list[str]:
        """Return what a deck is good at, the most outstanding first, as names in texts `<key>.good.<name>`."""
        return []

    def deck_figures(self, deck: Deck, cards: Any, wanted: DeckFormat, words: Words, /) -> list[str]:
        """Return a deck's figures alongside a format's limits; empty in a game without decks."""
        return []

    def most_copies(self, card: str, cards: Any, wanted: DeckFormat, /) -> int | None:
        """Return how many copies of a card a deck may have in a format; None for no limit."""
        return None

    def deck_curve(self, deck: Mapping[str, int], cards: Any, words: Words, /) -> list[str]:
        """Return how many of a deck's cards have each cost, in words; empty in a game without costs."""
        return []
