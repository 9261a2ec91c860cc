"""A table before its match: the game's art, and who sits where, with an empty chair for every free seat."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import (
    Illustration,
    Image,
    Item,
    Outline,
    Path,
    Point,
    Scene,
    Text,
    moved,
    placing,
    rounded,
    shapes_first,
)
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, INK, MUTED, Tones

WIDE: Final = 900
"""The width of the picture, in pixels."""

ACROSS: Final = 4
"""The most seats side by side."""

MARGIN, GAP = 24, 12
HEAD: Final = 164
"""The height of the game's name and art."""

SEAT: Final = 262
"""The height of a seat."""

LEANS: Final = (-8.0, 0.0, 8.0)
"""How far each of the cards beside the name is turned, in degrees; there are at most as many cards."""

SEATING: Final[Outline] = ((-38, 10), (34, 2), (50, 24), (-24, 34))
"""The seat of an empty chair, around the chair's middle."""

FRAME: Final[tuple[Outline, ...]] = (
    ((-40, -76), (-38, 10), (-40, 62)),
    ((34, -84), (34, 2), (36, 50)),
    ((50, 24), (54, 80)),
    ((-24, 34), (-24, 90)),
    ((-40, -70), (34, -78)),
    ((-39, -44), (34, -52)),
    ((-38, -18), (34, -26)),
)
"""The rails and legs of an empty chair."""


class Chair(Struct, frozen=True):
    """A seat: its player, or what is written on the empty chair.

    Attributes:
        note: what stands below the name; can be empty.
        sign: what is shown of a player without a `face`.
        deck: the face of the player's deck; None if there is none.
        taken: whether somebody sits there.
    """

    name: str
    note: str
    sign: str
    tones: Tones
    face: Illustration | None
    deck: Illustration | None
    taken: bool


class TableCard(Struct, frozen=True):
    """Everything that the picture of a table shows: the game's name, art and tones, and the seats in order."""

    game: str
    arts: tuple[Illustration, ...]
    tones: Tones
    chairs: tuple[Chair, ...]


@drawn_in_process
def draw_table(card: TableCard) -> bytes:
    """Draw a table, as a PNG."""
    return png(paint(table_scene(card), WIDE))


def table_scene(card: TableCard) -> Scene:
    """Return a table as a scene, with nearly as many seats in each row."""
    count = len(card.chairs)
    rows = -(-count // ACROSS)
    across = -(-count // rows)
    high = HEAD + rows * (SEAT + GAP) - GAP + MARGIN
    tones, whole = card.tones, rounded(0, 0, WIDE, high, 28)
    shown = game_head(card.game, card.arts, card.tones)
    wide = (WIDE - 2 * MARGIN - GAP * (across - 1)) / across
    for number, chair in enumerate(card.chairs):
        row, column = divmod(number, across)
        here = min(across, count - row * across)
        left = (WIDE - here * wide - (here - 1) * GAP) / 2 + column * (wide + GAP)
        shown += _seat(chair, card, left, HEAD + row * (SEAT + GAP), wide)
    ground: tuple[Item, ...] = (
        Path((whole,), tones.base),
        Path(rays((WIDE / 2, HEAD / 2), whole), mixed(tones.base, tones.light, 0.2)),
        Path((rounded(3, 3, WIDE - 3, high - 3, 25),), stroke=GOLD, width=6),
    )
    return Scene(WIDE, high, (*ground, *shapes_first(shown)))


def game_head(game: str, arts: tuple[Illustration, ...], tones: Tones) -> list[Item]:
    """Show a game's name in the upper `HEAD` pixels, with some of its cards to the left."""
    cards, step = arts[: len(LEANS)], 78.0
    room = step * len(cards) + 30 if cards else 0.0
    name = fitted(game, round(WIDE - 2 * MARGIN - room - 20), 104, 56, 1, "title")
    long = width(name.lines[0], name.size, "title")
    start = (WIDE - room - long) / 2
    items: list[Item] = [
        Image(SmallCard(art, LEANS[number]), start + number * step, 24 + abs(number - 1) * 4, 96)
        for number, art in enumerate(cards)
    ]
    middle = start + room + 14 + long / 2
    return [*items, Text(name.lines[0], (middle, HEAD / 2), name.size, CREAM, "mm", "title", tones.dark, 8)]


def _seat(chair: Chair, card: TableCard, left: float, top: float, wide: float) -> list[Item]:
    """Show a seat on a plate of its own."""
    plate = mixed(card.tones.dark, INK, 0.25)
    middle: Point = (left + wide / 2, top + 92)
    outline = rounded(left, top, left + wide, top + SEAT, 18)
    items: list[Item] = []
    if chair.taken:
        items += [Path((outline,), plate), *face_disc(chair, middle, 68)]
        if chair.deck is not None:
            items.append(Image(SmallCard(chair.deck, 6), middle[0] + 38, middle[1] + 2, 64))
    else:
        inner = rounded(left + 3, top + 3, left + wide - 3, top + SEAT - 3, 16)
        items.append(Path((inner,), mixed(plate, card.tones.base, 0.4), mixed(plate, CREAM, 0.35), 4))
        wood, place = mixed(plate, CREAM, 0.6), placing(middle, scale=0.88, about=(5, -4))
        items.append(Path(tuple(moved(part, place) for part in FRAME), stroke=wood, width=10, closed=False))
        items.append(Path((moved(SEATING, place),), wood, wood, 6))
    name = fitted(chair.name, round(wide - 20), 50, 28, 1, "title")
    ink = CREAM if chair.taken else GOLD
    down = top + (200 if chair.note else 212)
    items.append(Text(name.lines[0], (middle[0], down), name.size, ink, "mm", "title"))
    if chair.note:
        note = fitted(chair.note, round(wide - 20), 30, 20)
        items.append(Text(note.lines[0], (middle[0], top + 238), note.size, MUTED))
    return items
