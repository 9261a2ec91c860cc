"""The fronts of Art Bot's cards: the power as a sign, word and colour, and the rarity as diamonds, edge and word."""

from typing import Final, get_args

from bot.ui.games.artbot import cards
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import Colour
from bot.ui.words import Words
from engine.games.artbot.cards import ArtBotCard, Power, Rarity

LOOKS: Final[dict[Power, tuple[str, Colour, Colour]]] = {
    "physical": ("hammer", (140, 44, 28), (252, 232, 224)),
    "psychological": ("eye", (24, 82, 150), (226, 238, 252)),
    "spiritual": ("flame", (110, 48, 128), (244, 230, 247)),
    "holistic": ("flower", (38, 100, 44), (228, 243, 222)),
    "heal": ("mending", (10, 106, 104), (220, 244, 242)),
    "steal": ("magnet", (66, 72, 84), (234, 236, 240)),
    "glitch": ("bolt", (128, 84, 4), (252, 240, 206)),
}
"""How cards with each power look: the sign, its colour, and the paper behind it."""

GRADES: Final[dict[Rarity, int]] = {rarity: grade for grade, rarity in enumerate(get_args(Rarity), 1)}
"""The number of diamonds for each rarity."""


def art_bot_face(card: ArtBotCard, words: Words, *, text: bool = False) -> CardFace:
    """Return the front of a card: with its text, for reading, if `text` is set, and otherwise for a board."""
    sign, ink, paper = LOOKS[card.power]
    return CardFace(
        name=card.name,
        sign=sign,
        kind=cards.power(card, words),
        ink=ink,
        paper=paper,
        corner="" if not card.pp else words.plain("artbot.card.pp", pp=card.pp) if text else str(card.pp),
        foot=(cards.rarity(card, words) if text else "", words.plain("artbot.card.rp", rp=card.rp)),
        grade=GRADES[card.rarity],
        text=cards.rule(card, words) if text else "",
    )
