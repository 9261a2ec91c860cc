"""How Zarcana's cards look in every picture: value, name, and the suit's sign, colour and paper."""

from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana import cards
from bot.ui.pictures.colours import Colour
from bot.ui.words import Words
from engine.games.zarcana.pool import TRUMPS, ZarcanaCards


class SuitStyle(Struct, frozen=True):
    """The style of a suit's cards: the sign, its colour, and the paper behind it."""

    sign: str
    ink: Colour
    paper: Colour


LOOKS: Final[dict[str, SuitStyle]] = {
    "cups": SuitStyle("cup", (24, 82, 150), (226, 238, 252)),
    "wands": SuitStyle("wand", (38, 100, 44), (228, 243, 222)),
    "swords": SuitStyle("sword", (66, 72, 84), (234, 236, 240)),
    "discs": SuitStyle("disc", (128, 84, 4), (252, 240, 206)),
    TRUMPS: SuitStyle("sun", (110, 48, 128), (244, 230, 247)),
}


class TarotFace(Struct, frozen=True):
    """A face-up card: its name, its score, and its suit."""

    name: str
    worth: str
    suit: str

    @property
    def look(self) -> SuitStyle:
        """The style of the card's suit."""
        return LOOKS[self.suit]


def tarot_face(card: str, words: Words) -> TarotFace:
    """Return a card's face; without card definitions, the face has only a name."""
    pool = words.cards
    if not isinstance(pool, ZarcanaCards):
        return TarotFace(words.card(card), "", TRUMPS)
    return TarotFace(pool.name(card), cards.worth(card, pool), pool.suit_of[card])
