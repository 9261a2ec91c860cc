"""The part of every game's renderer that describes cards, with defaults for a game that only names them."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec import Struct

from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration
from bot.ui.texts.words import Words


class CardPage(Struct, frozen=True):
    """The page about a card: its title, what kind of card it is, and its text.

    Attributes:
        rulings: message ids of short rulings that concern the card, from the game's rules.
    """

    title: str
    kind: str
    text: str
    flavour: str
    rulings: tuple[str, ...] = ()

    @property
    def description(self) -> str:
        """The card's contents, as alt text for a picture that shows the same things."""
        return description(f"{self.title}\n{self.kind}\n{self.text}")


class CardRenderer:
    """Describes a game's cards in texts and pictures. Drawing a picture can take some processor time.

    Attributes:
        key: the game's key, the prefix of its text ids.
    """

    key: ClassVar[str]

    def definitions(self, cards: Any) -> Mapping[str, Any]:
        """Return the cards by id; empty for a game without cards."""
        return {} if cards is None else cards.by_id

    def card_line(self, card: Any, words: Words, /) -> str | None:
        """Return a one-line summary of a card, to be shown below its name, or None."""
        return None

    def card_page(self, card: Any, cards: Any, words: Words, /) -> CardPage | None:
        """Return the page about a card; None in a game whose cards cannot be looked up."""
        return None

    def draw_card(self, card: Any, cards: Any, words: Words, /) -> Picture | None:
        """Return a picture of a card; None in a game that only describes its cards in words."""
        return None

    def art(self, card: Any, cards: Any, /) -> Illustration | None:
        """Return a card's art alone; None in a game that only describes its cards in words."""
        return None

    def draw_cards(self, shown: Sequence[tuple[Any, int]], cards: Any, words: Words, /) -> bytes | None:
        """Draw some cards, given with their numbers of copies, side by side as a PNG; None if the game draws none."""
        return None


def card_art(renderer: CardRenderer, card: str, words: Words) -> Illustration | None:
    """Return the picture on a card; None if the card is not known, or the game draws none."""
    definition = renderer.definitions(words.cards).get(card)
    return None if definition is None else renderer.art(definition, words.cards)
