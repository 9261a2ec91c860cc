"""The fronts and backs of cards at any size: small for a board, large for reading."""

from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.pictures.colours import GLOW, INK, TABLE, Colour, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.picture import png
from bot.ui.pictures.shapes import SHEETS, frame, place
from bot.ui.pictures.shapes import back as striped
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import Fitted, filled, fitted, write, write_fitted, write_lines

TALL: Final = 1.4
"""The height of a card, as a share of its width."""

BASE: Final = 300
"""The card width, in pixels, to which all measures refer."""

LEAST_NAME, LEAST_TEXT, LEAST_WORD, LEAST_TITLE = 13, 11, 11, 18
"""The smallest sizes of a name, of a card's text, of its other words, and of the title above a hand, in pixels."""

BACK: Final[tuple[Colour, Colour]] = ((62, 70, 100), (226, 232, 246))
"""The back of a card: the colour between its stripes, and the colour of its edge."""


class CardFace(Struct, frozen=True):
    """The contents of a card's front.

    Attributes:
        name: the card's full name.
        sign: the sign for its kind, one of `SYMBOLS`.
        kind: its kind, as text.
        ink: the colour for its kind, used for the sign, the edge and some texts.
        paper: the colour of the card.
        corner: the most important value, large in the corner; can be empty.
        foot: two short texts at the bottom, left and right; either can be empty.
        grade: the rarity as a number of diamonds; a card with three or more has a second edge.
        text: the card's effect, if there is room to read it; empty on a board.
    """

    name: str
    sign: str
    kind: str
    ink: Colour
    paper: Colour
    corner: str = ""
    foot: tuple[str, str] = ("", "")
    grade: int = 0
    text: str = ""


DOUBLE_EDGE: Final = 3
"""The number of diamonds with which a card gets a second edge."""


@lru_cache(SHEETS)
def card_face(face: CardFace, wide: int) -> Image.Image:
    """Return the front of a card, `wide` pixels wide; the height follows from that."""
    return _Front(face, wide).paint()


def is_whole(face: CardFace, wide: int) -> bool:
    """Whether all of a card's texts fit on a front that is `wide` pixels wide."""
    front = _Front(face, wide)
    front.paint()
    return not front.cut


