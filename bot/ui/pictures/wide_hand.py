"""Cards on a panel, two side by side on a phone: the name, the art with the figures beside it, the rules below.

The last card of an odd number lies across both columns, so that there is no hole beside it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import GLOW, INK, PAPER, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.layout import Art, Label, Plate, Room, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import piece, sign
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.rich_text import Paragraph, RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Point, Scene, Text, box, rounded
from bot.ui.pictures.shapes import BUTTON
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.texts.words import copies

GAP, MARGIN, EDGE = 14, 14, 6
"""The gap between cards, the margin around texts, and the width of a card's edge, in pixels."""

ACROSS: Final = 2
"""The number of cards side by side."""

HALF: Final = (WIDE - GAP) / ACROSS
"""The width of a card beside another one, in pixels."""

LEAST: Final = 42
"""The smallest size of text, in pixels: a phone shows it 11 pixels high."""

TITLE: Final = 70
"""The height of the line above the cards with the gap below it, in pixels."""

SLAB, NAME = 84, 56
"""The height of the slab with the name, and the largest size of the name, in pixels."""

ART, LARGE_ART = 196, 300
"""The height of the art below the name, and the width of the art on the left of a card across both columns."""

FIGURE, KIND = 66, 46
"""The largest sizes of a figure and of the kind, in pixels."""

SIGN, DIAMOND = 46, 28
"""The sizes of the sign for the kind and of a diamond, in pixels."""

NUMBER: Final = (68, 60)
"""The width and the height of a number, in the colour of its button, on the slab with the card's name."""

TALLEST: Final = 1500
"""The height, in pixels, from which on clients show a picture narrower than a phone's panel."""


class WideHand(Struct, frozen=True):
    """Cards for reading on a panel.

    Attributes:
        title: what the cards are, or what to do with them; can be empty.
        numbers: the numbers of the cards, as their buttons have them; 0 is for no button.
    """

    cards: tuple[CardFace, ...]
    title: str = ""
    numbers: tuple[int, ...] = ()


def lay_wide_hand(hand: WideHand) -> Scene:
    """Return cards as a scene, two side by side in rows as high as they need."""
    names, lines = Names(), list[Stack]()
    for start, cards in rows(hand.cards, numbered=any(hand.numbers)):
        numbers = hand.numbers[start : start + ACROSS] or (0,) * ACROSS
        shown = [
            piece(_numbered(card, number), names("card", card.face.name), card.face.name)
            for card, number in zip(cards, numbers, strict=False)
        ]
        lines.append(row(*shown, gap=GAP))
    title = Art(lambda _: titled(hand.title), (WIDE, TITLE - GAP)) if hand.title else None
    return scene_of(column(title, *lines, gap=GAP, width=WIDE))


def _numbered(card: "WideCard", number: int) -> Art:
    """Return a card with the number of its button; 0 is for none."""

    def draw(room: Room) -> list[Item]:
        badge = number_badge(number, room.left + card.start + MARGIN, room.top + SLAB / 2 + 2) if number else ()
        return [Image(card, room.left, room.top, card.wide), *badge]

    return Art(draw, (card.wide, card.high))


def pages(hand: WideHand) -> list[WideHand]:
    """Divide cards that would be too tall into several pictures with whole rows; the title is on the first."""
    cuts, room = [0], float(TITLE if hand.title else 0)
    for start, cards in rows(hand.cards):
        if start > cuts[-1] and room + cards[0].high > TALLEST:
            cuts.append(start)
            room = 0
        room += cards[0].high + GAP
    ends = [*cuts[1:], len(hand.cards)]
    return [
        WideHand(hand.cards[start:end], "" if start else hand.title, hand.numbers[start:end])
        for start, end in zip(cuts, ends, strict=True)
    ]


def hand_pages(first: str, others: str, hand: WideHand, told: str) -> tuple[Picture, ...]:
    """Return pictures of cards; the first has a file's name and a description of its own, the others are numbered."""
    found = []
    for number, page in enumerate(pages(hand), 1):
        names = "\n".join(face.name for face in page.cards)
        name, said = (first, told) if number == 1 else (others.format(number), names)
        found.append(Picture(name, draw_wide_hand(page), description(said)))
    return tuple(found)


def rows(faces: tuple[CardFace, ...], *, numbered: bool = False) -> Iterator[tuple[int, "list[WideCard]"]]:
    """Yield the rows of some cards, each with the place of its first card; the cards of a row are equally high."""
    for start in range(0, len(faces), ACROSS):
        few = faces[start : start + ACROSS]
        cards = [WideCard(face, HALF if len(few) == ACROSS else WIDE, 0, numbered) for face in few]
        high = max(card.needed_height for card in cards)
        yield start, [WideCard(card.face, card.wide, high, numbered) for card in cards]


def titled(title: str) -> tuple[Item, ...]:
    """Return the line above cards, `TITLE` pixels high with the gap below it."""
    fit = fitted(title, WIDE - 40, 46, 30)
    plate = rounded(0, 0, width(fit.lines[0], fit.size) + 40, TITLE - GAP, 16)
    return Path((plate,), INK), Text(fit.lines[0], (20, (TITLE - GAP) / 2), fit.size, GLOW, "lm")


