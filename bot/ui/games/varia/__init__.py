"""Varia in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.ui.games.renderer import Beat, CardPage
from bot.ui.games.varia import board, cards, deck_contents, decks
from bot.ui.games.varia import hand_picture as hand
from bot.ui.games.varia import picture as timeline
from bot.ui.games.varia.story import headline, resolution, story
from bot.ui.pictures.picture import Picture
from bot.ui.words import Words
from engine.contract import CardRef, Cards, Decision, Deck, Fact, Option, Seat
from engine.contract.decks import DeckFormat
from engine.games.varia.pool import VariaCards

RULES = ("aim", "turn", "moment", "clash", "distance", "fast", "queue", "items", "stacks", "printed")
"""The sections of the rules in short, each with a title and a text in the catalogue."""


STEP_RULES = {
    "movement": ("turn", "distance"),
    "action": ("turn", "fast", "queue"),
    "reaction": ("turn", "fast", "queue"),
    "fast_action": ("fast",),
    "fast_reaction": ("fast",),
    "over": ("aim",),
}
"""Which sections a step is about; in Resolution it is the moment and the clash."""


class VariaRenderer:
    """See `Renderer`."""

    def step(self, view: Any, words: Words) -> str:
        """Return turn and step."""
        return board.step(view, words)

    def board(self, view: Any, words: Words) -> str:
        """Return both players' points and piles, and the timeline in two facing rows."""
        return board.board(view, words)

    def own(self, view: Any, seat: Seat, words: Words) -> str:
        """Return the hand and the items."""
        return board.own(view, seat, words)

    def picture(self, view: Any, words: Words) -> Picture | None:
        """Return the timeline in two facing rows, and both players beside theirs."""
        return timeline.picture(view, words)

    def hand(self, view: Any, seat: Seat, words: Words) -> Picture | None:
        """Return the hand's cards, and the items and stacks in play."""
        return hand.picture(view, seat, words)

    def piles(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return both players' Discard Piles; the Forgotten Piles are closed."""
        return board.piles(view, words)

    def advice(self, view: Any, seat: Seat, words: Words) -> list[str]:
        """Return what is left after the plan, and what of it cannot be paid and so will queue."""
        return board.advice(view, seat, words)

    def question(self, asked: Decision, words: Words) -> str:
        """Return the question of a decision: for an offer with what is offered, for a choice what it is for."""
        purpose = asked.about.get("purpose")
        suffix = "" if asked.about else ".plain"
        asks = words(f"varia.ask.{asked.kind}{suffix if purpose is None else f'.{purpose}'}", **asked.about)
        offer = cards.offer(asked, words)
        return asks if offer is None else f"{asks}\n{offer}"

    def hint(self, option: Option, words: Words) -> str | None:
        """Return cost and figures of the card that an option speaks of."""
        ref = option.label.args.get("card")
        if not isinstance(ref, CardRef) or not isinstance(words.cards, VariaCards):
            return None
        return cards.short(words.cards.by_id[ref.card], words)

    def story(self, facts: Sequence[Fact], words: Words, *, brief: bool = False) -> list[Beat]:
        """Return what happened, moment by moment; in `brief` without the planning, which the board has shown."""
        return story(resolution(facts) if brief else facts, words)

    def headline(self, facts: Sequence[Fact], words: Words) -> str:
        """Return the points that both players are left with."""
        return headline(facts, words)

    def card_names(self, pool: Cards) -> list[str]:
        """Return the names of all cards."""
        return sorted(card.name for card in pool.by_id.values()) if isinstance(pool, VariaCards) else []

    def card(self, name: str, pool: Cards, words: Words) -> CardPage | None:
        """Return a card by its name, or None."""
        try:
            found = pool.find(name)
        except KeyError:
            return None
        return cards.page(pool.by_id[found], pool, words) if isinstance(pool, VariaCards) else None

    def deck_figures(self, deck: Deck, pool: Cards, wanted: DeckFormat, words: Words) -> list[str]:
        """Return a deck's figures beside those that the format wants."""
        return decks.figures(deck, pool, wanted, words)

    def card_picture(self, name: str, pool: Cards, words: Words) -> Picture | None:
        """Return a card's face."""
        return hand.card_picture(name, pool, words) if isinstance(pool, VariaCards) else None

    def deck(self, deck: Mapping[str, int], pool: Cards, words: Words) -> list[tuple[str, str]]:
        """Return a deck's actions and items, and the tokens and stacks that they bring into play."""
        return deck_contents.sections(deck, pool, words) if isinstance(pool, VariaCards) else []

    def deck_picture(self, deck: Mapping[str, int], pool: Cards, words: Words) -> Picture | None:
        """Return the same as a picture."""
        return deck_contents.picture(deck, pool, words) if isinstance(pool, VariaCards) else None

    def rules(self, words: Words) -> list[tuple[str, str]]:
        """Return the rules in short."""
        return [(words(f"varia.rules.{part}.title"), words(f"varia.rules.{part}")) for part in RULES]

    def rules_now(self, view: Any, words: Words) -> list[tuple[str, str]]:
        """Return the sections of the rules that the present step is about."""
        parts = STEP_RULES.get(view.step, ("moment", "clash"))
        return [(words(f"varia.rules.{part}.title"), words(f"varia.rules.{part}")) for part in parts]
