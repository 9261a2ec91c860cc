"""Drawing the spaces of Zarcana's board with what lies on them, in landscape, so that a phone can show the names.

A card has its picture on the left with its value and its suit, its name below, and the minions on its right. The edge
of the board is wasteland, and narrow where nobody is. The name of a space that can be chosen is on a plate like that of
a button.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana.faces import TarotFace
from bot.ui.games.zarcana.model import BoardTile, ZarcanaBoardModel
from bot.ui.games.zarcana.plate import PLATE
from bot.ui.pictures.colours import FAINT, GLOW, INK, PAPER, Colour
from bot.ui.pictures.grid import Line, arrange_squares, lay_lines
from bot.ui.pictures.layout import WHOLE, Label, Plate, Room, Stack, column, placed, row
from bot.ui.pictures.parts import edged, sign
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Scene, box, moved, placing
from bot.ui.pictures.shapes import BUTTON, Back, dashed_at
from bot.ui.pictures.symbols import Sign
from engine.contract import letter
from engine.games.zarcana.board import AROUND, column_of, named, row_of

PARCHMENT: Final[Colour] = (226, 212, 180)
"""The board, which is neither dark on a light page nor glaring on a dark one."""

WORN: Final[Colour] = (126, 108, 78)
"""Faint markings on the board."""

BACK: Final[tuple[Colour, Colour]] = ((62, 70, 100), (226, 232, 246))
"""A face-down card: the colour between its stripes, and the colour of its edge and text."""

GAP, EDGE, RADIUS = 9, 5, 14
"""The gap between spaces, the width of a card's edge, and the radius of its corners, in pixels."""

COLUMNS: Final[tuple[Line, Line, Line]] = ((78, 0), (118, 0), (0, 1))
ROWS: Final[tuple[Line, Line, Line]] = ((46, 0), (92, 0), (0, 1))
"""The sizes of columns and rows: of empty wasteland, of wasteland with minions, of cards, which share the rest."""

WIDEST, TALLEST, MINION = 300, 190, 108
"""The greatest width and height of a card, and the greatest side of a minion, in pixels."""

SLAB, NAME = (42, 0.27), (34, 24)
"""The height of the slab with a card's name, at most and as a share of the card's, and the sizes of the name. A name
that is too long for them is left out: the card's value and suit are on it."""

VALUE, NUMBER, PLACE, CHOSEN, LEAST = 54, 50, 30, 42, 9
"""The greatest heights of a card's value, of a minion's number, of a space's name, and of that of a space that can be
chosen, and the smallest one of any text, in pixels. A space that is too small for that has no text."""

ARROW: Final = ((0, -21), (25, 4), (10, 4), (10, 21), (-10, 21), (-10, 4), (-25, 4))
"""An arrow that points upwards, around its middle."""

ASIDE, OVER, ROOMY = 30, 12, (250, 56)
"""How far the middle of an arrow is from its field's left edge if it leads up or down, how far from the edge that it
crosses, and the width of a space and the height of a field in which it has its full size, in pixels."""

LARGER: Final = {"small": 1.2, "medium": 1.1, "large": 1.0}
"""By how much minions of each size are larger than at a table, where their letters would be too small."""


