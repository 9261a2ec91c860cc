"""How Zarcana's cards look in every picture: value, name, and the suit's sign, colour and paper."""

from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana import cards
from bot.ui.games.zarcana.plate import TarotPlate
from bot.ui.pictures.colours import Colour
from engine.games.zarcana.cards import AnyCard
from engine.games.zarcana.pool import TRUMPS, ZarcanaCards


class SuitStyle(Struct, frozen=True):
    """The style of a suit's cards: the sign, its colour, and the paper behind it."""

    sign: str
    ink: Colour
    paper: Colour


LOOKS: Final[dict[str, SuitStyle]] = {
    "cups": SuitStyle("cup", (24, 82, 150), (248, 239, 220)),
    "wands": SuitStyle("wand", (38, 100, 56), (248, 239, 220)),
    "swords": SuitStyle("sword", (150, 40, 44), (248, 239, 220)),
    "discs": SuitStyle("disc", (128, 84, 4), (248, 239, 220)),
    TRUMPS: SuitStyle("sun", (92, 52, 140), (248, 239, 220)),
}


class TarotFace(Struct, frozen=True):
    """A face-up card: its name, its score and its picture."""

    name: str
    worth: str
    art: TarotPlate

    @property
    def look(self) -> SuitStyle:
        """The style of the card's suit."""
        return LOOKS[self.art.suit]


def tarot_face(card: str, pool: ZarcanaCards) -> TarotFace:
    """Return a card's face."""
    return TarotFace(pool.name(card), cards.worth(card, pool), TarotPlate(card, pool.suit_of[card]))


def art(card: AnyCard, pool: ZarcanaCards) -> TarotPlate:
    """Return the plate of a tarot card."""
    return TarotPlate(card.id, pool.suit_of[card.id])
