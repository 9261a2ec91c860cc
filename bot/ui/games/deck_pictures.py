"""Pictures of ready-made decks, the same for every game: one at a glance, and all faces to choose from."""

from collections.abc import Sequence
from typing import Final

from bot.ui.pictures.deck_banner import Banner, DeckFace, draw_banner
from bot.ui.pictures.face_sheet import Named, draw_faces
from bot.ui.pictures.picture import Picture, description
from bot.ui.words import Words
from engine.contract import ReadyDeck

DECK, DECKS = "deck.png", "decks.png"

HARDEST: Final = 5
"""The highest difficulty of a ready-made deck."""


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


def faces_picture(
    decks: Sequence[tuple[ReadyDeck, DeckFace | None]], chosen: str | None, words: Words
) -> Picture | None:
    """Return the faces of decks to choose from, with their names; None for a game whose decks have no faces.

    The deck named `chosen` is marked, if there is one.
    """
    named = [
        Named(shown.face, ready.name, _note(ready, chosen, words), shown.tones, ready.name == chosen)
        for ready, shown in decks
        if shown is not None
    ]
    if not named:
        return None
    told = "\n".join(words.plain("class.choice", name=each.name, level=each.note) for each in named)
    return Picture(DECKS, draw_faces(tuple(named)), description(told))


def _note(ready: ReadyDeck, chosen: str | None, words: Words) -> str:
    """Return what stands below a deck's name: its difficulty, and whether it is the one that was chosen."""
    level = level_of(ready, words)
    return words.plain("class.yours", level=level) if ready.name == chosen else level
