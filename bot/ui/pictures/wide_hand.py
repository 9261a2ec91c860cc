"""Cards on a panel, two side by side on a phone: the name, the art with the figures beside it, the rules below.

The last card of an odd number lies across both columns, so that there is no hole beside it.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from bot.ui.pictures.cards import CardFace
from bot.ui.pictures.colours import GLOW, INK, PAPER, mixed
from bot.ui.pictures.drawn_scene import DrawnScene
from bot.ui.pictures.picture import Picture, description
from bot.ui.pictures.rich_text import Paragraph, RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Frame, Group, Image, Item, Names, Path, Scene, Text, box, rounded
from bot.ui.pictures.shapes import BUTTON
from bot.ui.pictures.strip import WIDE
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.words import copies

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
    items: list[Item] = [*(titled(hand.title) if hand.title else ())]
    names, top = Names(), float(TITLE if hand.title else 0)
    for start, row in rows(hand.cards, numbered=any(hand.numbers)):
        for column, card in enumerate(row):
            left, number = column * (HALF + GAP), start + column
            shown: list[Item] = [Image(card, left, top, card.wide)]
            if number < len(hand.numbers) and hand.numbers[number]:
                shown += number_badge(hand.numbers[number], left + card.start + MARGIN, top + SLAB / 2 + 2)
            items.append(Group(tuple(shown), id=names("card", card.face.name), description=card.face.name))
        top += row[0].high + GAP
    return Scene(WIDE, top - GAP, tuple(items))


def pages(hand: WideHand) -> list[WideHand]:
    """Divide cards that would be too tall into several pictures with whole rows; the title is on the first."""
    cuts, room = [0], float(TITLE if hand.title else 0)
    for start, row in rows(hand.cards):
        if start > cuts[-1] and room + row[0].high > TALLEST:
            cuts.append(start)
            room = 0
        room += row[0].high + GAP
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
        row = faces[start : start + ACROSS]
        cards = [WideCard(face, HALF if len(row) == ACROSS else WIDE, 0, numbered) for face in row]
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
        face, start, high = self.face, self.start, self.high
        items: list[Item] = [Path((box(0, 0, self.wide, high),), face.paper)]
        side, top, bottom = (LARGE_ART, 0.0, high) if self.alone else (ART, float(SLAB), float(SLAB + ART))
        items.append(_picture(face, side, top, bottom))
        items.append(Path((box(start, 0, self.wide, SLAB), box(side, top, side + 4, bottom)), face.ink))
        if not self.alone:
            items.append(Path((box(0, bottom - 4, self.wide, bottom),), face.ink))
        items += self.name(start)
        items += self.values(side + 4 + MARGIN, self.wide - MARGIN)
        items += self.marks(side, bottom)
        items += rich_text_at((int(start + MARGIN + EDGE / 2), int(self.above + 6)), self.rules, INK, INK, face.paper)
        inner = rounded(EDGE, EDGE, self.wide - EDGE, high - EDGE, 14)
        whole = (Path((box(0, 0, self.wide, high),), face.ink), Group(tuple(items), clip=inner))
        return Scene(self.wide, high, (Group(whole, clip=rounded(0, 0, self.wide, high, 20)),))

    def name(self, start: float) -> Iterator[Item]:
        """Yield the name on its slab, in two lines if it is long."""
        left, right = start + MARGIN + (NUMBER[0] + 6) * self.numbered, self.wide - MARGIN
        fit = fitted(self.face.name, int(right - left), NAME, LEAST, 1, "title")
        if fit.cut:
            fit = fitted(self.face.name, int(right - left), 40, 20, 2, "title")
        for number, line in enumerate(fit.lines):
            down = SLAB / 2 + (number - (len(fit.lines) - 1) / 2) * fit.size * 0.95
            yield Text(line, ((left + right) / 2, down), fit.size, self.face.paper, "mm", "title")

    def values(self, left: float, right: float) -> Iterator[Item]:
        """Yield the figures side by side and the kind below them; only the kind if there are no figures."""
        face, room = self.face, right - left
        figures = [each for each in (face.corner, face.foot[1]) if each]
        for number, figure in enumerate(figures):
            each = room / len(figures)
            fit = fitted(figure, int(each) - 8, FIGURE, LEAST, 1, "title")
            at = (left + (number + 0.5) * each, SLAB + FIGURE / 2 + 6)
            yield Text(fit.lines[0], at, fit.size, face.ink, "mm", "title")
        top = SLAB + (FIGURE + 4 if figures else 0)
        bottom = self.above - (0 if self.alone else 8)
        kind = fitted(face.kind, int(room), KIND, 36, 1 if self.alone else 2)
        for number, line in enumerate(kind.lines):
            down = (top + bottom) / 2 + (number - (len(kind.lines) - 1) / 2) * kind.size * 1.1
            yield Text(line, ((left + right) / 2, down), kind.size, INK)

    def marks(self, side: float, bottom: float) -> Iterator[Item]:
        """Yield what lies on the art: the sign for the kind, the diamonds for the rarity, the number of copies."""
        face, top = self.face, 0 if self.alone else SLAB
        yield Path((rounded(0, top, SIGN + EDGE, top + SIGN + EDGE, 12),), face.ink)
        yield symbol_at(face.sign, (EDGE + 4, top + EDGE + 4), SIGN - 8, face.paper, face.ink)
        if face.grade:
            wide = face.grade * DIAMOND + 14
            yield Path((rounded(0, bottom - DIAMOND - 12, wide, bottom, 10),), face.paper)
            for number in range(face.grade):
                at = (EDGE + 2 + number * DIAMOND, bottom - DIAMOND - 6)
                yield symbol_at("diamond", at, DIAMOND, face.ink, face.paper)
        if face.copies > 1:
            said = copies(face.copies).strip()
            left = side - width(said, LEAST, "title") - 26
            yield Path((rounded(left, top + 8, side - 6, top + 58, 12),), face.paper, face.ink, 5)
            yield Text(said, ((left + side - 6) / 2, top + 32), LEAST, face.ink, "mm", "title")


def _picture(face: CardFace, wide: float, top: float, bottom: float) -> Group:
    """Return a card's art in a box on the left, which it fills."""
    art = max(wide, bottom - top)
    shown = Image(face.art, (wide - art) / 2, top + (bottom - top - art) / 2, art)
    return Group((shown,), clip=box(0, top, wide, bottom))


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
