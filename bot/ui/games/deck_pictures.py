"""Pictures of decks, the same for every game: one at a glance, its face alone, and all of its cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.deck_banner import Banner, DeckFace, draw_banner
from bot.ui.pictures.deck_spread import Bar, CardBesideDeck, DeckHead, DeckTile, draw_beside, draw_head, draw_tiles
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.single_face import draw_face
from bot.ui.texts.words import Words
from engine.contract import ReadyDeck

DECK, FACE, HEAD, CARDS, CARD = "deck.png", "deck-face.png", "deck-head.png", "deck-cards.png", "deck-card.png"

HARDEST: Final = 5
"""The highest difficulty of a ready-made deck."""


TOGETHER, MOST = 9, 36
"""The most cards in one picture, which clients do not make narrower, and in all pictures of a deck."""


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


def level_of(ready: ReadyDeck, words: Words) -> str:
    """Return a deck's difficulty in words."""
    return words.plain("class.level", level=ready.difficulty, most=HARDEST)


def deck_picture(ready: ReadyDeck, shown: DeckFace | None, words: Words) -> Picture | None:
    """Return a deck at a glance as a picture; None for a game whose decks have no faces."""
    if shown is None:
        return None
    name, level = ready.name, level_of(ready, words)
    cards = ", ".join(card for card, _ in shown.cards)
    told = words.plain("class.picture", name=name, level=level, cards=cards)
    banner = Banner(name, level, (ready.difficulty, HARDEST), shown)
    return Picture(DECK, draw_banner(banner), description(told))


def portrait_picture(name: str, shown: DeckFace | None) -> Picture | None:
    """Return the face of the deck with this name as a small picture; None for a game whose decks have no faces."""
    return None if shown is None else Picture(FACE, draw_face(shown.face), description(name))


def head_picture(name: str, shown: DeckFace | None, look: DeckLook | None, told: str) -> Picture | None:
    """Return a picture of what a deck is, which `told` describes; None for a game that draws no decks."""
    if shown is None or look is None:
        return None
    return Picture(HEAD, draw_head(_head(name, shown, look)), description(told))


def tile_pictures(look: DeckLook | None) -> tuple[Picture, ...]:
    """Return pictures of a deck's first `MOST` cards, in rows of three; none for a game that draws no decks."""
    cards = () if look is None else look.cards[:MOST]
    found: list[Picture] = []
    for start in range(0, len(cards), TOGETHER):
        some = cards[start : start + TOGETHER]
        told = "\n".join(line for _, line in some)
        found.append(Picture(CARDS, draw_tiles(tuple(tile for tile, _ in some)), description(told)))
    return tuple(found)


def beside_picture(
    name: str, shown: DeckFace | None, look: DeckLook | None, card: Illustration | None, told: str
) -> Picture | None:
    """Return a picture of a card beside a deck, which `told` describes; None if there is nothing of either to draw."""
    if shown is None or look is None or card is None:
        return None
    return Picture(CARD, draw_beside(CardBesideDeck(card, _head(name, shown, look))), description(told))


def _head(name: str, shown: DeckFace, look: DeckLook) -> DeckHead:
    return DeckHead(shown.face, shown.tones, name, look.size, look.of, look.curve, look.bars)
