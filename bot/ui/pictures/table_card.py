"""A table before its match: the game's art, and who sits where, with an empty chair for every free seat."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.impacts import face_disc
from bot.ui.pictures.layout import Art, Grid, Label, Plate, Space, Stack, column, row
from bot.ui.pictures.parts import fan, on_rays, plate_colour
from bot.ui.pictures.scene import Illustration, Image, Item, Outline, Path, Point, Scene, moved, placing
from bot.ui.pictures.sizes import CHAIR, HUGE, NOTE
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.tones import CREAM, GOLD, MUTED, Tones

WIDE: Final = 900
"""The width of the picture, in pixels."""

ACROSS: Final = 4
"""The most seats side by side."""

MARGIN, GAP = 24, 12
HEAD: Final = 164
"""The height of the game's name and art."""

SEAT: Final = 262
"""The height of a seat."""

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


def table_scene(card: TableCard) -> Scene:
    """Return a table as a scene, with nearly as many seats in each row."""
    rows = -(-len(card.chairs) // ACROSS)
    seats = Grid(tuple(_seat(chair, card.tones) for chair in card.chairs), -(-len(card.chairs) // rows), GAP)
    head = game_head(card.game, card.arts, card.tones)
    whole = column(head, column(seats, pad=(MARGIN, 0)), Space(height=MARGIN), width=WIDE)
    return on_rays(whole, card.tones, (WIDE / 2, HEAD / 2))


def game_head(game: str, arts: tuple[Illustration, ...], tones: Tones) -> Stack:
    """Return a game's name, with some of its cards to the left, in a room that is `HEAD` pixels high."""
    cards = fan(arts, 96, 78)
    room = WIDE - 2 * MARGIN - (20 if cards is None else cards.size[0] + 26)
    name = Label(game, HUGE, CREAM, "title", rim=(tones.dark, 8), most=room)
    return row(cards, name, gap=26, height=HEAD)


def _seat(chair: Chair, tones: Tones) -> Stack:
    """Return a seat on a plate of its own."""
    plate = plate_colour(tones)
    taken, free = Plate(plate, 18), Plate(mixed(plate, tones.base, 0.4), 18, mixed(plate, CREAM, 0.35), 4)
    ink, height = CREAM if chair.taken else GOLD, 34 if chair.note else 56
    return column(
        Art(lambda room: _player(chair, room.middle) if chair.taken else _empty(plate, room.middle), (0, 184)),
        Label(chair.name, CHAIR, ink, "title", "middle", height=height),
        Label(chair.note, NOTE, MUTED, side="middle", height=42) if chair.note else None,
        pad=(10, 0),
        height=SEAT,
        plate=taken if chair.taken else free,
    )


def _player(chair: Chair, at: Point) -> list[Item]:
    """Show the player of a seat around a point, with the face of their deck."""
    deck = [] if chair.deck is None else [Image(SmallCard(chair.deck, 6), at[0] + 38, at[1] + 2, 64)]
    return [*face_disc(chair, at, 68), *deck]


def _empty(plate: Colour, at: Point) -> list[Item]:
    """Show an empty chair around a point."""
    wood, place = mixed(plate, CREAM, 0.6), placing(at, scale=0.76, about=(5, 2))
    return [
        Path(tuple(moved(part, place) for part in FRAME), stroke=wood, width=10, closed=False),
        Path((moved(SEATING, place),), wood, wood, 6),
    ]


draw_table = DrawnScene(table_scene, WIDE)
