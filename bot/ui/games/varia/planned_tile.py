"""An action in a column of a plan: its emblem with the figures beside it, its name below, and how it stands."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia.card_picture import GOLD, Front, crossed
from bot.ui.games.varia.faces import Figure
from bot.ui.games.varia.model import ActionTile
from bot.ui.pictures.layout import Art, Label, Plate, Room, column, row
from bot.ui.pictures.scene import Group, Item, Path, Scene, box

NAME, LINES = (46, 30), (28, 17, 3)
"""The sizes of a name in one line, and in up to three."""

SLAB, MARK = 64, 40
"""The heights of the slab with the name, and of the line that says how the action stands, in pixels."""

FIGURES: Final = 0.5
"""The share of the width that figures have."""

EDGE, RADIUS = 4, 14
"""The width of the edge, and the radius of the corners, in pixels."""


class PlannedTile(Struct, frozen=True):
    """An action as wide as its column."""

    tile: ActionTile
    wide: float
    high: float

    def scene(self) -> Scene:
        """Return the action as a scene."""
        front = Front(self.tile.face)
        figures = [each for each in (front.face.power, front.face.focus) if each is not None]
        beside = Art(lambda room: self._figures(figures, room), (FIGURES * self.wide, 0)) if figures else None
        upper = row(Art(self._art, (0, 0), 1), beside, grow=1)
        name = Label(front.face.name, NAME, front.paper, "title", "middle", wrapped=LINES, grow=1)
        slab = row(name, pad=(8, 0), height=SLAB, plate=Plate(front.key, 0))
        front.items.append(Path((box(0, 0, self.wide, self.high),), front.paper))
        mark = Label(self.tile.mark, (38, 18), front.key, side="middle", grow=1)
        stands = row(mark, pad=(8, 0), height=MARK, plate=Plate(GOLD, 0)) if self.tile.mark else None
        front.items += column(upper, stands, slab).items(Room(0, 0, self.wide, self.high))
        return front.bound(self.wide, self.high, RADIUS, EDGE)

    def _figures(self, figures: Sequence[Figure], room: Room) -> list[Item]:
        """Show figures without their dice as large as there is room, one above the other or side by side."""
        front, count, left, wide = Front(self.tile.face), len(figures), room.left + EDGE, room.width - 2 * EDGE
        front.items.append(Path((box(room.left, room.top, left, room.top + room.height),), front.key))
        above, beside = (min(0.88 * wide / across, 0.88 * room.height * across / count) for across in (1, count))
        size = max(above, beside)
        for at, figure in enumerate(figures):
            off = (at + 0.5) / count
            x, y = (off, 0.5) if beside > above else (0.5, off)
            front.figure(replace(figure, dice=0), left + x * wide - size / 2, room.top + y * room.height, size)
        return front.items

    def _art(self, room: Room) -> list[Item]:
        """Show the middle of the emblem."""
        front, side = Front(self.tile.face), 1.1 * max(room.width, room.height)
        front.art((room.width - side) / 2, (room.height - side) * 0.45, side)
        if self.tile.out:
            front.items += crossed((10, 10), (room.width - 10, room.height - 10), front.key, front.paper)
        return [Group(tuple(front.items), clip=box(0, 0, room.width, room.height))]
