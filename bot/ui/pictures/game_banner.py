"""A game as a banner: its name, a line about it, and some of its cards; and the cards of all games as one fan."""

from collections.abc import Sequence
from math import cos, radians, sin
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Illustration, Image, Item, Path, Scene, Text, rounded, shapes_first
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, Tones

WIDE: Final = 900
"""The width of both pictures, in pixels."""

HIGH: Final = 212
"""The height of a banner."""

MARGIN: Final = 24

LEANS: Final = (-8.0, 0.0, 8.0)
"""How far each of a banner's cards is turned, in degrees; there are at most as many cards."""

CARD: Final = 126
"""The width of a banner's card."""

STEP: Final = 84
"""How far a banner's cards are apart."""

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


@drawn_in_process
def draw_banner(banner: GameBanner) -> bytes:
    """Draw a game's banner, as a PNG."""
    return png(paint(banner_scene(banner), WIDE))


@drawn_in_process
def draw_fan(fan: CardFan) -> bytes:
    """Draw a fan of cards, as a PNG."""
    return png(paint(fan_scene(fan), WIDE))


def banner_scene(banner: GameBanner) -> Scene:
    """Return a game's banner as a scene."""
    cards = banner.arts[: len(LEANS)]
    items: list[Item] = [
        Image(SmallCard(art, LEANS[number]), MARGIN + 4 + number * STEP, 20 + abs(number - 1) * 5, CARD)
        for number, art in enumerate(cards)
    ]
    left = MARGIN + (STEP * len(cards) + 72 if cards else 0)
    room, middle = round(WIDE - MARGIN - left), (left + WIDE - MARGIN) / 2
    name = fitted(banner.game, room, 96, 36, 1, "title")
    items.append(Text(name.lines[0], (middle, 86), name.size, CREAM, "mm", "title", banner.tones.dark, 8))
    about = fitted(banner.about, room, 38, 16)
    items.append(Text(about.lines[0], (middle, 162), about.size, GOLD))
    return Scene(WIDE, HIGH, (*_ground(HIGH, banner.tones), *shapes_first(items)))


def fan_scene(fan: CardFan) -> Scene:
    """Return a fan of cards as a scene: they are turned around a point below the picture."""
    pivot = (WIDE / 2, FAN_HIGH / 2 + FAN_REACH - 32)
    items: list[Item] = []
    for number, art in enumerate(fan.arts):
        lean = FAN_LEAN * (2 * number / (len(fan.arts) - 1) - 1) if len(fan.arts) > 1 else 0.0
        card, turn = SmallCard(art, lean), radians(lean)
        wide, high = card.size
        scale = FAN_CARD / SmallCard(art).size[0]
        middle = (pivot[0] + FAN_REACH * sin(turn), pivot[1] - FAN_REACH * cos(turn))
        items.append(Image(card, middle[0] - wide * scale / 2, middle[1] - high * scale / 2, wide * scale))
    return Scene(WIDE, FAN_HIGH, (*_ground(FAN_HIGH, fan.tones), *items))


def _ground(high: float, tones: Tones) -> Sequence[Item]:
    whole = rounded(0, 0, WIDE, high, 28)
    return (
        Path((whole,), tones.base),
        Path(rays((WIDE / 2, high / 2), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    )
