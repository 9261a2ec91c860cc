"""Zarcana's pictures: the board, a hand, a card.

On the board, cards show their value, space, suit and name. Pyramids stand or point, and carry their seats' signs. A
dashed frame is a wasteland space. A bright frame with a spark marks a space that the last turn changed. The last board
says above how everybody ended, and shows only where cards and minions lie.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.ui.games.zarcana import board, cards, situation
from bot.ui.games.zarcana.card_picture import HELD, LOOKED_UP, TerritoryCard, draw_tarot_cards, lay_tarot_cards
from bot.ui.games.zarcana.model import BoardTile, ZarcanaBoardModel, board_model, card_model, hand_model
from bot.ui.pictures.colours import FAINT, GLOW, INK, PAPER, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.grid import MOST, arrange_squares, full_line_size, lay_lines
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Scene, Text
from bot.ui.pictures.shapes import Back, dashed_at, line_at
from bot.ui.pictures.symbols import Sign
from bot.ui.pictures.text import width
from bot.ui.texts.words import Spoken, Words
from engine.contract import Seat, letter
from engine.games.zarcana.board import Space, column_name, column_of, named, row_of
from engine.games.zarcana.cards import AnyCard
from engine.games.zarcana.pool import ZarcanaCards
from engine.games.zarcana.view import ZarcanaView

BOARD, HAND, CARD = "zarcana-board.png", "zarcana-hand.png", "zarcana-card.png"

WIDEST: Final = 1600
"""The maximum width and height of a picture in pixels, as long as its cards can still be told apart."""

MARGIN, LABEL = 14, 40
"""Sizes in pixels: of the margin, and of the coordinates."""

FOOT, SCORES = 0.13, 3
"""The height of a line of scores, as a share of the picture's width, and the most scores in a line."""

NARROWEST: Final = 480
"""The least width of a picture, in pixels, for the line of scores."""

LEAST_NAME: Final = 0.032
"""The smallest size of a player's name, as a share of the picture's width: it can be read on a phone."""

GAP: Final = 0.07
"""The gap between spaces, as a share of a card."""

EMPTY, OUTPOST, TERRITORY = 0.36, 0.62, 1.0
"""The share of the full size for a column or row that is empty, has minions but no card, or has a card."""

SMALL_TEXT = 9
TEXT = (34, SMALL_TEXT)
"""The largest and smallest size of coordinates and names, in pixels."""

VALUE = 76
"""The width of a card's value in the upper left corner of a space, for a space 224 pixels wide."""

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
    return Picture(BOARD, draw_board(board_model(view, words)), description(board.board(view, Spoken.of(words))))


def hand_picture(view: ZarcanaView, seat: Seat, words: Words) -> Picture | None:
    """Return a picture of the cards in a hand, described by their effects; None for an empty hand."""
    scene, told = hand_model(view, seat, words), board.hand_cards(view, seat, Spoken.of(words))
    return Picture(HAND, draw_tarot_cards(scene, HELD), description("\n".join(told))) if scene else None


def panel_pictures(view: ZarcanaView, seat: Seat, words: Words, *_: object) -> tuple[Picture, ...]:
    """Return a seat's hand of Zarcana, and below it the board as the seat sees it, described by its lines."""
    spoken = Spoken.of(words)
    told = description("\n".join([situation.points(view, spoken), *situation.spaces(view, spoken)]))
    board_, hand = Picture(BOARD, draw_board(board_model(view, words)), told), hand_picture(view, seat, words)
    return (board_,) if hand is None else (hand, board_)


def card_picture(card: AnyCard, pool: ZarcanaCards, words: Words) -> Picture:
    """Return a picture of a tarot card, large enough to read, with its requirements as icons and words."""
    model = card_model(card.id, cards.powers(card.id, pool), pool, words)
    return Picture(CARD, draw_tarot_cards((model,), LOOKED_UP), cards.page(card, pool, words).description)


def board_drawing(view: ZarcanaView, words: Words) -> Scene:
    """Return Zarcana's board as a scene to draw."""
    return _Sheet(board_model(view, words)).lay_out()


def hand_drawing(view: ZarcanaView, seat: Seat, words: Words) -> Scene | None:
    """Return the cards in a hand of Zarcana as a scene to draw; None for an empty hand."""
    held = hand_model(view, seat, words)
    return lay_tarot_cards(held, HELD) if held else None


@drawn_in_process
def draw_board(model: ZarcanaBoardModel) -> bytes:
    """Draw the spaces on the board with their minions, as a PNG."""
    whole = _Sheet(model).lay_out()
    return png(paint(whole, round(whole.width)))


