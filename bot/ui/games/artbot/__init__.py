"""Art Bot Cards in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.games.artbot import board, cards, decks, picture
from bot.ui.games.artbot.story import headline, resolution, story
from bot.ui.games.renderer import Beat, CardPage
from bot.ui.pictures.picture import Picture
from bot.ui.words import Spoken, Words
from engine.contract import CardRef, Cards, Decision, Deck, Fact, Option, Seat
from engine.contract.decks import DeckFormat
from engine.games.artbot.cards import ArtBotCards

RULES = ("aim", "turn", "damage", "heal", "steal", "glitch", "end", "quick", "duel", "printed")
"""The sections of the rules in short, each with a title and a text in the catalogue."""


STEP_RULES = {"choose": ("turn", "damage"), "discard": ("damage",), "recover": ("damage",), "draw": ("duel",)}
"""Which sections a step is about."""


class ArtBotRenderer:
    """See `Renderer`."""

    def step(self, view: Any, words: Words) -> str:
        """Return round and turn, or the number of the draw."""
        return board.step(view, words)

    def board(self, view: Any, words: Words) -> str:
        """Return everybody's health points and piles, and the hit that waits for its answer."""
        return board.board(view, words)

    def own(self, view: Any, seat: Seat, words: Words) -> str:
        """Return the Active Deck."""
        return board.own(view, seat, words)

    def picture(self, view: Any, words: Words) -> Picture | None:
        """Return everybody's health points and piles, and the hit or the Glitch that is to be seen before all else."""
        return picture.picture(view, words)

    def hand(self, view: Any, seat: Seat, words: Words) -> Picture | None:
        """Return the Active Deck as a picture, for a victim the cards to choose from; nothing in Toe-to-Toe."""
        return picture.hand(view, seat, words)

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return everybody's Discard Pile, the newest card first; in Toe-to-Toe what everybody has won."""
        return board.piles(view, words)

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return nothing: a turn holds no plan that could fail."""
        return []

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question of a decision."""
        return words(f"artbot.ask.{asked.kind}", **asked.about)

    def hint(self, option: Option, words: Words) -> str | None:
        """Return power and points of the card that an option speaks of."""
        ref = option.label.args.get("card")
        if not isinstance(ref, CardRef) or not isinstance(words.cards, ArtBotCards):
            return None
        return cards.short(words.cards.by_id[ref.card], words)

    def story(self, facts: Sequence[Fact], words: Words, *, brief: bool = False) -> list[Beat]:
        """Return what happened, card by card; in `brief` without who drew how many, which the board shows."""
        return story(resolution(facts) if brief else facts, words)

    def headline(self, facts: Sequence[Fact], words: Words) -> str:
        """Return who is left with how many health points, or what came of a draw."""
        return headline(facts, words)

    def card_names(self, pool: Cards) -> list[str]:
        """Return the names of all cards."""
        return sorted(card.name for card in pool.by_id.values()) if isinstance(pool, ArtBotCards) else []

    def card(self, name: str, pool: Cards, words: Words) -> CardPage | None:
        """Return a card by its name, or None."""
        try:
            found = pool.find(name)
        except KeyError:
            return None
        return cards.page(pool.by_id[found], words) if isinstance(pool, ArtBotCards) else None

    def deck_figures(self, deck: Deck, pool: Cards, wanted: DeckFormat, words: Words) -> list[str]:
        """Return a deck's figures beside those that the format wants."""
        return decks.figures(deck, pool, wanted, words)

    def card_picture(self, name: str, pool: Cards, words: Words) -> Picture | None:
        """Return a card as a picture, or None."""
        page = self.card(name, pool, Spoken.of(words))
        if page is None or not isinstance(pool, ArtBotCards):
            return None
        return picture.card(pool.by_id[pool.find(name)], page, words)

    def deck(self, deck: Mapping[str, int], pool: Cards, words: Words) -> list[tuple[str, str]]:
        """Return a deck's cards, the most of a kind first."""
        return cards.contents(deck, pool, words) if isinstance(pool, ArtBotCards) else []

    def deck_picture(self, deck: Mapping[str, int], pool: Cards, words: Words) -> Picture | None:
        """Return nothing: cards are told in words."""
        return None

    def rules(self, words: Words) -> list[tuple[str, str]]:
        """Return the rules in short."""
        return [(words(f"artbot.rules.{part}.title"), words(f"artbot.rules.{part}")) for part in RULES]

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the sections of the rules that the present step is about."""
        parts = STEP_RULES.get(view.step, ("aim", "end"))
        return [(words(f"artbot.rules.{part}.title"), words(f"artbot.rules.{part}")) for part in parts]
