"""The part of every game's renderer that describes decks, with defaults for a game without them."""

from collections.abc import Mapping
from typing import Any

from bot.ui.games.deck_pictures import (
    DeckLook,
    beside_picture,
    deck_picture,
    head_picture,
    portrait_picture,
    tile_pictures,
)
from bot.ui.pictures.deck_banner import DeckFace
from bot.ui.pictures.picture import Picture
from bot.ui.pictures.scene import Illustration
from bot.ui.texts.words import Words
from engine.contract import Deck, ReadyDeck
from engine.contract.decks import DeckFormat


class DeckRenderer:
    """Describes a game's decks in texts and pictures. Drawing a picture can take some processor time."""

    def definitions(self, cards: Any) -> Mapping[str, Any]:
        """Return the cards by id; empty for a game without cards."""
        return {} if cards is None else cards.by_id

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

    def deck_picture(self, ready: ReadyDeck, deck: Mapping[str, int], cards: Any, words: Words) -> Picture | None:
        """Return a picture of a deck at a glance, or None if the game draws none."""
        return deck_picture(ready, self.deck_face(deck, cards), words)

    def deck_portrait(self, name: str, deck: Mapping[str, int], cards: Any) -> Picture | None:
        """Return a small picture of a deck's face, or None if the game draws none."""
        return portrait_picture(name, self.deck_face(deck, cards))

    def deck_spread(
        self, deck: Deck, listed: Mapping[str, int], cards: Any, wanted: DeckFormat, told: str, words: Words
    ) -> tuple[Picture, ...]:
        """Return pictures of a deck, which `told` describes, and of the listed cards; none if the game draws no decks.

        The cards are those of the deck, or some to choose from with the numbers of copies in the deck.
        """
        look = self.deck_look(deck.cards, cards, wanted, words)
        head = head_picture(deck.name, self.deck_face(deck.cards, cards), look, told)
        return () if head is None else (head, *tile_pictures(self.deck_look(listed, cards, wanted, words)))

    def deck_tiles(self, deck: Mapping[str, int], cards: Any, words: Words) -> tuple[Picture, ...]:
        """Return pictures of a deck's cards and those they bring into play; none if the game draws no decks."""
        listed = {card: deck.get(card, 0) for card in self.deck_cards(deck, cards)}
        return tile_pictures(self.deck_look(listed, cards, None, words))

    def deck_beside(
        self, deck: Deck, cards: Any, wanted: DeckFormat, card: str, told: str, words: Words
    ) -> Picture | None:
        """Return a picture of a card beside a deck, which `told` describes, or None if the game draws no decks."""
        look = self.deck_look(deck.cards, cards, wanted, words)
        shown = self.readable(self.definitions(cards)[card], deck.cards.get(card, 0), cards, words)
        return beside_picture(deck.name, self.deck_face(deck.cards, cards), look, shown, told)

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
