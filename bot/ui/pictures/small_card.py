"""A card as small as a thumb: its art in a frame of paper, upright, leaning or on its side."""

from math import cos, radians, sin
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.scene import Group, Illustration, Path, Scene, box, placing, rounded
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.tones import CREAM, INK

CARD: Final = (100, 132)
"""The width and height of the card, in its own units."""

FRAME: Final = 7
"""The width of the paper around the art."""

SIGN: Final = 60
"""The side of a sign that is the art of a card, in the card's units."""

PLAIN: Final = mixed(CREAM, INK, 0.14)
"""What is behind such a sign."""


class SignArt(Struct, frozen=True):
    """A sign as the art of a card, for what can be done without one: the name of one of the `SYMBOLS`."""

    name: str

    def scene(self) -> Scene:
        """Return the sign in the middle of a card."""
        wide, high = CARD
        left, top = (wide - SIGN) / 2, (high - SIGN) / 2
        return Scene(
            wide, high, (Path((box(0, 0, wide, high),), PLAIN), symbol_at(self.name, (left, top), SIGN, INK, PLAIN))
        )


class SmallCard(Struct, frozen=True):
    """A card that is known by its art.

    Attributes:
        art: the art, of which the middle is shown.
        turn: how far the card is turned clockwise, in degrees.
    """

    art: Illustration
    turn: float = 0

    @property
    def size(self) -> tuple[float, float]:
        """The room that the card takes up, turned as it is, in units in which the card is `CARD`."""
        wide, high = CARD
        along, across = abs(cos(radians(self.turn))), abs(sin(radians(self.turn)))
        return wide * along + high * across, wide * across + high * along

    def scene(self) -> Scene:
        """Return the card as a scene."""
        (wide, high), (across, down) = CARD, self.size
        art = self.art.scene()
        inner = (FRAME, FRAME, wide - FRAME, high - FRAME)
        scale = max((inner[2] - FRAME) / art.width, (inner[3] - FRAME) / art.height)
        shown = Group(
            art.items,
            placing((wide / 2, high / 2), scale=scale, about=(art.width / 2, art.height / 2)),
            clip=rounded(*inner, 8),
        )
        paper = Path((rounded(1.5, 1.5, wide - 1.5, high - 1.5, 13),), CREAM, INK, 3)
        place = placing((across / 2, down / 2), turn=self.turn, about=(wide / 2, high / 2))
        return Scene(across, down, (Group((paper, shown), place),))
