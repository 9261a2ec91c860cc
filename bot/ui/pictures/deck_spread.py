"""A whole deck in pictures: its face, name, size and curve, and a tile with the art of each of its cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import (
    Group,
    Illustration,
    Image,
    Item,
    Names,
    Path,
    Point,
    Scene,
    Text,
    box,
    rounded,
)
from bot.ui.pictures.small_card import SmallCard
from bot.ui.pictures.strip_end import rays
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import Anchor, fitted, width
from bot.ui.pictures.tones import CREAM, GOLD, Tones

WIDE: Final = 720
"""The width of the picture, in pixels: letters of 28 can be read on a phone."""

ACROSS, GAP = 3, 9
"""The number of tiles side by side, and the gap between two of them, in pixels."""

TILE: Final = (234, 163)
"""The width and height of a tile."""

SLAB: Final = 44
"""The height of the slab with a card's name."""

PLATE: Final = 37
"""The height of the plates above the art."""

FOCUS: Final = 0.46
"""Which part of the art's height is in the middle between plates and slab."""

HEAD: Final = 264
"""The height of the head."""


class Mark(Struct, frozen=True):
    """A figure and the sign before it, one of `SYMBOLS`; either can be empty."""

    sign: str
    figure: str

    def below(self, middle: Point, size: float, ink: Colour) -> list[Item]:
        """Return the sign with the figure in it, around a point."""
        (x, y), items = middle, list[Item]()
        if self.sign:
            items.append(symbol_at(self.sign, (x - size / 2, y - size / 2), size, CREAM, ink))
        if self.figure:
            items.append(Text(self.figure, (x, y - 1), size * 0.76, ink if self.sign else CREAM, "mm", "title"))
        return items


class DeckTile(Struct, frozen=True):
    """A card of a deck: its square art, name and most important figures, and how many copies the deck has."""

    name: str
    art: Illustration
    tones: Tones
    marks: tuple[Mark, ...]
    copies: int

    def scene(self) -> Scene:
        """Return the tile as a scene."""
        wide, high = TILE
        ink = mixed(self.tones.dark, INK, 0.25)
        items: list[Item] = [
            Path((box(0, 0, wide, high),), ink),
            Image(self.art, 0, (high - SLAB + PLATE) / 2 - wide * FOCUS, wide),
            Path((box(0, high - SLAB, wide, high + 1),), ink),
        ]
        name = fitted(self.name, wide - 16, 34, 24, 1, "title")
        if name.cut:
            name = fitted(self.name, wide - 14, 22, 15, 2, "title")
        for number, line in enumerate(name.lines):
            down = high - SLAB / 2 - 2 + (number - (len(name.lines) - 1) / 2) * name.size * 0.92
            items.append(Text(line, (wide / 2, down), name.size, CREAM, "mm", "title"))
        left = 6.0
        for mark in self.marks:
            left = _plate(items, mark, (left, 6), ink) + 5
        if self.copies > 1:
            figure = f"×{self.copies}"
            long = width(figure, 36, "title") + 18
            low = high - SLAB - 6
            plate = rounded(wide - 8 - long, low - 42, wide - 8, low, 12)
            items.append(Path((plate,), CREAM, ink, 3))
            items.append(Text(figure, (wide - 8 - long / 2, low - 23), 36, ink, "mm", "title"))
        return Scene(wide, high, (Group(tuple(items), clip=rounded(0, 0, wide, high, 16)),))


def _plate(items: list[Item], mark: Mark, at: Point, ink: Colour) -> float:
    """Put a sign and a figure on a plate; return where it ends."""
    left, top = at
    long = (28 if mark.sign else 0) + (width(mark.figure, 31, "title") + 4 if mark.figure else 0)
    end = left + long + 11
    items.append(Path((rounded(left, top, end, top + PLATE, 11),), ink))
    if mark.sign:
        items.append(symbol_at(mark.sign, (left + 6, top + 6), 25, CREAM, ink))
    if mark.figure:
        items.append(Text(mark.figure, (end - 6, top + 17), 31, CREAM, "rm", "title"))
    return end


class Bar(Struct, frozen=True):
    """A bar of a deck's curve: what stands below it, and how many cards it counts."""

    mark: Mark
    count: int


