"""The fronts and backs of cards at any size: small for a board, large for reading."""

from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint, painted
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Group, Illustration, Image, Item, Path, Scene, Text, box, rounded
from bot.ui.pictures.shapes import Back
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import LEADING, Anchor, Fitted, filled, fitted, width
from bot.ui.texts.words import copies

TALL: Final = 1.4
"""The height of a card, as a share of its width."""

BASE: Final = 300
"""The card width to which all measures refer."""

LEAST_NAME, LEAST_TEXT, LEAST_WORD = 13, 11, 11
"""The smallest sizes of a name, a card's text, and its other words, in a card's units."""

BACK: Final[tuple[Colour, Colour]] = ((62, 70, 100), (226, 232, 246))
"""The back of a card: the colour between its stripes, and the colour of its edge."""


class CardFace(Struct, frozen=True):
    """The contents of a card's front.

    Attributes:
        name: the card's full name.
        art: what is drawn on it.
        sign: the sign for its kind, one of `SYMBOLS`.
        kind: its kind, as text.
        ink: the colour for its kind, used for the sign, the edge and some texts.
        paper: the colour of the card.
        corner: the most important value, large in the corner; can be empty.
        foot: two short texts at the bottom, left and right; either can be empty.
        grade: the rarity as a number of diamonds; a card with three or more has a second edge.
        text: the card's effect, if there is room to read it; empty on a board.
        copies: the number of equal cards that it stands for.
    """

    name: str
    art: Illustration
    sign: str
    kind: str
    ink: Colour
    paper: Colour
    corner: str = ""
    foot: tuple[str, str] = ("", "")
    grade: int = 0
    text: str = ""
    copies: int = 1

    def scene(self) -> Scene:
        """Return the front as a scene."""
        return _Front(self).lay_out()


DOUBLE_EDGE: Final = 3
"""The number of diamonds with which a card gets a second edge."""


CARD_BACK: Final = Back((BASE, BASE * TALL), BASE / 12, *BACK, BASE / 50)
"""The back of a card."""


LARGE, HAND = 560, 1080
"""The width of a single card, and of cards side by side."""

GAP, ACROSS = 14, 2
"""The gap between cards, in pixels, and how many of them are side by side."""


@drawn_in_process
def draw_card(face: CardFace) -> bytes:
    """Draw a card large enough to read, as a PNG."""
    return png(painted(face, LARGE))


