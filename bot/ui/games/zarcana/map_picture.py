"""Drawing the map of a Zarcana turn: spaces, minions, arrows, and marks for what came, was hit or is gone."""

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.zarcana.board_map import BACK, LARGER, PARCHMENT, WORN
from bot.ui.games.zarcana.faces import TarotFace
from bot.ui.games.zarcana.turn_map import Arrow, Mark, Tile, Token, TurnMap
from bot.ui.pictures.colours import GLOW, INK, PAPER, Colour, ink_on, seat_colour
from bot.ui.pictures.grid import arrange_squares
from bot.ui.pictures.impacts import burst
from bot.ui.pictures.pyramids import SIDES
from bot.ui.pictures.scene import Group, Image, Item, Path, Point, Scene, Text, box, ellipse, placing, rounded
from bot.ui.pictures.shapes import Back, dashed_at
from bot.ui.pictures.text import width
from bot.ui.pictures.tones import BLOW, HEAL

TILE, GAP, MARGIN = 200, 14, 18
"""The side of a space, the gap between two of them, and the margin of the map, in its own units."""

STEP: Final = TILE + GAP

NAME, LABEL = 50, 58
"""The size of a space's name, and the height of its plate."""

ROOM: Final = 142
"""The largest side of a minion."""

WORTH: Final = 58
"""The size of a card's value."""


class MapPicture(Struct, frozen=True):
    """A map as an illustration."""

    shown: TurnMap

    def scene(self) -> Scene:
        """Return the map as a scene."""
        return _Map(self.shown).scene()


class MapCard(Struct, frozen=True):
    """A face-up card of a space: its picture alone."""

    face: TarotFace

    def scene(self) -> Scene:
        """Return the card as a square scene."""
        drawn = self.face.art.scene()
        place = placing((TILE / 2, TILE / 2), scale=TILE / drawn.height, about=(drawn.width / 2, drawn.height / 2))
        items = (Path((box(0, 0, TILE, TILE),), self.face.look.paper), Group(drawn.items, place))
        return Scene(TILE, TILE, (Group(items, clip=rounded(0, 0, TILE, TILE, 18)),))


