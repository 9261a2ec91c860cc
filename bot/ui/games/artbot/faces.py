"""The fronts of Art Bot's cards: the power as a sign, word and colour, and the rarity as diamonds, edge and word."""

from typing import Final, get_args

from msgspec import Struct

from bot.ui.games.artbot import cards
from bot.ui.games.artbot.robot import robot_of
from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.layout import Label, Plate, row, scene_of
from bot.ui.pictures.listed_card import ListedCard
from bot.ui.pictures.parts import sign
from bot.ui.pictures.scene import Scene
from bot.ui.texts.words import Words
from engine.contract import CardRef
from engine.games.artbot.cards import ArtBotCard, ArtBotCards, Power, Rarity

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

POINTS: Final = (36, 36)
"""The size of a card's points, in the units in which they are 52 high."""

GRADES: Final[dict[Rarity, int]] = {rarity: grade for grade, rarity in enumerate(get_args(Rarity), 1)}
"""The number of diamonds for each rarity."""


def art_bot_face(card: ArtBotCard, words: Words, *, text: bool = False) -> CardFace:
    """Return the front of a card: with its text, for reading, if `text` is set, and otherwise for a board."""
    mark, ink, paper = LOOKS[card.power]
    return CardFace(
        name=card.name,
        art=robot_of(card),
        sign=mark,
        kind=cards.power(card, words),
        ink=ink,
        paper=paper,
        corner="" if not card.pp else words.plain("artbot.card.pp", pp=card.pp) if text else str(card.pp),
        foot=(cards.rarity(card, words) if text else "", words.plain("artbot.card.rp", rp=card.rp)),
        grade=GRADES[card.rarity],
        text=cards.rule(card, words) if text else "",
    )


def listed_robot(ref: CardRef, words: Words, number: int = 0, copies: int = 1) -> ListedCard:
    """Return a card as a row of a list; `number` is 0 for one that cannot be chosen."""
    card = words.pool(ArtBotCards).by_id[ref.card]
    mark, key, paper = LOOKS[card.power]
    kin = f"{cards.power(card, words)} · {cards.rarity(card, words)}"
    pp, rp = words.plain("artbot.card.pp", pp=card.pp) if card.pp else "", words.plain("artbot.card.rp", rp=card.rp)
    return ListedCard(
        card=card.id,
        name=card.name,
        art=robot_of(card),
        key=key,
        paper=paper,
        kin=kin,
        text=cards.rule(card, words),
        number=number,
        copies=copies,
        figures=Points(mark, pp, rp, key, paper),
    )


class Points(Struct, frozen=True):
    """The sign of a card's power with its Power Points, if it has any, and its Rarity Points."""

    sign: str
    pp: str
    rp: str
    key: Colour
    paper: Colour

    def scene(self) -> Scene:
        """Return the points as a scene."""
        power = sign(self.sign, 38, self.paper, self.key)
        pp = Label(self.pp, POINTS, self.paper) if self.pp else None
        rp = Label(self.rp, POINTS, self.key)
        return scene_of(
            row(
                row(power, pp, gap=6, pad=(8, 0), plate=Plate(self.key, 12)),
                row(rp, pad=(8, 0), plate=Plate(self.paper, 12, self.key, 4)),
                gap=6,
                height=52,
            )
        )
