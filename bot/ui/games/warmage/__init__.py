"""WarMage in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.games.renderer import Beat, CardPage
from bot.ui.games.warmage import board, cards, picture
from bot.ui.games.warmage.story import headline, story, without_upkeep
from bot.ui.pictures.picture import Picture
from bot.ui.words import Spoken, Words
from engine.contract import CardRef, Cards, Decision, Deck, Fact, Option, Seat
from engine.contract.decks import DeckFormat
from engine.games.warmage.pool import WarMageCards

RULES = ("aim", "turn", "cast", "chain", "play", "wounds", "last_chance", "printed")
"""The sections of the rules in short, each with a title and a text in the catalogue."""


STEP_RULES = {"draw": ("turn",), "cast": ("turn", "cast", "wounds"), "end": ("turn", "play"), "over": ("aim",)}
"""Which sections a step is about; with a Chain open it is the Chain, and what is faster than it."""


class WarMageRenderer:
    """See `Renderer`."""

    def step(self, view: Any, words: Words) -> str:
        """Return turn and step, or how high the Chain is."""
        return board.step(view, words)

    def board(self, view: Any, words: Words) -> str:
        """Return the Chain, every player's Wounds and cards in play, the Row and the piles."""
        return board.board(view, words)

    def own(self, view: Any, seat: Seat, words: Words) -> str:
        """Return the hand."""
        return board.own(view, seat, words)

    def picture(self, view: Any, words: Words) -> Picture | None:
        """Return the Chain as a stack, everybody's Wounds and cards in play, and the Row."""
        return picture.picture(view, words)

    def hand(self, view: Any, seat: Seat, words: Words) -> Picture | None:
        """Return the hand as a picture, equal cards together; nothing for an empty one."""
        return picture.hand(view, seat, words)

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the Discard."""
        return board.piles(view, words)

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what the Spell to answer does, what of the Chain will concern the seat, and its own sealed answer."""
        return board.advice(view, seat, words)

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question of a decision."""
        aimed = ".at" if asked.kind == "answer" and "target" in asked.about else ""
        return words(f"warmage.ask.{asked.kind}{aimed}", **asked.about)

    def hint(self, option: Option, words: Words) -> str | None:
        """Return what the card does that an option speaks of."""
        ref = option.label.args.get("card")
        if not isinstance(ref, CardRef) or not isinstance(words.cards, WarMageCards):
            return None
        return cards.short(words.cards.by_id[ref.card], words)

    def story(self, facts: Sequence[Fact], words: Words, *, brief: bool = False) -> list[Beat]:
        """Return what happened; in `brief` without the everyday drawing, which the board shows."""
        return story(without_upkeep(facts) if brief else facts, words)

    def headline(self, facts: Sequence[Fact], words: Words) -> str:
        """Return the last thing that counts."""
        return headline(facts, words)

    def card_names(self, pool: Cards) -> list[str]:
        """Return the names of all cards."""
        return sorted(card.name for card in pool.by_id.values()) if isinstance(pool, WarMageCards) else []

    def card(self, name: str, pool: Cards, words: Words) -> CardPage | None:
        """Return a card by its name, or None."""
        try:
            found = pool.find(name)
        except KeyError:
            return None
        return cards.page(pool.by_id[found], words) if isinstance(pool, WarMageCards) else None

    def deck_figures(self, deck: Deck, pool: Cards, wanted: DeckFormat, words: Words) -> list[str]:
        """Return nothing: all play from the common deck."""
        return []

    def card_picture(self, name: str, pool: Cards, words: Words) -> Picture | None:
        """Return a Spell as a picture, or None."""
        page = self.card(name, pool, Spoken.of(words))
        if page is None or not isinstance(pool, WarMageCards):
            return None
        return picture.card(pool.by_id[pool.find(name)], page, words)

    def deck(self, deck: Mapping[str, int], pool: Cards, words: Words) -> list[tuple[str, str]]:
        """Return nothing: the game has no decks."""
        return []

    def deck_picture(self, deck: Mapping[str, int], pool: Cards, words: Words) -> Picture | None:
        """Return nothing: the game has no decks."""
        return None

    def rules(self, words: Words) -> list[tuple[str, str]]:
        """Return the rules in short."""
        return [(words(f"warmage.rules.{part}.title"), words(f"warmage.rules.{part}")) for part in RULES]

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the sections of the rules that the present step is about."""
        parts = ("chain", "play", "last_chance") if view.chain else STEP_RULES[view.step]
        return [(words(f"warmage.rules.{part}.title"), words(f"warmage.rules.{part}")) for part in parts]
