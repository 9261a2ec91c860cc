"""A deck at a glance: its face, its name, how hard it is to play, and some of its cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Label, Plate, Stack, column, row
from bot.ui.pictures.parts import card, disc, on_rays, plate_colour
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.tones import CREAM, GOLD, Tones

WIDE, HIGH = 1000, 470
"""The size of the picture, in pixels."""

LEANS: Final = (-6.0, -2.0, 3.0, 7.0)
"""How far each of the cards is turned, in degrees; there are at most as many cards."""


class DeckFace(Struct, frozen=True):
    """What stands for a deck: a face, the tones of its cards, and the names and art of a few of them."""

    face: Illustration
    tones: Tones
    cards: tuple[tuple[str, Illustration], ...]


class Banner(Struct, frozen=True):
    """Everything that the picture of a deck shows.

    Attributes:
        level: the difficulty in words.
        dots: how many of the difficulty's dots are filled, and how many there are.
    """

    name: str
    level: str
    dots: tuple[int, int]
    shown: DeckFace


def banner_scene(banner: Banner) -> Scene:
    """Return a deck at a glance as a scene."""
    shown, rim = banner.shown, (banner.shown.tones.dark, 8)
    beside = column(
        Label(banner.name, (100, 64), CREAM, "title", "middle", rim, (76, 30, 2), height=164),
        row(_difficulty(banner)),
        row(*(card(art, 140, lean) for (_, art), lean in zip(shown.cards, LEANS, strict=False)), gap=8, height=224),
        pad=(7, 0),
        grow=1,
    )
    whole = row(card(shown.face, 336, -3), beside, gap=22, pad=(14, 0), width=WIDE, height=HIGH)
    return on_rays(whole, shown.tones, (190, 235))


def _difficulty(banner: Banner) -> Stack:
    """Return the difficulty in words and as dots, some of which are filled."""
    tones, (filled, count) = banner.shown.tones, banner.dots
    dots = row(*(disc(14, GOLD if each < filled else tones.dark, GOLD, 5) for each in range(count)), gap=12)
    level = Label(banner.level, (38, 20), CREAM, most=360)
    return row(level, dots, gap=26, pad=(20, 0), height=56, plate=Plate(plate_colour(tones), 28))


draw_banner = DrawnScene(banner_scene, WIDE)
