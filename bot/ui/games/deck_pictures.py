"""Pictures of decks, the same for every game: one at a glance, its face alone, and all of its cards."""

from collections.abc import Mapping
from typing import Any, Final

from bot.ui.games.deck_renderer import DeckLook, DeckRenderer
from bot.ui.pictures.deck_banner import Banner, DeckFace, draw_banner
from bot.ui.pictures.deck_spread import CardBesideDeck, DeckHead, draw_beside, draw_head, draw_tiles
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.single_face import draw_face
from bot.ui.texts.words import Words
from engine.contract import Deck, ReadyDeck
from engine.contract.decks import DeckFormat

DECK, FACE, HEAD, CARDS, CARD = "deck.png", "deck-face.png", "deck-head.png", "deck-cards.png", "deck-card.png"

HARDEST: Final = 5
"""The highest difficulty of a ready-made deck."""


TOGETHER, MOST = 9, 36
"""The most cards in one picture, which clients do not make narrower, and in all pictures of a deck."""


def level_of(ready: ReadyDeck, words: Words) -> str:
    """Return a deck's difficulty in words."""
    return words.plain("class.level", level=ready.difficulty, most=HARDEST)


def deck_picture(
    renderer: DeckRenderer, ready: ReadyDeck, deck: Mapping[str, int], cards: Any, words: Words
) -> Picture | None:
    """Return a picture of a deck at a glance; None for a game whose decks have no faces."""
    shown = renderer.deck_face(deck, cards)
    if shown is None:
        return None
    name, level = ready.name, level_of(ready, words)
    named = ", ".join(card for card, _ in shown.cards)
    told = words.plain("class.picture", name=name, level=level, cards=named)
    banner = Banner(name, level, (ready.difficulty, HARDEST), shown)
    return Picture(DECK, draw_banner(banner), description(told))


def deck_portrait(renderer: DeckRenderer, name: str, deck: Mapping[str, int], cards: Any) -> Picture | None:
    """Return the face of the deck with this name as a small picture; None for a game whose decks have no faces."""
    shown = renderer.deck_face(deck, cards)
    return None if shown is None else Picture(FACE, draw_face(shown.face), description(name))


def deck_spread(
    renderer: DeckRenderer,
    deck: Deck,
    listed: Mapping[str, int],
    cards: Any,
    wanted: DeckFormat,
    told: str,
    words: Words,
) -> tuple[Picture, ...]:
    """Return pictures of a deck, which `told` describes, and of the listed cards; none for a game that draws no decks.

    The cards are those of the deck, or some to choose from with the numbers of copies in the deck.
    """
    shown, look = renderer.deck_face(deck.cards, cards), renderer.deck_look(deck.cards, cards, wanted, words)
    if shown is None or look is None:
        return ()
    head = Picture(HEAD, draw_head(_head(deck.name, shown, look)), description(told))
    return (head, *_tiles(renderer.deck_look(listed, cards, wanted, words)))


def deck_tiles(renderer: DeckRenderer, deck: Mapping[str, int], cards: Any, words: Words) -> tuple[Picture, ...]:
    """Return pictures of a deck's cards and those they bring into play; none for a game that draws no decks."""
    listed = {card: deck.get(card, 0) for card in renderer.deck_cards(deck, cards)}
    return _tiles(renderer.deck_look(listed, cards, None, words))


def _tiles(look: DeckLook | None) -> tuple[Picture, ...]:
    """Return pictures of a deck's first `MOST` cards, in rows of three."""
    cards = () if look is None else look.cards[:MOST]
    found: list[Picture] = []
    for start in range(0, len(cards), TOGETHER):
        some = cards[start : start + TOGETHER]
        told = "\n".join(line for _, line in some)
        found.append(Picture(CARDS, draw_tiles(tuple(tile for tile, _ in some)), description(told)))
    return tuple(found)


def deck_beside(
    renderer: DeckRenderer, deck: Deck, cards: Any, wanted: DeckFormat, card: str, told: str, words: Words
) -> Picture | None:
    """Return a picture of a card beside a deck, which `told` describes; None if there is nothing of either to draw."""
    shown, look = renderer.deck_face(deck.cards, cards), renderer.deck_look(deck.cards, cards, wanted, words)
    read = renderer.readable(renderer.definitions(cards)[card], deck.cards.get(card, 0), cards, words)
    if shown is None or look is None or read is None:
        return None
    return Picture(CARD, draw_beside(CardBesideDeck(read, _head(deck.name, shown, look))), description(told))


def _head(name: str, shown: DeckFace, look: DeckLook) -> DeckHead:
    return DeckHead(shown.face, shown.tones, name, look.size, look.of, look.curve, look.bars)
