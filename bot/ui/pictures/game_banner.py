"""A game as a banner: its name, a line about it, and some of its cards; and the cards of all games as one fan."""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from msgspec import Struct

from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Label, Space, column, row
from bot.ui.pictures.parts import fan, on_rays
from bot.ui.pictures.scene import Illustration, Image, Item, Scene
from bot.ui.pictures.small_card import CARD, SmallCard
from bot.ui.pictures.tones import CREAM, GOLD, Tones

WIDE: Final = 900
"""The width of both pictures, in pixels."""

HIGH: Final = 212
"""The height of a banner."""

MARGIN: Final = 24

FAN_HIGH: Final = 380
"""The height of a fan."""

FAN_CARD: Final = 170
"""The width of a card in a fan."""

FAN_LEAN: Final = 30.0
"""How far the outer cards of a fan are turned, in degrees."""

FAN_REACH: Final = 680.0
"""The distance from the fan's pivot to the middle of a card."""


class GameBanner(Struct, frozen=True):
    """Everything that a banner shows: the game's name, a line about it, and the game's art and tones."""

    game: str
    about: str
    arts: tuple[Illustration, ...]
    tones: Tones


class CardFan(Struct, frozen=True):
    """Everything that a fan shows: the art of its cards, from left to right, and the tones of the ground."""

    arts: tuple[Illustration, ...]
    tones: Tones


def banner_scene(banner: GameBanner) -> Scene:
    """Return a game's banner as a scene."""
    texts = column(
        Space(height=36),
        Label(banner.game, (96, 36), CREAM, "title", "middle", (banner.tones.dark, 8), height=76),
        Label(banner.about, (38, 16), GOLD, side="middle", height=76),
        grow=1,
    )
    whole = row(fan(banner.arts, 126, 84), texts, gap=26, pad=(MARGIN, 0), width=WIDE, height=HIGH)
    return on_rays(whole, banner.tones, (WIDE / 2, HIGH / 2))


def fan_scene(shown: CardFan) -> Scene:
    """Return a fan of cards as a scene: they are turned around a point below the picture."""
    fanned = Art(lambda _: _fanned(shown.arts), (WIDE, FAN_HIGH))
    return on_rays(fanned, shown.tones, (WIDE / 2, FAN_HIGH / 2))


def _fanned(arts: Sequence[Illustration]) -> list[Item]:
    items: list[Item] = []
    for number, art in enumerate(arts):
        lean = FAN_LEAN * (2 * number / (len(arts) - 1) - 1) if len(arts) > 1 else 0.0
        card, turn, scale = SmallCard(art, lean), radians(lean), FAN_CARD / CARD[0]
        width, height = card.size[0] * scale, card.size[1] * scale
        x, y = WIDE / 2 + FAN_REACH * sin(turn), FAN_HIGH / 2 + FAN_REACH * (1 - cos(turn)) - 32
        items.append(Image(card, x - width / 2, y - height / 2, width))
    return items


draw_banner = DrawnScene(banner_scene, WIDE)
draw_fan = DrawnScene(fan_scene, WIDE)
