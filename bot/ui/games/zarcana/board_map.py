"""Drawing the spaces of Zarcana's board with what lies on them, in landscape, so that a phone can show the names.

A card has its picture on the left with its value and its suit, its name below, and the minions on its right. The edge
of the board is wasteland, and narrow where nobody is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import hypot
from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana.faces import TarotFace
from bot.ui.games.zarcana.model import BoardTile, ZarcanaBoardModel
from bot.ui.games.zarcana.plate import PLATE
from bot.ui.pictures.colours import FAINT, GLOW, INK, PAPER, Colour, seat_colour
from bot.ui.pictures.grid import Line, arrange_squares, lay_lines
from bot.ui.pictures.layout import Label, Plate, Room, Space, Stack, column, row
from bot.ui.pictures.parts import edged, sign
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Point, Scene, box, ellipse
from bot.ui.pictures.shapes import BUTTON, Back, dashed_at
from bot.ui.pictures.symbols import Sign
from engine.contract import letter
from engine.games.zarcana.board import column_of, named, row_of

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

VALUE, NUMBER, PLACE, LEAST = 54, 50, 30, 9
"""The greatest heights of a card's value, of a number, and of a space's name, and the smallest one of any text, in
pixels. A space that is too small for that has no text."""

LINE, INSET, ON_NAME = 13, 26, 10
"""The width of arrows, how far they go into a space, and how far they end above its lower edge, in pixels."""

LARGER: Final = {"small": 1.2, "medium": 1.1, "large": 1.0}
"""By how much minions of each size are larger than at a table, where their letters would be too small."""


class TerritoryCard(Struct, frozen=True):
    """A card of the board: on the left its value, its suit and where it lies, beside these its picture, below its name.

    Attributes:
        face: the card; None if it lies face-down.
        place: the name of its space, and the number of cards below it.
        number: the side of a number that covers its lower left corner; 0 for none.
    """

    face: TarotFace | None
    place: str
    wide: float
    high: float
    number: float = 0

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
        return None if name.fit(self.wide - 1.1 * self.number - 16).cut or sizes[0] < NAME[1] else name

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
        items += self._values().items(Room(0, EDGE, field.left, min(field.height, self.high - EDGE - self.number)))
        if name is not None:
            below = self.high - field.top - field.height
            slab = Room(0, self.high - below, self.wide, below - 4)
            items += row(Space(1.1 * self.number), name, pad=(8, 0)).items(slab)
        return edged(items, (self.wide, self.high), RADIUS, EDGE, self.ink)

    def _values(self) -> Stack:
        """Return the card's value with its suit, and below these its place, as far as they can be read."""
        side, size = min(VALUE, 0.4 * self.high, 0.3 * self.wide), round(min(PLACE, 0.25 * self.high, 0.3 * self.wide))
        is_read = LEAST < size <= self.high - side - self.number
        place = Label(self.place, (size, LEAST), PAPER, side="middle", most=0.4 * self.wide) if is_read else None
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
        is_aim = target.number or any(target.numbers)
        if is_aim and start is not None and target is not start:
            field, there = _field(start, rooms[start.name]), rooms[target.name]
            end = _inside(there, (field.middle[0], field.top + field.height - INSET / 2), INSET)
            yield from arrow((_inside(rooms[start.name], end, INSET / 2), end), seat_colour(model.active), LINE)
    for tile in model.tiles:
        if tile.number:
            at, side = rooms[tile.name], _number(tile, rooms[tile.name])
            yield from badge(tile.number, at.left - 2, at.top + at.height - side + 2, side)


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
    return TerritoryCard(tile.face, tile.name + several, room.width, room.height, _number(tile, room))


def _number(tile: BoardTile, room: Room) -> float:
    """Return the side of a space's number; 0 without one."""
    return min(NUMBER, max(0.4 * room.height, 40)) if tile.number else 0


def _name(tile: BoardTile, room: Room) -> int:
    """Return the size of the name of a wasteland space."""
    return round(min(PLACE, (0.3 if tile.minions else 0.62) * room.height))


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
        aside = NUMBER if tile.number and wide > high else 0
        at = Room(left + aside, top, wide - aside, 1.1 * size if tile.minions else min(high, ROWS[0][0]))
        yield from Label(tile.name, (size, LEAST), WORN, side="middle").items(at)


def _frames(model: ZarcanaBoardModel, rooms: Mapping[str, Room]) -> Iterator[Item]:
    """Yield a frame around each space that can be chosen, and a bright one around each that is lit, with a spark."""
    for tile in model.tiles:
        at = rooms[tile.name]
        for wanted, colour in ((tile.number, BUTTON), (tile.lit, GLOW)):
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
            yield from badge(number, middle[0] - 0.58 * high, top - 4, high)


def _inside(room: Room, point: Point, inset: float) -> Point:
    """Return the point of a space that is nearest to another one, not at its edge and hardly on its name."""
    right, bottom = room.left + room.width - inset, room.top + room.height - ON_NAME
    return (max(room.left + inset, min(right, point[0])), max(room.top + inset, min(bottom, point[1])))


def badge(number: int, left: float, top: float, side: float) -> list[Item]:
    """Return the number of an option, in the colour of its button."""
    label = Label(str(number), (round(0.86 * side), LEAST), PAPER, side="middle", grow=1)
    return row(label, plate=Plate(BUTTON, 0.3 * side, PAPER, 3)).items(Room(left, top, 1.16 * side, side))


def arrow(way: Sequence[Point], colour: Colour, line: float) -> Iterator[Item]:
    """Yield an arrow along a way, with a disc at its beginning."""
    base = on_way(way[-2], way[-1], 1, 1.5 * line)
    start, head = ellipse(way[0], 1.1 * line), tuple(_head(way[-2], way[-1], line))
    for more, ink in ((0.64 * line, INK), (0.36 * line, PAPER), (0, colour)):
        yield Path(((*way[:-1], base),), stroke=ink, width=line + more, closed=False)
        yield Path((head, start), ink, ink, 1 + more)


def on_way(start: Point, end: Point, share: float, by: float = 0) -> Point:
    """Return the point at a share of the way from one point to another, or by some pixels before that."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    part = max(0.0, share - by / far)
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def _head(start: Point, tip: Point, line: float) -> Iterable[Point]:
    """Yield the corners of an arrow's head."""
    far = hypot(tip[0] - start[0], tip[1] - start[1]) or 1
    along, aside = ((tip[0] - start[0]) / far, (tip[1] - start[1]) / far), 1.55 * line
    back = (tip[0] - along[0] * 2 * line, tip[1] - along[1] * 2 * line)
    yield tip
    yield (back[0] - along[1] * aside, back[1] + along[0] * aside)
    yield (back[0] + along[1] * aside, back[1] - along[0] * aside)