def card_back(wide: int) -> Image.Image:
    """Return the back of a card, `wide` pixels wide."""
    paper, edge = BACK
    return striped(wide, round(wide * TALL), max(4, wide // 12), paper, edge, max(2, wide // 50))


LARGE, HAND = 560, 1080
"""The width of a single card, and of a full row of cards in a hand."""

MARGIN, GAP, TITLE = 18, 14, 70
"""Sizes in pixels: of the margin around a hand, the gap between its cards, and the line above them."""

KEPT: Final = 256
"""The number of drawn hands, and of single cards, to cache: the same ones are requested again."""


class HandScene(Struct, frozen=True):
    """Cards for reading: how many to put side by side, and a title that says what to do with the cards, if anything."""

    cards: tuple[CardFace, ...]
    across: int
    title: str = ""


@drawn_in_process(KEPT)
def draw_card(face: CardFace) -> bytes:
    """Draw a card large enough to read, as a PNG."""
    image = Image.new("RGB", (LARGE + 2 * MARGIN, round(LARGE * TALL) + 2 * MARGIN), TABLE)
    place(image, card_face(face, LARGE), MARGIN, MARGIN)
    return png(image)


@drawn_in_process(KEPT)
def draw_hand(scene: HandScene) -> bytes:
    """Draw cards side by side, as a PNG."""
    count, across = len(scene.cards), scene.across
    columns, lines = min(across, count), -(-count // across)
    wide = (HAND - 2 * MARGIN - (across - 1) * GAP) // across
    high, top = round(wide * TALL), MARGIN + (TITLE if scene.title else 0)
    size = (2 * MARGIN + columns * (wide + GAP) - GAP, top + lines * (high + GAP) - GAP + MARGIN)
    image = Image.new("RGB", (max(size[0], HAND) if scene.title else size[0], size[1]), TABLE)
    if scene.title:
        at, sizes = (MARGIN + 4, MARGIN + TITLE / 2 - GAP / 2), (46, LEAST_TITLE)
        write_fitted(ImageDraw.Draw(image), at, scene.title, HAND - 2 * MARGIN, sizes, GLOW, "lm")
    for number, face in enumerate(scene.cards):
        line, column = divmod(number, across)
        place(image, card_face(face, wide), MARGIN + column * (wide + GAP), top + line * (high + GAP))
    return png(image)


class _Front:
    """A card front being drawn."""

    def __init__(self, face: CardFace, wide: int) -> None:
        self.face = face
        self.wide = wide
        self.high = round(wide * TALL)
        self.image = Image.new("RGBA", (wide, self.high))
        self.draw = ImageDraw.Draw(self.image)
        self.cut = False
        """Whether some text did not fit."""

    def u(self, measure: float) -> int:
        """Convert a measure for a card `BASE` pixels wide to pixels on this card."""
        return max(1, round(measure * self.wide / BASE))

    def paint(self) -> Image.Image:
        """Draw everything, from the top down."""
        self.sheet()
        below = self.head()
        below = self.name(below)
        foot = self.foot()
        if self.face.text:
            self.text(below, foot)
        else:
            self.picture(below, foot)
        return self.image

    def fit(self, text: Fitted) -> Fitted:
        """Record whether the text had to be cut; return the text unchanged."""
        self.cut |= text.cut
        return text

    def sheet(self) -> None:
        """Draw the paper and its edge, and a second edge for a rare card."""
        face, u = self.face, self.u
        place(self.image, frame(self.wide, self.high, u(24), face.paper, face.ink, u(7)), 0, 0)
        if face.grade >= DOUBLE_EDGE:
            inset = u(11)
            size = (self.wide - 2 * inset, self.high - 2 * inset)
            place(self.image, frame(*size, u(15), None, face.ink, u(2.5)), inset, inset)

    def head(self) -> int:
        """Draw the sign on the left and the most important value on the right; return their bottom edge."""
        u, face = self.u, self.face
        place(self.image, symbol(face.sign, u(64), face.ink, face.paper), u(24), u(22))
        if face.corner:
            fit = self.fit(fitted(face.corner, self.wide - u(130), u(74), LEAST_NAME))
            write(self.draw, (self.wide - u(24), u(54)), fit.lines[0], fit.size, face.ink, "rm")
        return u(96)

    def name(self, top: int) -> int:
        """Write the name below the head and, on a card for reading, the kind below the name; return the bottom edge."""
        u, face = self.u, self.face
        room = self.wide - u(36)
        fit = self.fit(filled(face.name, room, u(116), u(42 if face.text else 50), LEAST_NAME))
        below = write_lines(self.draw, (self.wide / 2, top), fit, INK)
        if face.text:
            fit = self.fit(fitted(face.kind, room, u(22), LEAST_WORD, 2))
            below = write_lines(self.draw, (self.wide / 2, below), fit, face.ink)
        return round(below) + u(6)

    def foot(self) -> int:
        """Write the two texts at the bottom, with the diamonds above the left one; return their top edge."""
        u, (left, right) = self.u, self.face.foot
        if not left and not right and not self.face.grade:
            return self.high - u(20)
        middle, room = self.high - u(38), self.wide - u(44)
        self.word(left, (u(22), middle), room // 2, "lm")
        self.word(right, (self.wide - u(22), middle), room // 2 if left else room - u(28) * self.face.grade, "rm")
        above = middle - u(34) if left else middle
        self.diamonds(above)
        return above - u(20)

    def word(self, text: str, at: tuple[float, float], room: int, anchor: Literal["lm", "rm"]) -> None:
        """Write one of the short texts at the bottom."""
        if text:
            fit = self.fit(fitted(text, room, self.u(34 if self.face.text else 42), LEAST_WORD))
            write(self.draw, at, fit.lines[0], fit.size, INK, anchor)

    def diamonds(self, middle: int) -> None:
        """Draw the diamonds that show the rarity."""
        u, face = self.u, self.face
        for number in range(face.grade):
            place(self.image, symbol("diamond", u(26), face.ink, face.paper), u(20) + number * u(27), middle - u(13))

    def text(self, top: int, bottom: int) -> None:
        """Write the card's effect, between a line and the foot."""
        u, face = self.u, self.face
        self.draw.line((u(24), top, self.wide - u(24), top), mixed(face.paper, face.ink, 0.5), u(2))
        fit = self.fit(filled(face.text, self.wide - u(44), bottom - top - u(16), u(27), LEAST_TEXT))
        write_lines(self.draw, (u(22), top + u(12)), fit, INK, "la")

    def picture(self, top: int, bottom: int) -> None:
        """Draw the sign again, large and pale, if there is no text."""
        face, size = self.face, min(self.wide // 2, bottom - top - self.u(8))
        if size > self.u(40):
            pale = symbol(face.sign, size, mixed(face.paper, face.ink, 0.2), face.paper)
            place(self.image, pale, (self.wide - size) / 2, (top + bottom - size) / 2)
