"""What a game's renderer gives."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from bot.ui.pictures.picture import Picture
from bot.ui.words import Words
from engine.contract import Cards, Decision, Deck, Fact, Option, Seat
from engine.contract.decks import DeckFormat


class Beat(Struct, frozen=True):
    """A part of what happened: a line that says it, and particulars, which give way first where there is no room."""

    line: str
    particulars: tuple[str, ...] = ()


class CardPage(Struct, frozen=True):
    """A card looked up: its title, what kind of card it is, and its text.

    Attributes:
        rulings: message ids of short rulings that concern the card, from the game's rules.
    """

    title: str
    kind: str
    text: str
    flavour: str
    rulings: tuple[str, ...] = ()


class Renderer(Protocol):
    """A game in words. It is given views and facts, never a state."""

    def step(self, view: Any, words: Words) -> str:
        """Return in a few words where the match stands: turn and step."""
        ...

    def board(self, view: Any, words: Words) -> str:
        """Return what lies open, as a text that needs no picture."""
        ...

    def own(self, view: Any, seat: Seat, words: Words) -> str:
        """Return what a seat alone sees: its hand."""
        ...

    def picture(self, view: Any, words: Words) -> Picture | None:
        """Return the board as a picture, or None where words alone tell it. It may take a processor some time."""
        ...

    def hand(self, view: Any, seat: Seat, words: Words) -> Picture | None:
        """Return what a seat alone sees as a picture, or None where words alone tell it. As `picture`."""
        ...

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the piles that everybody may look through: each a title and what lies there."""
        ...

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what a seat should know of its plan before it is locked in."""
        ...

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question of a decision."""
        ...

    def hint(self, option: Option, words: Words) -> str | None:
        """Return a line about an option, for which its label has no room."""
        ...

    def story(self, facts: Sequence[Fact], words: Words, *, brief: bool = False) -> list[Beat]:
        """Return what happened, in order; in `brief` without what the board has shown already."""
        ...

    def headline(self, facts: Sequence[Fact], words: Words) -> str:
        """Return in one line, for a notification, what a story comes to."""
        ...

    def card_names(self, cards: Cards) -> list[str]:
        """Return the names of all cards that can be looked up."""
        ...

    def card(self, name: str, cards: Cards, words: Words) -> CardPage | None:
        """Return a card by its name, or None."""
        ...

    def deck_figures(self, deck: Deck, cards: Cards, wanted: DeckFormat, words: Words) -> list[str]:
        """Return the figures of a deck beside those that a format wants; nothing where nobody brings a deck."""
        ...

    def card_picture(self, name: str, cards: Cards, words: Words) -> Picture | None:
        """Return a card as a picture, or None where there is none of this name, or none to be seen. As `picture`."""
        ...

    def deck(self, deck: Mapping[str, int], cards: Cards, words: Words) -> list[tuple[str, str]]:
        """Return what is in a deck, by the ids of its cards: sections of a title and a list.

        The last ones are what its cards bring into play. A game without decks has none.
        """
        ...

    def deck_picture(self, deck: Mapping[str, int], cards: Cards, words: Words) -> Picture | None:
        """Return what is in a deck as a picture, or None where words alone tell it. As `picture`."""
        ...

    def rules(self, words: Words) -> list[tuple[str, str]]:
        """Return the rules in short: sections of a title and a text."""
        ...

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the sections of the rules that the present step is about."""
        ...
