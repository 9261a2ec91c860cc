"""Zarcana's pictures: the board, a hand, a card.

On the board, cards show their value, space, suit and name. Pyramids stand or point, and carry their seats' signs. A
dashed frame is a wasteland space. A bright frame with a spark marks a space that the last turn changed.
"""

from collections.abc import Callable, Mapping
from typing import Final

from PIL import Image, ImageDraw

from bot.ui.games.zarcana import board, cards
from bot.ui.games.zarcana.card_picture import HELD, LOOKED_UP, TerritoryCard, draw_tarot_cards
from bot.ui.games.zarcana.scene import BoardTile, ZarcanaBoardScene, board_scene, card_scene, hand_scene
from bot.ui.pictures.colours import FAINT, GLOW, INK, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.grid import MOST, arrange_squares, full_line_size, lay_lines
from bot.ui.pictures.painter import painted
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.pyramids import pyramid
from bot.ui.pictures.shapes import back, dashed, frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import width, write, write_fitted
from bot.ui.words import Spoken, Words
from engine.contract import Seat
from engine.games.zarcana.board import Space, column_name, column_of, named, row_of
from engine.games.zarcana.cards import AnyCard
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView

BOARD, HAND, CARD = "zarcana-board.png", "zarcana-hand.png", "zarcana-card.png"

WIDEST: Final = 1600
"""The maximum width and height of a picture in pixels, as long as its cards can still be told apart."""

KEPT: Final = 128
"""The number of drawn boards to cache: every viewer requests the same one again."""

MARGIN, LABEL, FOOT, SCORE = 14, 40, 84, 170
"""Sizes in pixels: of the margin, the coordinates, the line of scores, and a seat's score in that line."""

GAP: Final = 0.07
"""The gap between spaces, as a share of a card."""

EMPTY, OUTPOST, TERRITORY = 0.36, 0.62, 1.0
"""The share of the full size for a column or row that is empty, has minions but no card, or has a card."""

SMALL_TEXT = 9
TEXT = (34, SMALL_TEXT)
"""The largest and smallest size of coordinates and names, in pixels."""

PARCHMENT: Final[Colour] = (226, 212, 180)
"""The board, which is neither dark on a light page nor glaring on a dark one."""

WORN: Final[Colour] = (126, 108, 78)
"""Faint markings on the board."""

BACK: Final[tuple[Colour, Colour]] = ((62, 70, 100), (226, 232, 246))
"""A face-down card: the colour between its stripes, and the colour of its edge and text."""


def board_picture(view: ZarcanaView, words: Words) -> Picture:
    """Return a picture of the territories and minions, with a description of the same facts.

    Drawing a new board takes about fifty milliseconds of processor time, so keep it off the event loop. A cached
    picture costs nothing.
    """
    return Picture(BOARD, draw_board(board_scene(view, words)), description(board.board(view, Spoken.of(words))))