class TerritoryCard(Struct, frozen=True):
    """A card of the board: on the left its value, its suit and where it lies, beside these its picture, below its name.

    Attributes:
        face: the card; None if it lies face-down.
        place: the name of its space, and the number of cards below it.
        chosen: whether its space can be chosen.
    """

    face: TarotFace | None
    place: str
    wide: float
    high: float
    chosen: bool = False

    @property
    def ink(self) -> Colour:
        """The colour of its edge."""
        return BACK[0] if self.face is None else self.face.look.ink

    @property
    def named(self) -> Label | None:
        """Its name; None if there is no room for that, or if it is hidden."""
        if self.face is None:
            return None
        sizes = (min(NAME[0], round(0.8 * SLAB[1] * self.high)), NAME[1])
        name = Label(self.face.name, sizes, self.face.look.paper, "title", "middle", grow=1)
        return None if name.fit(self.wide - 16).cut or sizes[0] < NAME[1] else name

    @property
    def field(self) -> Room:
        """The part of it on which minions stand: beside its value and above its name."""
        side = self._values().size[0] + EDGE
        below = EDGE if self.named is None else min(SLAB[0], SLAB[1] * self.high)
        return Room(side, EDGE, self.wide - side - EDGE, self.high - EDGE - below)

    def scene(self) -> Scene:
        """Return the card as a scene."""
        field, name = self.field, self.named
        items: list[Item] = [Path((box(0, 0, self.wide, self.high),), self.ink)]
        if self.face is None:
            items.append(Image(Back((self.wide, self.high), RADIUS, *BACK, EDGE), 0, 0, self.wide))
        else:
            scale = max(field.width / PLATE[0], field.height / PLATE[1])
            left, top = field.middle[0] - scale * PLATE[0] / 2, field.middle[1] - scale * PLATE[1] * 0.46
            art = Image(self.face.art, left, max(top, EDGE + field.height - scale * PLATE[1]), scale * PLATE[0])
            shown = box(field.left, field.top, field.left + field.width, field.top + field.height)
            items.append(Group((art,), clip=shown))
        items += self._values().items(Room(0, EDGE, field.left, field.height))
        if name is not None:
            below = self.high - field.top - field.height
            slab = Room(0, self.high - below, self.wide, below - 4)
            items += row(name, pad=(8, 0)).items(slab)
        return edged(items, (self.wide, self.high), RADIUS, EDGE, self.ink)

    def _values(self) -> Stack:
        """Return the card's value with its suit, and below these its place, as far as they can be read."""
        side = min(VALUE, 0.4 * self.high, 0.3 * self.wide)
        size = round(min(CHOSEN if self.chosen else PLACE, 0.25 * self.high, 0.3 * self.wide))
        most, is_read = 0.4 * self.wide, LEAST < size <= self.high - side
        label = Label(self.place, (size, LEAST), PAPER, side="middle", most=most)
        place = None if not is_read else badge(self.place, size, most) if self.chosen else label
        if self.face is None or side <= LEAST:
            return column(place, pad=(EDGE, 0))
        worth = Label(self.face.worth, (round(0.84 * side), LEAST), PAPER, "title")
        value = row(worth, sign(self.face.look.sign, 0.62 * side, PAPER, self.ink), gap=0.1 * side, height=side)
        return column(value, place, pad=(0.14 * side + EDGE, 0))


def map_items(model: ZarcanaBoardModel, room: Room) -> Iterator[Item]:
    """Yield the board as it looks in a room, from back to front."""
    inner = Room(room.left + GAP, room.top + GAP, room.width - 2 * GAP, room.height - 2 * GAP)
    rooms, names = _rooms(model.tiles, inner), Names()
    start = next((tile for tile in model.tiles if tile.name == model.start), None)
    yield Plate(PARCHMENT, 24, INK, 3).frame(room)
    for tile in model.tiles:
        described = tile.name if tile.face is None else f"{tile.name}: {tile.face.name}"
        yield Group(tuple(_space(tile, rooms[tile.name])), id=f"space {tile.name}", description=described)
    yield from _frames(model, rooms)
    for tile in model.tiles:
        yield from _minions(tile, model.marks, rooms[tile.name], names)
    for target in model.tiles:
        if start is not None and (target.chosen or any(target.numbers)):
            yield from _arrow(start, target, rooms)


def _rooms(tiles: Sequence[BoardTile], room: Room) -> Mapping[str, Room]:
    """Return the room of each space."""
    spaces = {tile.name: named(tile.name) for tile in tiles}
    across: dict[int, Line] = {}
    down: dict[int, Line] = {}
    for tile in tiles:
        kind = 2 if tile.cards else 1 if tile.minions else 0
        for lines, line, sizes in ((across, column_of, COLUMNS), (down, row_of, ROWS)):
            place = line(spaces[tile.name])
            lines[place] = max(lines.get(place, sizes[0]), sizes[kind], key=lambda size: (size[1], size[0]))
    columns = lay_lines(across, room.left, room.width, GAP, WIDEST)
    rows = lay_lines(down, room.top, room.height, GAP, TALLEST)
    return {
        name: Room(columns.starts[x], rows.starts[y], columns.sizes[x], rows.sizes[y])
        for name, space in spaces.items()
        for x, y in [(column_of(space), row_of(space))]
    }


def _card(tile: BoardTile, room: Room) -> TerritoryCard:
    """Return the top card of a space."""
    several = f" +{tile.cards - 1}" if tile.cards > 1 else ""
    return TerritoryCard(tile.face, tile.name + several, room.width, room.height, tile.chosen)


def _name(tile: BoardTile, room: Room) -> int:
    """Return the height of the name of a wasteland space."""
    most, share = (CHOSEN, 0.8) if tile.chosen else (PLACE, 0.62)
    return round(min(most, (0.3 if tile.minions else share) * room.height))


