"""A whole deck in pictures: its face, name, size and curve, and a tile with the art of each of its cards."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Box, Label, Plate, Room, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import card, image, on_rays, piece, plate_colour, sign
from bot.ui.pictures.scene import Group, Illustration, Image, Names, Path, Scene, box, rounded
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


class TileMark(Struct, frozen=True):
    """A figure and the sign before it, one of `SYMBOLS`; either can be empty."""

    sign: str
    figure: str


class DeckTile(Struct, frozen=True):
    """A card of a deck: its square art, name and most important figures, and how many copies the deck has."""

    name: str
    art: Illustration
    tones: Tones
    marks: tuple[TileMark, ...]
    copies: int

    def scene(self) -> Scene:
        """Return the tile as a scene."""
        (width, height), ink = TILE, plate_colour(self.tones)
        name = Label(self.name, (34, 24), CREAM, "title", "middle", wrapped=(22, 15, 2), height=SLAB)
        figure = Label(f"×{self.copies}", (36, 36), ink, "title")
        copies = row(figure, pad=(9, 0), plate=Plate(CREAM, 13, ink, 3))
        shown = column(
            row(*(_tag(mark, ink) for mark in self.marks), Space(grow=1), gap=5, height=PLATE),
            Space(grow=1),
            row(Space(grow=1), copies, height=43) if self.copies > 1 else None,
            pad=(6, 6),
            height=height - SLAB,
        )
        slab = row(column(name, grow=1), pad=(7, 0), plate=Plate(ink, 0))
        items = (
            Path((box(0, 0, width, height),), ink),
            Image(self.art, 0, (height - SLAB + PLATE) / 2 - width * FOCUS, width),
            *column(shown, slab).items(Room(0, 0, width, height)),
        )
        return Scene(width, height, (Group(items, clip=rounded(0, 0, width, height, 16)),))


def _tag(mark: TileMark, ink: Colour) -> Stack:
    """Return a sign and a figure on a plate."""
    shown = sign(mark.sign, 25, CREAM, ink) if mark.sign else None
    figure = Label(mark.figure, (31, 31), CREAM, "title") if mark.figure else None
    return row(shown, figure, gap=6, pad=(6, 0), plate=Plate(ink, 11))


class Bar(Struct, frozen=True):
    """A bar of a deck's curve: what stands below it, and how many cards it counts."""

    mark: TileMark
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

    def scene(self) -> Scene:
        """Return the head as a scene that is much wider than high."""
        of = Label(self.of, (30, 30), CREAM, side="middle", wrapped=(30, 17, 2), height=48)
        size = Label(self.size, (70, 70), GOLD, "title", "middle", height=84)
        sized = column(size, of, pad=(9, 0), width=150, plate=Plate(plate_colour(self.tones), 18))
        texts = column(
            self._name(62, 44, (42, 26, 2)),
            row(sized, self._curve(356, 148), gap=14, height=148),
            Space(height=18),
            grow=1,
        )
        whole = row(card(self.face, 160, -3), texts, gap=8, pad=(16, 0), width=WIDE, height=HEAD)
        return on_rays(whole, self.tones, (100, 118))

    def column(self, wide: float, high: float) -> Scene:
        """Return the head as a scene that is higher than wide."""
        of = Label(self.of, (30, 30), CREAM, side="right", wrapped=(30, 17, 2), grow=1)
        size = Label(self.size, (70, 70), GOLD, "title")
        whole = column(
            row(card(self.face, 150, -3), self._name(46, 40, (46, 24, 3)), gap=6, height=196),
            row(size, of, gap=10, pad=(18, 0), height=76, plate=Plate(plate_colour(self.tones), 18)),
            self._curve(wide - 32, high - 324),
            gap=12,
            pad=(16, 14),
            width=wide,
            height=high,
        )
        return on_rays(whole, self.tones, (90, 110))

    def _name(self, largest: int, least: int, wrapped: tuple[int, int, int]) -> Label:
        rim = (self.tones.dark, 6)
        return Label(self.name, (largest, least), CREAM, "title", rim=rim, wrapped=wrapped, height=98, grow=1)

    def _curve(self, wide: float, high: float) -> Stack | None:
        """Return the curve on a plate: bars as high as their counts, which stand above them."""
        if not self.bars:
            return None
        most, step = max(1, *(bar.count for bar in self.bars)), min(62, (wide - 16) / len(self.bars))
        bars = [self._bar(bar, step, (high - 104) * bar.count / most) for bar in self.bars]
        title = Label(self.curve, (27, 16), CREAM, side="middle", height=44)
        return column(
            title, row(*bars, grow=1), pad=(10, 0), width=wide, height=high, plate=Plate(plate_colour(self.tones), 18)
        )

    def _bar(self, bar: Bar, step: float, high: float) -> Stack:
        """Return a bar of the curve with its count above it and its mark below it."""
        shade = GOLD if bar.count else self.tones.base
        return column(
            Space(grow=1),
            Label(str(bar.count), (28, 28), CREAM, "title", "middle", height=34) if bar.count else None,
            row(row(height=max(3, high), plate=Plate(shade, 0), grow=1), pad=(0.13 * step, 0)),
            self._below(bar.mark, min(32, step * 0.8)),
            width=step,
        )

    def _below(self, mark: TileMark, side: float) -> Art:
        """Return a sign with a figure in it, in a room of the same height for every size."""
        ink, size = plate_colour(self.tones), round(side * 0.76)
        figure = Label(mark.figure, (size, size), ink if mark.sign else CREAM, "title", "middle")
        shown: list[Box] = [*([sign(mark.sign, side, CREAM, ink)] if mark.sign else []), figure]
        return Art(lambda room: [item for each in shown for item in each.items(room)], (0, 36))


class DeckColumn(Struct, frozen=True):
    """The head of a deck, higher than wide."""

    head: DeckHead
    size: tuple[float, float]

    def scene(self) -> Scene:
        """Return the column as a scene."""
        return self.head.column(*self.size)


class CardBesideDeck(Struct, frozen=True):
    """A card to read, beside the deck that it may go into."""

    card: Illustration
    head: DeckHead


def beside_scene(beside: CardBesideDeck) -> Scene:
    """Return a card beside a deck as a scene."""
    wide = (WIDE - GAP) / 2
    card = beside.card.scene()
    high = wide * card.height / card.width
    column = DeckColumn(beside.head, (wide, high))
    return Scene(WIDE, high, (Image(beside.card, 0, 0, wide), Image(column, wide + GAP, 0, wide)))


def tiles_scene(tiles: tuple[DeckTile, ...]) -> Scene:
    """Return some of a deck's cards as a scene."""
    names, (width, height) = Names(), TILE
    shown = [piece(image(tile, width, height), names("card", tile.name), tile.name) for tile in tiles]
    rows = [[*shown[start : start + ACROSS]] for start in range(0, len(shown), ACROSS)]
    return scene_of(column(*(row(*each, Space(grow=1), gap=GAP) for each in rows), gap=GAP, width=WIDE))


draw_head = DrawnScene(DeckHead.scene, WIDE)
draw_tiles = DrawnScene(tiles_scene, WIDE)
draw_beside = DrawnScene(beside_scene, WIDE)
