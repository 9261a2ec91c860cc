"""Zarcana in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.games.renderer import Beat, CardPage
from bot.ui.games.zarcana import board, cards, picture
from bot.ui.games.zarcana import hand_picture as hand
from bot.ui.games.zarcana.story import headline, story
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words
from engine.contract import CardRef, Cards, Decision, Deck, Fact, Option, Seat
from engine.contract.decks import DeckFormat
from engine.games.zarcana.pool import ZarcanaCards

RULES = ("aim", "turn", "minions", "suits", "courts", "board", "limits", "end", "printed")
"""The sections of the rules in short, each with a title and a text in the catalogue."""


STEP_RULES = ("turn", "minions", "suits", "limits")
"""The sections that a turn is about: there is but one kind of step."""


class ZarcanaRenderer:
    """See `Renderer`."""

    def step(self, view: Any, words: Words) -> str:
        """Return whose turn it is, and whether it is an extra turn or one of the final round."""
        return board.step(view, words)

    def board(self, view: Any, words: Words) -> str:
        """Return the players, the piles, and the board space by space."""
        return board.board(view, words)

    def own(self, view: Any, seat: Seat, words: Words) -> str:
        """Return the hand."""
        return board.own(view, seat, words)

    def picture(self, view: Any, words: Words) -> Picture | None:
        """Return the board as a picture."""
        return picture.picture(view, words)

    def hand(self, view: Any, seat: Seat, words: Words) -> Picture | None:
        """Return the cards that a seat holds, as a picture."""
        return hand.hand(view, seat, words)

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the discard pile, its top first."""
        return board.piles(view, words)

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what a seat should know before it locks in."""
        return board.advice(view, seat, words)

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question of a decision."""
        return words(f"zarcana.ask.{asked.kind}{'' if asked.about else '.plain'}", **asked.about)

    def hint(self, option: Option, words: Words) -> str | None:
        """Return what the card that an option speaks of does."""
        ref = option.label.args.get("card")
        if not isinstance(ref, CardRef) or not isinstance(words.cards, ZarcanaCards):
            return None
        return cards.short(ref.card, words.cards, words, wild=option.label.args.get("as") == "hand")

    def story(self, facts: Sequence[Fact], words: Words, *, brief: bool = False) -> list[Beat]:
        """Return what happened; a turn has no part that the board has shown before."""
        return story(facts, words)

    def headline(self, facts: Sequence[Fact], words: Words) -> str:
        """Return the last thing that counts."""
        return headline(facts, words)

    def card_names(self, pool: Cards) -> list[str]:
        """Return the names of all cards."""
        return sorted(card.name for card in pool.by_id.values()) if isinstance(pool, ZarcanaCards) else []

    def card(self, name: str, pool: Cards, words: Words) -> CardPage | None:
        """Return a card by its name, or None."""
        found = _found(name, pool)
        return cards.page(*found, words) if found is not None else None

    def card_picture(self, name: str, pool: Cards, words: Words) -> Picture | None:
        """Return a card by its name as a picture, or None."""
        found = _found(name, pool)
        return hand.card_picture(*found, words) if found is not None else None

    def deck(self, deck: Mapping[str, int], pool: Cards, words: Words) -> list[tuple[str, str]]:
        """Return nothing: the game has no decks."""
        return []

    def deck_picture(self, deck: Mapping[str, int], pool: Cards, words: Words) -> Picture | None:
        """Return nothing: the game has no decks."""
        return None

    def deck_figures(self, deck: Deck, pool: Cards, wanted: DeckFormat, words: Words) -> list[str]:
        """Return nothing: all play from the common deck."""
        return []

    def rules(self, words: Words) -> list[tuple[str, str]]:
        """Return the rules in short."""
        return [(words(f"zarcana.rules.{part}.title"), words(f"zarcana.rules.{part}")) for part in RULES]

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the sections of the rules that a turn is about; in the final round, and after it, how it ends."""
        parts = STEP_RULES if view.final is None and view.outcome is None else ("end", *STEP_RULES)
        return [(words(f"zarcana.rules.{part}.title"), words(f"zarcana.rules.{part}")) for part in parts]


def _found(name: str, pool: Cards) -> tuple[str, ZarcanaCards] | None:
    """Return the id of the card of a name, and the definitions it is in; None where there is none."""
    if not isinstance(pool, ZarcanaCards):
        return None
    try:
        return pool.find(name), pool
    except KeyError:
        return None