def _space(tile: BoardTile, room: Room) -> Iterator[Item]:
    """Yield a space: a stack of cards with the top one, or wasteland with its name if that can be read."""
    left, top, wide, high = room.left, room.top, room.width, room.height
    if tile.cards:
        for below in range(min(2, tile.cards - 1), 0, -1):
            yield Frame((left + 5 * below, top + 5 * below), (wide, high), RADIUS, FAINT, INK, 3)
        yield Image(_card(tile, room), left, top, wide)
        return
    yield from dashed_at((left, top), (wide - 1, high - 1), WORN, 12, 3)
    size = _name(tile, room)
    if size > LEAST:
        at = Room(left, top, wide, 1.1 * size if tile.minions else min(high, ROWS[0][0]))
        name = Label(tile.name, (size, LEAST), WORN, side="middle")
        yield from placed(badge(tile.name, size, wide - 0.75 * size), at.middle) if tile.chosen else name.items(at)


def _frames(model: ZarcanaBoardModel, rooms: Mapping[str, Room]) -> Iterator[Item]:
    """Yield a frame around each space that can be chosen, and a bright one around each that is lit, with a spark."""
    for tile in model.tiles:
        at = rooms[tile.name]
        for wanted, colour in ((tile.chosen, BUTTON), (tile.lit, GLOW)):
            if wanted:
                for far, ink, line in ((GAP - 1, INK, GAP + 1), (GAP - 2, colour, GAP - 2)):
                    size = (at.width + 2 * far, at.height + 2 * far)
                    yield Frame((at.left - far, at.top - far), size, RADIUS + far, None, ink, line)
        if tile.lit and not model.start:
            yield Image(Sign("spark", GLOW, INK), at.left + at.width - 26, at.top - 20, 46)


def _field(tile: BoardTile, room: Room) -> Room:
    """Return the part of a space where minions stand."""
    if not tile.cards:
        above = 1.1 * _name(tile, room)
        return Room(room.left, room.top + above, room.width, room.height - above)
    field = _card(tile, room).field
    return Room(room.left + field.left, room.top + field.top, field.width, field.height)


def _minions(tile: BoardTile, marks: Sequence[str], room: Room, names: Names) -> Iterator[Item]:
    """Yield the minions on a space; one that can be chosen is smaller, below its number."""
    if not tile.minions:
        return
    field = _field(tile, room)
    side, places = arrange_squares(len(tile.minions), field.width, field.height, MINION)
    cell = field.height / len({y for _, y in places})
    for minion, number, (x, y) in zip(tile.minions, tile.numbers, places, strict=True):
        top = field.top + (y + side / 2) // cell * cell
        high = min(NUMBER, 0.8 * cell, max(36, 0.4 * side)) if number else 0
        own = min(side, cell - 0.7 * high)
        size, middle = own * LARGER[minion.size], (field.left + x + side / 2, top + cell - own / 2)
        at = middle[1] if number else top + cell / 2
        pyramid = Pyramid(minion.seat, marks[minion.seat], minion.size, minion.facing)
        image = Image(pyramid, middle[0] - size / 2, at - size / 2, size)
        told = f"{marks[minion.seat]} {minion.size} {minion.facing}, {tile.name}"
        yield Group((image,), id=names("minion", letter(minion.seat), minion.size), description=told)
        if number:
            yield from placed(badge(str(number), high), (middle[0], top - 4 + high / 2))


def badge(text: str, height: float, most: float = WHOLE) -> Stack:
    """Return the name of a space or the number of a minion that can be chosen, in the colour of buttons."""
    label = Label(text, (round(0.86 * height), LEAST), PAPER, side="middle", most=most)
    return row(label, pad=(0.28 * height, 0), height=height, plate=Plate(BUTTON, 0.3 * height, PAPER, 3))


def _arrow(start: BoardTile, target: BoardTile, rooms: Mapping[str, Room]) -> Iterator[Item]:
    """Yield an arrow from a space to its neighbour: at the upper or the right edge of one of them, where no text is."""
    way = named(target.name) - named(start.name)
    if way not in AROUND:
        return
    facing = AROUND.index(way)
    over = start if facing in (0, 1) else target
    room, field = rooms[over.name], _field(over, rooms[over.name])
    upright = facing in (0, 2)
    scale = min(1, room.width / ROOMY[0] if upright else field.height / ROOMY[1])
    aside, beside = field.left + ASIDE * scale, room.left + room.width - OVER
    at = (aside, room.top + OVER) if upright else (beside, field.middle[1])
    shape = moved(ARROW, placing(at, scale=scale, turn=90 * facing))
    for line, ink in ((11, INK), (7, PAPER), (1, BUTTON)):
        yield Path((shape,), ink, ink, line)