class DeckHead(Struct, frozen=True):
    """What a deck is: a face, its tones, the name, how many cards it has and of how many, and a titled curve."""

    face: Illustration
    tones: Tones
    name: str
    size: str
    of: str
    curve: str
    bars: tuple[Bar, ...]

    @property
    def ink(self) -> Colour:
        """The colour of plates."""
        return mixed(self.tones.dark, INK, 0.25)

    def scene(self) -> Scene:
        """Return the head as a scene that is much wider than high."""
        items: list[Item] = [
            Image(SmallCard(self.face, -3), 14, 22, 160),
            *self._named((184, 50), WIDE - 210, (62, 44, 1), (42, 26, 2)),
            Path((rounded(184, 98, 334, HEAD - 18, 18),), self.ink),
            *self._sized((259, 154), (259, 212), 132, "mm"),
            *self._curve((348, 98), (WIDE - 18, HEAD - 18)),
        ]
        return self._framed(WIDE, HEAD, (100, 118), items)

    def column(self, wide: float, high: float) -> Scene:
        """Return the head as a scene that is higher than wide."""
        items: list[Item] = [
            Image(SmallCard(self.face, -3), 14, 14, 150),
            *self._named((174, 108), wide - 188, (46, 40, 1), (46, 24, 3)),
            Path((rounded(16, 220, wide - 16, 296, 18),), self.ink),
            *self._sized((34, 257), (wide - 34, 260), wide - 150, "lm"),
            *self._curve((16, 308), (wide - 16, high - 16)),
        ]
        return self._framed(wide, high, (90, 110), items)

    def _framed(self, wide: float, high: float, light: Point, items: list[Item]) -> Scene:
        """Return things as a scene with the deck's colour behind them and a golden frame around them."""
        tones, whole = self.tones, rounded(0, 0, wide, high, 24)
        behind = (
            Path((box(0, 0, wide, high),), tones.base),
            Path(rays(light, whole), mixed(tones.base, tones.light, 0.2)),
        )
        edge = Path((rounded(2, 2, wide - 2, high - 2, 22),), stroke=GOLD, width=4)
        return Scene(wide, high, (Group((*behind, *items, edge), clip=whole),))

    def _named(self, at: Point, room: float, *ways: tuple[int, int, int]) -> list[Item]:
        """Return the name, in the first way in which it fits: a largest and a smallest size, and a number of lines."""
        (left, middle), names = at, [fitted(self.name, int(room), *way, "title") for way in ways]
        name = next((each for each in names if not each.cut), names[-1])
        downs = [middle + (number - (len(name.lines) - 1) / 2) * name.size * 0.94 for number in range(len(name.lines))]
        return [
            Text(line, (left, down), name.size, CREAM, "lm", "title", self.tones.dark, 6)
            for line, down in zip(name.lines, downs, strict=True)
        ]

    def _sized(self, at: Point, beside: Point, room: float, anchor: Anchor) -> list[Item]:
        """Return how many cards the deck has, and of how many."""
        of = fitted(self.of, int(room), 30, 17, 2)
        downs = [(number - (len(of.lines) - 1) / 2) * of.size * 1.1 for number in range(len(of.lines))]
        side: Anchor = "mm" if anchor == "mm" else "rm"
        return [
            Text(self.size, at, 70, GOLD, anchor, "title"),
            *(
                Text(line, (beside[0], beside[1] + down), of.size, CREAM, side)
                for line, down in zip(of.lines, downs, strict=True)
            ),
        ]

    def _curve(self, start: Point, end: Point) -> list[Item]:
        """Return the curve on a plate: bars as high as their counts, which stand above them."""
        if not self.bars:
            return []
        (left, top), (right, bottom) = start, end
        most = max(1, *(bar.count for bar in self.bars))
        step = min(62.0, (right - left - 16) / len(self.bars))
        low, highest = bottom - 36, bottom - top - 104
        title = fitted(self.curve, int(right - left - 20), 27, 16)
        first = (left + right - step * len(self.bars)) / 2
        items: list[Item] = [
            Path((rounded(left, top, right, bottom, 18),), self.ink),
            Text(title.lines[0], ((left + right) / 2, top + 22), title.size, CREAM),
        ]
        for number, bar in enumerate(self.bars):
            middle = first + (number + 0.5) * step
            over = low - max(3.0, highest * bar.count / most)
            shade = GOLD if bar.count else self.tones.base
            items.append(Path((box(middle - step * 0.37, over, middle + step * 0.37, low),), shade))
            if bar.count:
                items.append(Text(str(bar.count), (middle, over - 17), 28, CREAM, "mm", "title"))
            items += bar.mark.below((middle, bottom - 18), min(32.0, step * 0.8), self.ink)
        return items


class DeckColumn(Struct, frozen=True):
    """The head of a deck, higher than wide."""

    head: DeckHead
    size: tuple[float, float]

    def scene(self) -> Scene:
        """Return the column as a scene."""
        return self.head.column(*self.size)


class Beside(Struct, frozen=True):
    """A card to read, beside the deck that it may go into."""

    card: Illustration
    head: DeckHead


@drawn_in_process
def draw_head(head: DeckHead) -> bytes:
    """Draw the head of a deck, as a PNG."""
    return png(paint(head.scene(), WIDE))


@drawn_in_process
def draw_tiles(tiles: tuple[DeckTile, ...]) -> bytes:
    """Draw some of a deck's cards, as a PNG."""
    return png(paint(tiles_scene(tiles), WIDE))


@drawn_in_process
def draw_beside(beside: Beside) -> bytes:
    """Draw a card beside a deck, as a PNG."""
    return png(paint(beside_scene(beside), WIDE))


def beside_scene(beside: Beside) -> Scene:
    """Return a card beside a deck as a scene."""
    wide = (WIDE - GAP) / 2
    card = beside.card.scene()
    high = wide * card.height / card.width
    column = DeckColumn(beside.head, (wide, high))
    return Scene(WIDE, high, (Image(beside.card, 0, 0, wide), Image(column, wide + GAP, 0, wide)))


def tiles_scene(tiles: tuple[DeckTile, ...]) -> Scene:
    """Return some of a deck's cards as a scene."""
    wide, high = TILE
    names = Names()
    items: list[Item] = []
    for number, tile in enumerate(tiles):
        row, column = divmod(number, ACROSS)
        place = Image(tile, column * (wide + GAP), row * (high + GAP), wide)
        items.append(Group((place,), id=names("card", tile.name), description=tile.name))
    rows = -(-len(tiles) // ACROSS)
    return Scene(WIDE, rows * (high + GAP) - GAP, tuple(items))
