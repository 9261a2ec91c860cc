"""The fronts of Art Bot's cards: the power as a sign, word and colour, and the rarity as diamonds, edge and word."""

from typing import Any, Final, get_args

from bot.ui.games.artbot import cards
from bot.ui.games.artbot.robot import Robot, robot_of
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import Colour
from bot.ui.texts.words import Words
from engine.games.artbot.cards import ArtBotCard, Power, Rarity

LOOKS: Final[dict[Power, tuple[str, Colour, Colour]]] = {
    "physical": ("hammer", (150, 48, 24), (252, 234, 224)),
    "psychological": ("eye", (88, 62, 160), (238, 232, 246)),
    "spiritual": ("flame", (24, 98, 104), (251, 240, 214)),
    "holistic": ("flower", (38, 100, 56), (230, 243, 224)),
    "heal": ("mending", (160, 52, 70), (252, 232, 230)),
    "steal": ("magnet", (38, 74, 128), (228, 236, 248)),
    "glitch": ("glitch", (8, 98, 112), (222, 243, 242)),
}
"""How cards with each power look: the sign, its colour, and the paper behind it."""

GRADES: Final[dict[Rarity, int]] = {rarity: grade for grade, rarity in enumerate(get_args(Rarity), 1)}
"""The number of diamonds for each rarity."""


def art_bot_face(card: ArtBotCard, words: Words, *, text: bool = False) -> CardFace:
    """Return the front of a card: with its text, for reading, if `text` is set, and otherwise for a board."""
    sign, ink, paper = LOOKS[card.power]
    return CardFace(
        name=card.name,
        art=robot_of(card),
        sign=sign,
        kind=cards.power(card, words),
        ink=ink,
        paper=paper,
        corner="" if not card.pp else words.plain("artbot.card.pp", pp=card.pp) if text else str(card.pp),
        foot=(cards.rarity(card, words) if text else "", words.plain("artbot.card.rp", rp=card.rp)),
        grade=GRADES[card.rarity],
        text=cards.rule(card, words) if text else "",
    )


def art(card: ArtBotCard, pool: Any) -> Robot:
    """Return a card's robot."""
    return robot_of(card)