class _Sheet:
    """A board being laid out. Measures are given for a space 224 pixels wide, and are scaled to the picture."""

    def __init__(self, model: ZarcanaBoardModel) -> None:
        self.scene = model
        shares = dict.fromkeys((*model.touched, *model.empty), EMPTY)
        shares |= {tile.space: TERRITORY if tile.cards else OUTPOST for tile in model.tiles}
        self.spaces = {name: named(name) for name in shares}
        across, down = (self.shares(shares, line) for line in (column_of, row_of))
        room, self.lines = WIDEST - 2 * MARGIN - LABEL, -(-len(model.scores) // SCORES)
        foot = round(self.lines * FOOT * WIDEST)
        self.full = min(full_line_size(across.values(), room, GAP), full_line_size(down.values(), room - foot, GAP))
        self.gap = int(self.full * GAP)
        self.columns = lay_lines(across, MARGIN + LABEL + self.gap, self.full, self.gap)
        self.rows = lay_lines(down, MARGIN + LABEL + self.gap, self.full, self.gap)
        wide = max(self.columns.end + MARGIN, NARROWEST)
        self.size = (wide, self.rows.end + MARGIN + round(self.lines * FOOT * wide))
        self.items: list[Item] = []
        self.names = Names()

    def shares(self, spaces: Mapping[str, float], line: Callable[[Space], int]) -> dict[int, float]:
        """Return the width of each column, or the height of each row, as the share that its largest space needs."""
        found: dict[int, float] = {}
        for name, share in spaces.items():
            number = line(self.spaces[name])
            found[number] = max(share, found.get(number, 0))
        return found

    def lay_out(self) -> Scene:
        """Return everything, the topmost things last."""
        self.items.append(Frame((0, 0), self.size, 30, PARCHMENT, INK, 3))
        self.coordinates()
        for name in self.scene.empty:
            self.items.append(Group(tuple(self.wasteland(name)), id=f"space {name}", description=name))
        for tile in self.scene.tiles:
            shown = self.territory(tile) if tile.cards else self.outpost(tile)
            self.items.append(Group(tuple(shown), id=f"space {tile.space}", description=_described(tile)))
            self.minions(tile)
        self.highlights()
        self.scores()
        return Scene(*self.size, tuple(self.items))

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
            middle = (start + size / 2, MARGIN + LABEL / 2)
            self.items.append(line_at(middle, column_name(column), size, TEXT, INK)[0])
        for row, start in self.rows.starts.items():
            size = self.rows.sizes[row]
            middle = (MARGIN + LABEL / 2, start + size / 2)
            largest, least = (min(each, size) for each in TEXT)
            self.items.append(line_at(middle, str(row), LABEL, (largest, least), INK)[0])

    def wasteland(self, name: str) -> Iterator[Item]:
        """Yield an empty wasteland space, drawn faintly, with its name."""
        left, top, wide, high = self.box(name)
        yield from self.faint_frame(name)
        yield self.name(name, (left + wide / 2, top + high / 2), wide - self.u(8), WORN)

    def outpost(self, tile: BoardTile) -> Iterator[Item]:
        """Yield a wasteland space that has minions, with its name above them, as on a card."""
        left, top, wide, _ = self.box(tile.space)
        yield from self.faint_frame(tile.space)
        yield self.name(tile.space, (left + wide / 2, top + self.u(24)), wide - self.u(8), INK)

    def faint_frame(self, name: str) -> tuple[Path, ...]:
        """Return the dashed frame of a wasteland space."""
        left, top, wide, high = self.box(name)
        return dashed_at((left, top), (wide - 1, high - 1), WORN, self.u(12), self.u(3))

    def name(self, name: str, middle: tuple[float, float], room: int, colour: Colour) -> Text:
        """Return a space's name."""
        return line_at(middle, name, room, (self.u(28), SMALL_TEXT), colour)[0]

    def territory(self, tile: BoardTile) -> Iterator[Item]:
        """Yield a stack of cards: the top card, the edges of up to two others, the name, and the number of cards below.

        A space that is too small for its name beside the card's value has only the coordinates at the edges.
        """
        left, top, full, _ = self.box(tile.space)
        u, face, size = self.u, tile.face, (full, full)
        paper, ink = (face.look.paper, face.look.ink) if face else BACK
        for below in range(min(2, tile.cards - 1), 0, -1):
            yield Frame((left + below * u(5), top + below * u(5)), size, u(16), FAINT, ink, u(3))
        if face and face.art:
            yield Image(TerritoryCard(face), left, top, full)
        elif face:
            yield Frame((left, top), size, u(16), paper, ink, u(4))
            yield Text(face.worth, (left + u(14), top + u(36)), u(54), ink, "lm")
        else:
            yield Image(Back((MOST, MOST), 16, paper, ink, 4), left, top, full)
            yield Text("?", (left + u(14), top + u(36)), u(54), ink, "lm")
        letters = max(SMALL_TEXT, u(26))
        wide, high = round(width(tile.space, letters)) + u(14), letters + u(6)
        middle = (left + full - wide / 2 - u(6), top + u(6) + high / 2)
        if wide + u(6) <= full - u(VALUE):
            yield Frame((left + full - wide - u(6), top + u(6)), (wide, high), high // 3, INK, INK, 1)
            yield Text(tile.space, middle, letters, PAPER)
        if tile.cards > 1:
            yield from self.below(f"+{tile.cards - 1}", (middle[0], top + high + u(22)))

    def below(self, text: str, middle: tuple[float, float]) -> Iterator[Item]:
        """Yield the number of cards below the top card, on a plate."""
        size = max(SMALL_TEXT, self.u(23))
        wide, high = round(width(text, size)) + self.u(14), size + self.u(4)
        yield Frame((middle[0] - wide / 2, middle[1] - high / 2), (wide, high), high // 3, INK, INK, 1)
        yield Text(text, middle, size, PAPER)

    def minions(self, tile: BoardTile) -> None:
        """Put the minions on a space, within the part of it that shows neither value nor name."""
        if not tile.minions:
            return
        left, top, wide, high = self.box(tile.space)
        above, below = (self.u(64), self.u(100)) if tile.cards else (self.u(44), self.u(44))
        edge = self.u(6)
        room, places = arrange_squares(len(tile.minions), wide - 2 * edge, high - below - edge, self.u(102))
        for minion, (x, y) in zip(tile.minions, places, strict=True):
            sign = self.scene.marks[minion.seat]
            drawn = Pyramid(minion.seat, sign, minion.size, minion.facing)
            image = Image(drawn, left + edge + x, top + above + y, room)
            name = self.names("minion", letter(minion.seat), minion.size)
            told = f"{sign} {minion.size} {minion.facing}, {tile.space}"
            self.items.append(Group((image,), id=name, description=told))

    def highlights(self) -> None:
        """Draw a frame with a spark around each space that has changed; the board's text marks the same spaces."""
        out = -(-self.gap // 2)
        boxes = [self.box(name) for name in self.scene.touched]
        for left, top, wide, high in boxes:
            for more, radius, colour, line in ((0, self.u(20), GLOW, out), (2, self.u(22), INK, 2)):
                far = out + more
                size = (wide + 2 * far, high + 2 * far)
                self.items.append(Frame((left - far, top - far), size, radius, None, colour, line))
        for left, top, wide, _ in boxes:
            at = (left + wide - self.u(32), top - self.u(22))
            self.items.append(Image(Sign("spark", GLOW, INK), *at, self.u(54)))

    def scores(self) -> None:
        """Draw each seat's pyramid, name and score below the board, with an arrow beside the seat whose turn it is."""
        wide, high = self.size
        foot, unit, across = FOOT * wide, wide / 1000, -(-len(self.scene.scores) // max(1, self.lines))
        part = (wide - 2 * MARGIN) / max(1, across)
        for number, (seat, name, score) in enumerate(self.scene.scores):
            line, column = divmod(number, across)
            left, middle = MARGIN + column * part, high - (self.lines - line - 0.5) * foot - MARGIN / 2
            if seat == self.scene.active:
                self.items.append(Image(Sign("arrow", INK, PAPER), left, middle - 20 * unit, 40 * unit))
            size, room = 84 * unit, int(part - 140 * unit)
            pyramid = Pyramid(seat, self.scene.marks[seat], "large", "up")
            drawn = Image(pyramid, left + 40 * unit, middle - size / 2, size)
            at, sizes = left + 134 * unit, (round(40 * unit), round(LEAST_NAME * wide))
            told = line_at((at, middle - 24 * unit), name, room, sizes, INK, "lm")[0]
            shown = line_at((at, middle + 24 * unit), score, room, sizes, INK, "lm")[0]
            self.items.append(Group((drawn, told, shown), id=f"seat {letter(seat)}"))


def _described(tile: BoardTile) -> str:
    """Return what a space shows: its name, and its top card."""
    return f"{tile.space} {tile.face.name}" if tile.face else tile.space