class WideCard(Struct, frozen=True):
    """A card with its art beside the most important values.

    Attributes:
        wide: its width: of one column or of both, in which case the art is on the left from top to bottom.
        high: its height; at least `needed_height`.
        numbered: whether there is room for a number before its name.
    """

    face: CardFace
    wide: float
    high: float
    numbered: bool = False

    @property
    def alone(self) -> bool:
        """Whether the card lies across both columns."""
        return self.wide > HALF

    @property
    def start(self) -> float:
        """The left edge of the slab with the name."""
        return LARGE_ART if self.alone else 0

    @property
    def rules(self) -> RichText:
        """The rules, laid out."""
        paragraphs = tuple(Paragraph(line) for line in self.face.text.splitlines())
        return lay_out(paragraphs, int(self.wide - self.start - 2 * MARGIN - EDGE), 0, LEAST, LEAST)

    @property
    def above(self) -> float:
        """The height of everything above the rules."""
        return SLAB + ART if not self.alone else SLAB + KIND + FIGURE + MARGIN

    @property
    def needed_height(self) -> float:
        """The height that the card needs."""
        return self.above + (self.rules.height + MARGIN + 10 if self.face.text else 0) + EDGE

    def scene(self) -> Scene:
        """Return the card as a scene."""
        face, wide, high = self.face, self.wide, self.high
        rules = Art(lambda room: self._rules_at((room.left + MARGIN + EDGE / 2, room.top + 6)), (0, 0), 1)
        if self.alone:
            texts = column(self._name(), self._values(KIND + FIGURE + MARGIN), rules, grow=1)
            shown = row(Art(self._art, (LARGE_ART, 0)), texts)
        else:
            shown = column(self._name(), row(Art(self._art, (ART, 0)), self._values(ART), height=ART), rules)
        paper = Path((box(0, 0, wide, high),), face.paper)
        inner = rounded(EDGE, EDGE, wide - EDGE, high - EDGE, 14)
        items = (paper, *shown.items(Room(0, 0, wide, high)))
        whole = (Path((box(0, 0, wide, high),), face.ink), Group(items, clip=inner))
        return Scene(wide, high, (Group(whole, clip=rounded(0, 0, wide, high, 20)),))

    def _name(self) -> Stack:
        """Return the name on its slab, in two lines if it is long."""
        name = Label(self.face.name, (NAME, LEAST), self.face.paper, "title", "middle", wrapped=(40, 20, 2), grow=1)
        number = Space(NUMBER[0] + 6) if self.numbered else None
        return row(number, name, pad=(MARGIN, 0), height=SLAB, plate=Plate(self.face.ink, 0))

    def _values(self, height: float) -> Stack:
        """Return the figures side by side and the kind below them; only the kind if there are no figures."""
        face = self.face
        figures = [
            Label(each, (FIGURE, LEAST), face.ink, "title", "middle", grow=1)
            for each in (face.corner, face.foot[1])
            if each
        ]
        wrapped = None if self.alone else (KIND, 36, 2)
        kind = Label(face.kind, (KIND, KIND if wrapped else 36), INK, side="middle", wrapped=wrapped, grow=1)
        parts = (row(*figures, height=FIGURE + 8) if figures else None, kind, None if self.alone else Space(height=8))
        return column(*parts, pad=(16, 0), height=height, grow=not self.alone)

    def _rules_at(self, at: Point) -> tuple[Item, ...]:
        return tuple(rich_text_at((int(at[0]), int(at[1])), self.rules, INK, INK, self.face.paper))

    def _art(self, room: Room) -> list[Item]:
        """Show the art with what lies on it: the kind's sign, the rarity's diamonds, and the number of copies."""
        face, side, top, bottom = self.face, room.width, room.top, room.top + room.height
        art = max(side, room.height)
        picture = Image(face.art, (side - art) / 2, top + (room.height - art) / 2, art)
        edges = (box(side, top, side + 4, bottom), *(() if self.alone else (box(0, bottom - 4, self.wide, bottom),)))
        diamonds = [sign("diamond", DIAMOND, face.ink, face.paper) for _ in range(face.grade)]
        grade = row(*diamonds, pad=(EDGE + 2, 0), plate=Plate(face.paper, 10))
        count = Label(copies(face.copies).strip(), (LEAST, LEAST), face.ink, "title")
        copied = row(Space(grow=1), row(count, pad=(10, 0), plate=Plate(face.paper, 14, face.ink, 5)))
        return [
            Group((picture,), clip=box(0, top, side, bottom)),
            Path(edges, face.ink),
            Path((rounded(0, top, SIGN + EDGE, top + SIGN + EDGE, 12),), face.ink),
            symbol_at(face.sign, (EDGE + 4, top + EDGE + 4), SIGN - 8, face.paper, face.ink),
            *(grade.items(Room(0, bottom - DIAMOND - 12, grade.size[0], DIAMOND + 12)) if face.grade else ()),
            *(copied.items(Room(0, top + 6, side - 4, 54)) if face.copies > 1 else ()),
        ]


def number_badge(number: int, left: float, middle: float) -> tuple[Item, ...]:
    """Return the number of a card, as it stands at the front of the card's button, from its left edge."""
    wide, high = NUMBER
    at = (left, middle - high / 2)
    edge = mixed(BUTTON, PAPER, 0.5)
    return (
        Frame(at, NUMBER, 16, BUTTON, edge, 2),
        Text(str(number), (at[0] + wide / 2, at[1] + high / 2), 46, PAPER),
    )


draw_wide_hand = DrawnScene(lay_wide_hand, WIDE)