@drawn_in_process
def draw_pairs(cards: tuple[CardFace, ...]) -> bytes:
    """Draw cards to read, two side by side, as a PNG."""
    wide = (HAND - GAP) / ACROSS
    high = round(wide * TALL)
    items: list[Item] = []
    for number, face in enumerate(cards):
        line, column = divmod(number, ACROSS)
        items.append(Image(face, column * (wide + GAP), line * (high + GAP), wide))
    return png(paint(Scene(HAND, -(-len(cards) // ACROSS) * (high + GAP) - GAP, tuple(items)), HAND))


class _Front:
    """A card front that is being laid out, in a space `BASE` units wide."""

    def __init__(self, face: CardFace) -> None:
        self.face = face
        self.items: list[Item] = []

    def lay_out(self) -> Scene:
        """Return everything: the art to the card's edges, what is on it, and the paper below it."""
        face, high = self.face, BASE * TALL
        foot = FOOT if face.grade or any(face.foot) else FOOTLESS
        said = filled(face.text, BASE - 40, MOST_TEXT, 25, LEAST_TEXT)
        paper = KIND + len(said.lines) * said.size * LEADING + foot if face.text else 66
        slab = min(232, high - paper - 52) if face.text else 290
        self.items.append(Image(face.art, 0, min(0, (slab - BASE) * 0.3), BASE))
        below = self.slab(slab, 52 if face.text else 64)
        self.items.append(Path((box(0, below, BASE, high),), face.paper))
        if face.text:
            self.text(below, high - foot, said)
        if foot > FOOTLESS:
            self.foot(high - foot if face.text else below, high, 24 if face.text else 38)
        self.corners(46 if face.text else 62)
        if face.copies > 1:
            self.copies(slab)
        inner = rounded(RIM, RIM, BASE - RIM, high - RIM, 24 - RIM)
        edges: list[Item] = [Path((box(0, 0, BASE, high),), face.ink), Group(tuple(self.items), clip=inner)]
        if face.grade >= DOUBLE_EDGE:
            edges.append(Path((rounded(11, 11, BASE - 11, high - 11, 15),), stroke=face.paper, width=2.5))
        return Scene(BASE, high, (Group(tuple(edges), clip=rounded(0, 0, BASE, high, 24)),))

    def slab(self, top: float, high: float) -> float:
        """Write the name on a slab; return the slab's lower edge."""
        face = self.face
        self.items.append(Path((box(0, top, BASE, top + high),), face.ink))
        fit = fitted(face.name, BASE - 32, 38, LEAST_NAME, 1, "title")
        if fit.size < TWO_LINES:
            fit = fitted(face.name, BASE - 32, TWO_LINES + 4, LEAST_NAME, 2, "title")
        for number, line in enumerate(fit.lines):
            down = top + high / 2 + (number - (len(fit.lines) - 1) / 2) * fit.size * 1.02
            self.items.append(Text(line, (BASE / 2, down - 1), fit.size, face.paper, "mm", "title"))
        return top + high

    def corners(self, size: float) -> None:
        """Put the sign for the kind on a plate on the left, and the most important value on one on the right."""
        face, end = self.face, RIM + size
        self.items.append(Path((rounded(RIM, RIM, end, end, size / 4),), face.ink))
        at = (RIM + size * 0.17, RIM + size * 0.16)
        self.items.append(symbol_at(face.sign, at, size * 0.67, face.paper, face.ink))
        if face.corner:
            fit = fitted(face.corner, BASE - 100, round(size * 0.86), LEAST_WORD, 1, "title")
            wide = max(size, width(fit.lines[0], fit.size, "title") + size * 0.44)
            self.items.append(Path((rounded(BASE - RIM - wide, RIM, BASE - RIM, end, size / 4),), face.ink))
            middle = (BASE - RIM - wide / 2, RIM + size / 2)
            self.items.append(Text(fit.lines[0], middle, fit.size, face.paper, "mm", "title"))

    def copies(self, bottom: float) -> None:
        """Write the number of copies on a plate that stands on the slab with the name."""
        shown = copies(self.face.copies).strip()
        long = width(shown, 34, "title") + 24
        plate = rounded(BASE - 14 - long, bottom - 54, BASE - 14, bottom - 8, 12)
        self.items.append(Path((plate,), self.face.paper, self.face.ink, 5))
        self.items.append(Text(shown, (BASE - 14 - long / 2, bottom - 32), 34, self.face.ink, "mm", "title"))

    def text(self, top: float, bottom: float, said: Fitted) -> None:
        """Write the kind and the card's effect."""
        kind = fitted(self.face.kind, BASE - 36, 21, LEAST_WORD)
        self.items.append(Text(kind.lines[0], (BASE / 2, top + KIND / 2 + 1), kind.size, self.face.ink))
        for number, line in enumerate(said.lines):
            down = (top + KIND + bottom) / 2 + (number - (len(said.lines) - 1) / 2) * said.size * LEADING
            self.items.append(Text(line, (20, down), said.size, INK, "lm"))

    def foot(self, top: float, bottom: float, size: int) -> None:
        """Write the two texts at the foot; the diamonds for the rarity stand on the left."""
        face, middle = self.face, (top + bottom - RIM) / 2
        left, right = face.foot
        at = 20.0
        for _ in range(face.grade):
            self.items.append(symbol_at("diamond", (at, middle - size * 0.4), size * 0.8, face.ink, face.paper))
            at += size * 0.82
        room = BASE - 36 - (at - 20)
        ends = [each for each in (left, right) if each]
        sides: tuple[tuple[str, float, Anchor], ...] = ((left, at + 4, "lm"), (right, BASE - 20, "rm"))
        for text, place, anchor in sides:
            if text:
                fit = fitted(text, round(room / len(ends) - 8), size, LEAST_WORD)
                self.items.append(Text(fit.lines[0], (place, middle), fit.size, INK, anchor))


RIM: Final = 6
"""The width of a card's edge."""

TWO_LINES: Final = 25
"""If a name would be smaller than this, it takes two lines."""

FOOT, FOOTLESS = 46, 16
"""The room for the foot of a card to read, and the room below the text of a card without one."""

KIND: Final = 34
"""The room for the kind above a card's text."""

MOST_TEXT: Final = 160
"""The most room for a card's text."""
