"""A deck at a glance: its face, its name, how hard it is to play, and some of its cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Scene, Text, ellipse, rounded
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, Tones

WIDE, HIGH = 1000, 470
"""The size of the picture, in pixels."""

LEFT, RIGHT = 372, 972
"""The edges of the room beside the face."""

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


@drawn_in_process
def draw_banner(banner: Banner) -> bytes:
    """Draw a deck at a glance, as a PNG."""
    return png(paint(banner_scene(banner), WIDE))


def banner_scene(banner: Banner) -> Scene:
    """Return a deck at a glance as a scene."""
    shown, tones = banner.shown, banner.shown.tones
    whole = rounded(0, 0, WIDE, HIGH, 28)
    middle = (LEFT + RIGHT) / 2
    items: list[Item] = [
        Path((whole,), tones.base),
        Path(rays((190, 235), whole), mixed(tones.base, tones.light, 0.2)),
        Image(SmallCard(shown.face, -3), 14, 12, 336),
    ]
    name = fitted(banner.name, RIGHT - LEFT, 100, 64, 1, "title")
    if name.cut:
        name = fitted(banner.name, RIGHT - LEFT, 76, 30, 2, "title")
    for number, line in enumerate(name.lines):
        down = 86 + (number - (len(name.lines) - 1) / 2) * name.size * 0.94
        items.append(Text(line, (middle, down), name.size, CREAM, "mm", "title", tones.dark, 8))
    items += _difficulty(banner, middle)
    count = len(shown.cards)
    for number, (_, art) in enumerate(shown.cards):
        left = middle + (number - count / 2) * 148 + 4
        items.append(Image(SmallCard(art, LEANS[number]), left, 244 + abs(2 * number - count + 1) * 3, 140))
    items.append(Path((rounded(3, 3, WIDE - 3, HIGH - 3, 25),), stroke=GOLD, width=6))
    return Scene(WIDE, HIGH, (Group(tuple(items), clip=whole),))


def _difficulty(banner: Banner, middle: float) -> list[Item]:
    """Show the difficulty in words and as dots, some of which are filled."""
    filled, dots = banner.dots
    level = fitted(banner.level, 360, 38, 20)
    long = width(level.lines[0], level.size)
    start = middle - (long + 20 + dots * 40) / 2
    plate = rounded(start - 22, 164, start + long + 20 + dots * 40 + 16, 220, 28)
    items: list[Item] = [Path((plate,), mixed(banner.shown.tones.dark, INK, 0.25))]
    items.append(Text(level.lines[0], (start, 192), level.size, CREAM, "lm"))
    for number in range(dots):
        at = (start + long + 40 + number * 40, 192.0)
        inner = () if number < filled else (ellipse(at, 9),)
        items += [Path((ellipse(at, 14),), GOLD), *([Path(inner, banner.shown.tones.dark)] if inner else [])]
    return items