def hand_picture(view: ZarcanaView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of the cards in a hand, described by their effects; None for an empty hand."""
    scene, told = hand_scene(view, seat, words), board.hand_cards(view, seat, Spoken.of(words))
    return Picture(HAND, draw_tarot_cards(scene, HELD), description("\n".join(told))) if scene else None


def card_picture(card: AnyCard, pool: ZarcanaCards, words: Words) -> Picture:
    """Return a picture of a card, large enough to read, with its requirements as icons and words."""
    scene = card_scene(card.id, cards.powers(card.id, pool), pool, words)
    return Picture(CARD, draw_tarot_cards((scene,), LOOKED_UP), cards.page(card, pool, words).description)


@drawn_in_process(KEPT)
def draw_board(scene: ZarcanaBoardScene) -> bytes:
    """Draw the spaces on the board with their minions, as a PNG."""
    return png(_Sheet(scene).paint())


class _Sheet:
    """A picture being drawn. Measures are given for a space 224 pixels wide, and are scaled to the picture."""

    def __init__(self, scene: ZarcanaBoardScene) -> None:
        self.scene = scene
        shares = dict.fromkeys((*scene.touched, *scene.empty), EMPTY)
        shares |= {tile.space: TERRITORY if tile.cards else OUTPOST for tile in scene.tiles}
        self.spaces = {name: named(name) for name in shares}
        across, down = (self.shares(shares, line) for line in (column_of, row_of))
        room = WIDEST - 2 * MARGIN - LABEL
        self.full = min(full_line_size(across.values(), room, GAP), full_line_size(down.values(), room - FOOT, GAP))
        self.gap = int(self.full * GAP)
        self.columns = lay_lines(across, MARGIN + LABEL + self.gap, self.full, self.gap)
        self.rows = lay_lines(down, MARGIN + LABEL + self.gap, self.full, self.gap)
        foot = 2 * MARGIN + SCORE * len(scene.scores)
        size = (max(self.columns.end + MARGIN, foot), self.rows.end + MARGIN + FOOT)
        self.image = frame(*size, 30, PARCHMENT, INK, 3).copy()
        self.draw = ImageDraw.Draw(self.image)

    def shares(self, spaces: Mapping[str, float], line: Callable[[Space], int]) -> dict[int, float]:
        """Return the width of each column, or the height of each row, as the share that its largest space needs."""
        found: dict[int, float] = {}
        for name, share in spaces.items():
            number = line(self.spaces[name])
            found[number] = max(share, found.get(number, 0))
        return found

    def paint(self) -> Image.Image:
        """Draw everything, the topmost things last."""
        self.coordinates()
        for name in self.scene.empty:
            self.wasteland(name, self.box(name))
        for tile in self.scene.tiles:
            if tile.cards:
                self.territory(tile)
            else:
                self.outpost(tile)
        self.highlights()
        self.scores()
        return self.image

    def u(self, measure: float) -> int:
        """Convert a measure for a space 224 pixels wide to pixels in this picture."""
        return max(1, round(measure * self.full / MOST))

    def box(self, name: str) -> tuple[int, int, int, int]:
        """Return a space's left, top, width and height."""
        column, row = column_of(self.spaces[name]), row_of(self.spaces[name])
        return (self.columns.starts[column], self.rows.starts[row], self.columns.sizes[column], self.rows.sizes[row])

    def coordinates(self) -> None:
        """Write the columns' letters above them, and the rows' numbers to their left."""
        for column, start in self.columns.starts.items():
            size = self.columns.sizes[column]
            write_fitted(self.draw, (start + size / 2, MARGIN + LABEL / 2), column_name(column), size, TEXT, INK)
        for row, start in self.rows.starts.items():
            middle = (MARGIN + LABEL / 2, start + self.rows.sizes[row] / 2)
            write_fitted(self.draw, middle, str(row), LABEL, TEXT, INK)

    def wasteland(self, name: str, box: tuple[int, int, int, int]) -> None:
        """Draw an empty wasteland space faintly, with its name."""
        left, top, wide, high = box
        self.frame_lightly(left, top, wide, high)
        self.name(name, (left + wide / 2, top + high / 2), wide - self.u(8), WORN)

    def outpost(self, tile: BoardTile) -> None:
        """Draw a wasteland space that has minions, with its name above them, as on a card."""
        left, top, wide, high = self.box(tile.space)
        self.frame_lightly(left, top, wide, high)
        self.name(tile.space, (left + wide / 2, top + self.u(24)), wide - self.u(8), INK)
        self.minions(tile, (left, top + self.u(44), wide, high - self.u(44)))

    def frame_lightly(self, left: int, top: int, wide: int, high: int) -> None:
        """Draw the dashed frame of a wasteland space."""
        dashed(self.draw, (left, top, left + wide - 1, top + high - 1), WORN, self.u(12), self.u(3))

    def name(self, name: str, middle: tuple[float, float], room: int, colour: Colour) -> None:
        """Write a space's name."""
        write_fitted(self.draw, middle, name, room, (self.u(28), SMALL_TEXT), colour)

    def territory(self, tile: BoardTile) -> None:
        """Draw a stack of cards: the top card, the edges of up to two others, the number of cards below, minions."""
        left, top, full, _ = self.box(tile.space)
        u, face = self.u, tile.face
        paper, ink = (face.look.paper, face.look.ink) if face else BACK
        for below in range(min(2, tile.cards - 1), 0, -1):
            place(self.image, frame(full, full, u(16), FAINT, ink, u(3)), left + below * u(5), top + below * u(5))
        if face and face.art:
            place(self.image, painted(TerritoryCard(face), full), left, top)
        else:
            sheet = frame if face else back
            place(self.image, sheet(full, full, u(16), paper, ink, u(4)), left, top)
            write(self.draw, (left + u(14), top + u(36)), face.worth if face else "?", u(54), ink, "lm")
        size = max(SMALL_TEXT, u(26))
        wide, high = round(width(tile.space, size)) + u(14), size + u(6)
        place(self.image, frame(wide, high, high // 3, INK, INK, 1), left + full - wide - u(6), top + u(6))
        write(self.draw, (left + full - wide / 2 - u(6), top + u(6) + high / 2), tile.space, size, PAPER)
        if tile.cards > 1:
            self.below(f"+{tile.cards - 1}", (left + full - wide / 2 - u(6), top + high + u(22)))
        self.minions(tile, (left, top + u(64), full, full - u(100)))

    def below(self, text: str, middle: tuple[float, float]) -> None:
        """Write the number of cards below the top card, on a plate."""
        size = max(SMALL_TEXT, self.u(23))
        wide, high = round(width(text, size)) + self.u(14), size + self.u(4)
        place(self.image, frame(wide, high, high // 3, INK, INK, 1), middle[0] - wide / 2, middle[1] - high / 2)
        write(self.draw, middle, text, size, PAPER)

    def minions(self, tile: BoardTile, box: tuple[int, int, int, int]) -> None:
        """Draw the minions on a space, within a part of the space."""
        if not tile.minions:
            return
        left, top, wide, high = box
        edge = self.u(6)
        room, places = arrange_squares(len(tile.minions), wide - 2 * edge, high - edge, self.u(102))
        for minion, (x, y) in zip(tile.minions, places, strict=True):
            sign = self.scene.marks[minion.seat]
            drawn = pyramid(minion.seat, sign, minion.size, minion.facing, room)
            place(self.image, drawn, left + edge + x, top + y)

    def highlights(self) -> None:
        """Draw a frame with a spark around each space that has changed; the board's text marks the same spaces."""
        out, spark = -(-self.gap // 2), symbol("spark", self.u(54), GLOW, INK)
        boxes = [self.box(name) for name in self.scene.touched]
        for left, top, wide, high in boxes:
            edge = frame(wide + 2 * out, high + 2 * out, self.u(20), None, GLOW, out)
            place(self.image, edge, left - out, top - out)
            rim = frame(wide + 2 * out + 4, high + 2 * out + 4, self.u(22), None, INK, 2)
            place(self.image, rim, left - out - 2, top - out - 2)
        for left, top, wide, _ in boxes:
            place(self.image, spark, left + wide - self.u(32), top - self.u(22))

    def scores(self) -> None:
        """Draw each seat's pyramid and score below the board, with an arrow beside the seat whose turn it is."""
        middle = self.image.height - FOOT / 2 - MARGIN / 2
        start = (self.image.width - SCORE * len(self.scene.scores)) / 2
        for number, (seat, score) in enumerate(self.scene.scores):
            left = start + number * SCORE
            if seat == self.scene.active:
                place(self.image, symbol("arrow", 30, GLOW, INK), left, middle - 15)
            place(self.image, pyramid(seat, self.scene.marks[seat], "large", "up", 58), left + 32, middle - 29)
            write(self.draw, (left + 98, middle), str(score), 38, INK, "lm")
