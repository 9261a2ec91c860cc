"""How Zarcana's cards look wherever they are drawn: value, name, and a suit's sign with its colour and its paper."""

from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana import cards
from bot.ui.pictures.colours import Colour
from bot.ui.words import Words
from engine.games.zarcana.pool import TRUMPS, ZarcanaCards


class Look(Struct, frozen=True):
    """How the cards of a suit look: the sign, its colour, and the paper under it."""

    sign: str
    ink: Colour
    paper: Colour


LOOKS: Final[dict[str, Look]] = {
    "cups": Look("cup", (24, 82, 150), (226, 238, 252)),
    "wands": Look("wand", (38, 100, 44), (228, 243, 222)),
    "swords": Look("sword", (66, 72, 84), (234, 236, 240)),
    "discs": Look("disc", (128, 84, 4), (252, 240, 206)),
    TRUMPS: Look("sun", (110, 48, 128), (244, 230, 247)),
}


class Face(Struct, frozen=True):
    """A card that lies face-up: its name, what it scores, and its suit."""

    name: str
    worth: str
    suit: str

    @property
    def look(self) -> Look:
        """How its suit looks."""
        return LOOKS[self.suit]


def face(card: str, words: Words) -> Face:
    """Return a card's face; of one that is in no set, its name alone."""
    pool = words.cards
    if not isinstance(pool, ZarcanaCards):
        return Face(words.card(card), "", TRUMPS)
    return Face(pool.name(card), cards.worth(card, pool), pool.suit_of[card])