class _Map:
    """A map that is being laid out, in layers from back to front, so that shapes are next to each other."""

    def __init__(self, shown: TurnMap) -> None:
        self.shown = shown
        self.ground: list[Item] = []
        self.cards: list[Item] = []
        self.lines: list[Item] = []
        self.minions: list[Item] = []
        self.marks: list[Item] = []
        self.writing: list[Item] = []
        self.middles: dict[str, Point] = {}

    def scene(self) -> Scene:
        """Return everything from back to front."""
        columns, rows = self.shown.size
        size = (2 * MARGIN + columns * STEP - GAP, 2 * MARGIN + rows * STEP - GAP)
        self.ground.append(Path((rounded(0, 0, *size, 24),), PARCHMENT))
        for tile in self.shown.tiles:
            left, top = MARGIN + tile.place[0] * STEP, MARGIN + tile.place[1] * STEP
            self.tile(tile, left, top)
            self.tokens(tile, left, top)
        for each in self.shown.arrows:
            self.way(each)
        layers = (self.ground, self.cards, self.lines, self.minions, self.marks, self.writing)
        return Scene(*size, tuple(item for layer in layers for item in layer))

    def tile(self, tile: Tile, left: float, top: float) -> None:
        """Draw a space: its card with its value, and if it has changed a bright frame and its name."""
        self.middles[tile.space] = (left + TILE / 2, top + TILE / 2)
        if not tile.cards:
            self.ground += dashed_at((left, top), (TILE, TILE), WORN, 14, 4)
        elif tile.face is None:
            self.cards.append(Image(Back((TILE, TILE), 18, *BACK, 5), left, top, TILE))
        else:
            self.cards.append(Image(MapCard(tile.face), left, top, TILE))
            wide = max(56, width(tile.face.worth, WORTH, "title") + 26)
            self.lines.append(Path((rounded(left, top, left + wide, top + 64, 16),), tile.face.look.ink))
            self.writing.append(Text(tile.face.worth, (left + wide / 2, top + 30), WORTH, PAPER, "mm", "title"))
        if tile.lit:
            frame = rounded(left, top, left + TILE, top + TILE, 18)
            self.lines += [Path((frame,), stroke=INK, width=20), Path((frame,), stroke=GLOW, width=12)]
            wide = width(tile.space, NAME) + 20
            plate = rounded(left + TILE - wide - 8, top + 8, left + TILE - 8, top + 8 + LABEL, 14)
            self.lines.append(Path((plate,), INK))
            at = (left + TILE - wide / 2 - 8, top + 8 + LABEL / 2)
            self.writing.append(Text(tile.space, at, NAME, PAPER))
        if tile.mark == "new":
            self.plus((left + 34, top + TILE - 34))
        elif tile.mark == "gone":
            crowded = bool(tile.tokens)
            middle = (left + 40, top + TILE - 36) if crowded else (left + TILE / 2, top + TILE * 0.6)
            self.lines += _burst(middle, 44 if crowded else 70)
            self.marks += _cross(middle, 20 if crowded else 34)

    def tokens(self, tile: Tile, left: float, top: float) -> None:
        """Put the minions on a space, below its value and its name."""
        if not tile.tokens:
            return
        room, places = arrange_squares(len(tile.tokens), TILE, TILE - LABEL, ROOM)
        for token, (x, y) in zip(tile.tokens, places, strict=True):
            middle = (left + x + room / 2, top + LABEL + y + room / 2)
            self.token(token, middle, room)
            if token.mark != "gone":
                self.middles[tile.space] = middle
            self.mark(token.mark, middle, room)

    def token(self, token: Token, middle: Point, room: float) -> None:
        """Draw a minion, as a disc if nobody can tell where it points."""
        piece = token.pyramid
        if piece.facing or token.mark == "gone":
            large = room * LARGER[piece.size]
            upright = replace(piece, facing=piece.facing or "up")
            self.minions.append(Image(upright, middle[0] - large / 2, middle[1] - large / 2, large))
            return
        colour = seat_colour(piece.seat)
        self.lines += [
            Path((ellipse(middle, room * share * SIDES[piece.size]),), fill)
            for share, fill in ((0.46, INK), (0.43, PAPER), (0.39, INK), (0.37, colour))
        ]
        self.writing.append(Text(piece.sign, middle, room * 0.5, ink_on(colour)))

    def mark(self, mark: Mark, middle: Point, room: float) -> None:
        """Mark a minion that is new, was hit or is gone."""
        if mark == "new":
            self.plus((middle[0] + room * 0.42, middle[1] - room * 0.36))
        elif mark:
            self.lines += _burst(middle, room * 0.72)
        if mark == "gone":
            self.marks += _cross(middle, room * 0.38)

    def plus(self, at: Point) -> None:
        """Draw a plus on a disc."""
        arms = (box(at[0] - 16, at[1] - 5, at[0] + 16, at[1] + 5), box(at[0] - 5, at[1] - 16, at[0] + 5, at[1] + 16))
        self.marks += [Path((ellipse(at, 30),), INK), Path((ellipse(at, 25),), HEAL), Path(arms, INK)]

    def way(self, shown: Arrow) -> None:
        """Draw a way from space to space in its player's colour, which ends in front of what has moved."""
        way = [self.middles[space] for space in shown.way if space in self.middles]
        if len(way) > 1:
            way[-1] = _before(way[-2], way[-1], ROOM * 0.52)
            self.lines += _arrow(way, seat_colour(shown.seat), 22)


def _burst(at: Point, radius: float) -> list[Item]:
    """Draw a burst without a figure."""
    return [Path((burst(at, radius * 1.1),), INK), Path((burst(at, radius),), BLOW)]


RED: Final[Colour] = (196, 42, 42)
"""The cross on what is gone."""


def _cross(at: Point, reach: float) -> list[Item]:
    """Draw a cross."""
    lines = tuple(((at[0] - side * reach, at[1] - reach), (at[0] + side * reach, at[1] + reach)) for side in (1, -1))
    return [
        Path(lines, stroke=colour, width=reach * share, closed=False) for colour, share in ((PAPER, 0.46), (RED, 0.26))
    ]


def _arrow(way: Sequence[Point], colour: Colour, line: float) -> Iterator[Item]:
    """Yield an arrow along a way, with a disc at its beginning."""
    base = _before(way[-2], way[-1], 1.5 * line)
    start, head = ellipse(way[0], 1.1 * line), tuple(_head(way[-2], way[-1], line))
    for more, ink in ((0.64 * line, INK), (0.36 * line, PAPER), (0, colour)):
        yield Path(((*way[:-1], base),), stroke=ink, width=line + more, closed=False)
        yield Path((head, start), ink, ink, 1 + more)


def _before(start: Point, end: Point, by: float) -> Point:
    """Return the point that is some pixels before the end of the way from one point to another."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1
    part = max(0.0, 1 - by / far)
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def _head(start: Point, tip: Point, line: float) -> Iterable[Point]:
    """Yield the corners of an arrow's head."""
    far = hypot(tip[0] - start[0], tip[1] - start[1]) or 1
    along, aside = ((tip[0] - start[0]) / far, (tip[1] - start[1]) / far), 1.55 * line
    back = (tip[0] - along[0] * 2 * line, tip[1] - along[1] * 2 * line)
    yield tip
    yield (back[0] - along[1] * aside, back[1] + along[0] * aside)
    yield (back[0] + along[1] * aside, back[1] - along[0] * aside)
