"""Some of a game's cards, side by side, for people who do not know it yet: each is its art and its name."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Scene, Text, box, placing, rounded
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.text import fitted
from bot.ui.pictures.tones import CREAM, GOLD, Tones

GAP, HIGH, SLAB, EDGE = 18, 500, 120, 6
"""The gap between cards, their height, the height of the slab with a card's name, and the width of its edge."""

NAME: Final = (50, 30)
"""The largest and the smallest size of a name, in pixels."""


class SampleCards(Struct, frozen=True):
    """Cards, each a name and its art, and the tones of their game."""

    cards: tuple[tuple[str, Illustration], ...]
    tones: Tones


def samples_scene(samples: SampleCards) -> Scene:
    """Return cards as a scene that is filled from side to side."""
    count = len(samples.cards)
    wide = (WIDE - (count - 1) * GAP) / count
    items = [
        Group(tuple(_card(name, art, samples.tones, wide)), placing((number * (wide + GAP), 0)), description=name)
        for number, (name, art) in enumerate(samples.cards)
    ]
    return Scene(WIDE, HIGH, tuple(items))


def _card(name: str, art: Illustration, tones: Tones, wide: float) -> Iterator[Item]:
    """Yield a card: its art, which fills the room above the slab, and its name."""
    shape, bottom = art.scene(), HIGH - SLAB
    scale = max(wide / shape.width, bottom / shape.height)
    across, down = shape.width * scale, shape.height * scale
    yield Path((rounded(0, 0, wide, HIGH, 26),), GOLD)
    inside = rounded(EDGE, EDGE, wide - EDGE, HIGH - EDGE, 20)
    slab = Path((box(0, bottom, wide, HIGH),), mixed(tones.dark, tones.base, 0.3))
    shown = Image(art, (wide - across) / 2, (bottom - down) / 2, across)
    yield Group((shown, slab, Path((box(0, bottom, wide, bottom + EDGE),), GOLD)), clip=inside)
    fit = fitted(name, round(wide - 4 * EDGE), *NAME, 2, "title")
    for number, line in enumerate(fit.lines):
        middle = bottom + SLAB / 2 + (number - (len(fit.lines) - 1) / 2) * fit.size
        yield Text(line, (wide / 2, middle), fit.size, CREAM, "mm", "title")


draw_samples = DrawnScene(samples_scene, WIDE)
