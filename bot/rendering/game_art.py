"""The art of games, for pictures that are about no match: of the cards and ready-made decks that come with them."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from bot.ui.games.renderer import Renderer
from bot.ui.pictures.deck_banner import DeckFace
from bot.ui.pictures.scene import Illustration
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame

EXAMPLES: Final = 3
"""The number of cards that stand for a game."""


def cards_of(rules: AnyGame) -> Any:
    """Return the cards that come with a game; None if there are none."""
    return shipped_cards(rules) if shipped_sets(rules) else None


def example_cards(rules: AnyGame, renderer: Renderer) -> Sequence[Any]:
    """Return some of a game's cards: of each of the first ready-made decks one, or any if the game has no decks."""
    cards = renderer.definitions(cards_of(rules))
    decks = [deck_of(ready, cards_of(rules)) for each in shipped_sets(rules) for ready in each.decks]
    if rules.spec.decks and len(decks) >= EXAMPLES:
        shown: dict[str, None] = {}
        for deck in decks[:EXAMPLES]:
            shown.setdefault(next((card for card in deck.cards if card not in shown), next(iter(deck.cards))))
        return [cards[card] for card in shown]
    count = min(EXAMPLES, len(cards))
    return [[*cards.values()][len(cards) * (2 * number + 1) // (2 * EXAMPLES)] for number in range(count)]


@cache
def arts_of(rules: AnyGame, renderer: Renderer) -> tuple[Illustration, ...]:
    """Return the art of some of a game's cards; none for a game that does not draw its cards."""
    arts = [renderer.art(card, cards_of(rules)) for card in example_cards(rules, renderer)]
    return tuple(art for art in arts if art is not None)


@cache
def faces_of_decks(rules: AnyGame, renderer: Renderer) -> dict[str, DeckFace]:
    """Return what stands for each ready-made deck that comes with a game, by its name."""
    decks = [ready for each in shipped_sets(rules) for ready in each.decks]
    faces = {ready.name: renderer.deck_face(deck_of(ready, cards_of(rules)).cards, cards_of(rules)) for ready in decks}
    return {name: face for name, face in faces.items() if face is not None}
