"""Drawing Zarcana's cards large enough to read, with icons for what their powers require."""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana.faces import TarotFace
from bot.ui.games.zarcana.model import CardModel
from bot.ui.games.zarcana.plate import PLATE
from bot.ui.pictures.colours import INK
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import paint
from bot.ui.pictures.picture import png
from bot.ui.pictures.scene import Group, Image, Item, Names, Path, Scene, Text, box, rounded
from bot.ui.pictures.shapes import Pen
from bot.ui.pictures.symbols import BODY, Stroke, strokes_at, symbol_at, upright
from bot.ui.pictures.text import fitted, width

IN_ROW: Final = 3
"""The number of cards side by side in a hand, so that a phone can show their texts."""

GAP: Final = 12
"""Pixels around cards."""

EDGE: Final = 18
"""Pixels between a card's edge and its contents."""

LINE: Final = 1.25
"""The distance from one line of text to the next, as a share of the font size."""

SMALLEST: Final = 14
"""The smallest size of text, in pixels."""


class Measure(Struct, frozen=True):
    """The measurements of a drawn card, in pixels.

    Attributes:
        lines: the maximum number of lines for the card's power, so that there is room for the requirements.
        slab: the height of the slab with the name.
        spelled: whether the requirements are listed one per line, with words beside the icons.
    """

    wide: int
    high: int
    name: int
    text: int
    lines: int
    icon: int
    slab: int
    spelled: bool


LOOKED_UP: Final = Measure(wide=560, high=820, name=52, text=34, lines=5, icon=44, slab=76, spelled=True)
HELD: Final = Measure(wide=300, high=452, name=36, text=26, lines=5, icon=40, slab=50, spelled=False)


@drawn_in_process
def draw_tarot_cards(model: tuple[CardModel, ...], measure: Measure) -> bytes:
    """Draw cards side by side, as a PNG."""
    whole = lay_tarot_cards(model, measure)
    return png(paint(whole, round(whole.width)))


def lay_tarot_cards(model: tuple[CardModel, ...], measure: Measure) -> Scene:
    """Return cards side by side as a scene."""
    across = min(IN_ROW, len(model))
    items: list[Item] = []
    names = Names()
    for number, each in enumerate(model):
        row, column = divmod(number, IN_ROW)
        at = (column * (measure.wide + GAP), row * (measure.high + GAP))
        card = Image(TarotCard(each, measure), *at, measure.wide)
        items.append(Group((card,), id=names("card", each.face.name), description=each.face.name))
    rows = -(-len(model) // IN_ROW)
    size = (across * (measure.wide + GAP) - GAP, rows * (measure.high + GAP) - GAP)
    return Scene(*size, tuple(items))


class TarotCard(Struct, frozen=True):
    """A card to read: its picture, value and name, its power, and what that requires."""

    shown: CardModel
    measure: Measure

    def scene(self) -> Scene:
        """Return the card as a scene."""
        measure, face = self.measure, self.shown.face
        look, wide, high = face.look, measure.wide, measure.high
        needs = tuple(self.needs())
        text = fitted(self.shown.power, wide - 2 * EDGE, measure.text, SMALLEST, measure.lines)
        count = len(self.shown.needs)
        foot = (count if measure.spelled else min(1, count)) * (measure.icon + 10) + EDGE
        said = len(text.lines) * text.size * LINE
        slab = high - foot - said - 14 - measure.slab
        items: list[Item] = []
        if face.art is not None:
            tall = wide * PLATE[1] / PLATE[0]
            items.append(Path((box(0, 0, wide, slab),), look.paper))
            items.append(Image(face.art, 0, min(0, (slab - tall) / 2), max(wide, slab * PLATE[0] / PLATE[1])))
        items.append(Path((box(0, slab, wide, slab + measure.slab),), look.ink))
        name = fitted(face.name, wide - 2 * EDGE, measure.name, SMALLEST, 1, "title")
        middle = slab + measure.slab / 2
        items.append(Text(name.lines[0], (wide / 2, middle - 1), name.size, look.paper, "mm", "title"))
        items.append(Path((box(0, slab + measure.slab, wide, high),), look.paper))
        for number, line in enumerate(text.lines):
            down = slab + measure.slab + 10 + (number + 0.5) * text.size * LINE
            items.append(Text(line, (EDGE, down), text.size, INK, "lm"))
        corner = measure.slab * 1.25
        if face.worth:
            items.append(Path((rounded(0, 0, corner, corner, 16),), look.ink))
            worth = fitted(face.worth, round(corner * 0.8), round(corner * 0.8), SMALLEST, 1, "title")
            items.append(Text(worth.lines[0], (corner / 2, corner / 2), worth.size, look.paper, "mm", "title"))
        items.append(Path((rounded(wide - corner, 0, wide, corner, 16),), look.ink))
        sign = (wide - corner * 0.84, corner * 0.16)
        items += [symbol_at(look.sign, sign, corner * 0.68, look.paper, look.ink), *needs]
        inner = rounded(5, 5, wide - 5, high - 5, 19)
        edge = Path((box(0, 0, wide, high),), look.ink)
        whole = (edge, Group(tuple(items), clip=inner))
        return Scene(wide, high, (Group(whole, clip=rounded(0, 0, wide, high, 24)),))

    def needs(self) -> Iterable[Item]:
        """Return the requirements at the foot: as a row of icons, or one per line with words."""
        measure, ink = self.measure, self.shown.face.look.ink
        size, count = measure.icon, len(self.shown.needs)
        for number, (need, said) in enumerate(self.shown.needs):
            if not measure.spelled:
                at = (EDGE + number * (size + EDGE), measure.high - EDGE - size)
                yield strokes_at(ICONS[need], at, size, ink)
                continue
            top = measure.high - EDGE - (count - number) * (size + 10) + 10
            yield strokes_at(ICONS[need], (EDGE, top), size, ink)
            fit = fitted(said, measure.wide - 3 * EDGE - size, measure.text - 8, SMALLEST)
            yield Text(fit.lines[0], (2 * EDGE + size, top + size / 2), fit.size, INK, "lm")


class TerritoryCard(Struct, frozen=True):
    """A card on the board: its picture and value, and its name below."""

    face: TarotFace

    def scene(self) -> Scene:
        """Return the card as a square scene."""
        face, look, side = self.face, self.face.look, 224
        items: list[Item] = []
        if face.art is not None:
            items.append(Image(face.art, 0, 0, side))
        items.append(Path((box(0, 188, side, side),), look.ink))
        name = fitted(face.name, side - 20, 28, 11, 1, "title")
        items.append(Text(name.lines[0], (side / 2, 204), name.size, look.paper, "mm", "title"))
        if face.worth:
            worth = fitted(face.worth, 60, 50, 11, 1, "title")
            wide = max(52.0, width(worth.lines[0], worth.size, "title") + 20)
            items.append(Path((rounded(-10, -10, wide, 54, 14),), look.ink))
            items.append(Text(worth.lines[0], (wide / 2 + 1, 28), worth.size, look.paper, "mm", "title"))
        inner = Group(tuple(items), clip=rounded(4, 4, side - 4, side - 4, 13))
        whole = (Path((box(0, 0, side, side),), look.ink), inner)
        return Scene(side, side, (Group(whole, clip=rounded(0, 0, side, side, 16)),))


# The icons for requirements, each recognisable by its shape

STROKE: Final = 0.08
"""The width of an icon's lines."""


def _standing(left: float, side: float) -> tuple[Stroke, ...]:
    """Return the strokes for a pyramid seen from above."""
    right, top, bottom = left + side, 0.5 - side / 2, 0.5 + side / 2
    return (
        (Pen.outline, BODY, upright(left, right, top, bottom), STROKE),
        (Pen.line, BODY, [(left, top), (right, bottom)], STROKE * 0.7),
        (Pen.line, BODY, [(right, top), (left, bottom)], STROKE * 0.7),
    )


def _lying(left: float, side: float) -> Stroke:
    """Return the stroke for a pyramid seen from the side, pointing east."""
    half = side * 0.45
    return (Pen.polygon, BODY, [(left, 0.5 - half), (left + side, 0.5), (left, 0.5 + half)])


_PLUS: Final[tuple[Stroke, ...]] = (
    (Pen.line, BODY, [(0.5 - 0.16, 0.17), (0.5 + 0.16, 0.17)], STROKE * 1.3),
    (Pen.line, BODY, [(0.5, 0.17 - 0.16), (0.5, 0.17 + 0.16)], STROKE * 1.3),
)

ICONS: Final[Mapping[str, tuple[Stroke, ...]]] = {
    "any": (*_standing(0.02, 0.44), _lying(0.56, 0.44)),
    "lying": (_lying(0.1, 0.8),),
    "standing": _standing(0.14, 0.72),
    # A hand with a card: no minion is needed.
    "nobody": (
        (Pen.frame, BODY, (0.28, 0.02, 0.72, 0.62), 0.07, STROKE),
        (Pen.rounded, BODY, (0.1, 0.5, 0.9, 0.96), 0.18),
    ),
    "territory": ((Pen.rounded, BODY, (0.14, 0.04, 0.86, 0.96), 0.12),),
    # A card beside a dashed frame like the one that marks wasteland on the board.
    "anywhere": (
        (Pen.rounded, BODY, (0.0, 0.16, 0.46, 0.84), 0.08),
        *((Pen.line, BODY, [(x, y), (x, y + 0.16)], STROKE) for x in (0.58, 0.96) for y in (0.16, 0.42, 0.68)),
        *((Pen.line, BODY, [(0.68, down), (0.86, down)], STROKE) for down in (0.16, 0.84)),
    ),
    # Three dots in a frame (a full space), and one more entering from above.
    "population_obey": (
        (Pen.frame, BODY, (0.02, 0.18, 0.98, 0.82), 0.12, STROKE),
        *((Pen.ellipse, BODY, (middle - 0.09, 0.41, middle + 0.09, 0.59)) for middle in (0.24, 0.5, 0.76)),
    ),
    "population_ignore": (
        (Pen.frame, BODY, (0.02, 0.4, 0.98, 0.98), 0.12, STROKE),
        *((Pen.ellipse, BODY, (middle - 0.09, 0.6, middle + 0.09, 0.78)) for middle in (0.24, 0.5, 0.76)),
        *_PLUS,
    ),
    # Cards held side by side.
    "hand_obey": (*((Pen.rounded, BODY, (left, 0.18, left + 0.3, 0.82), 0.06) for left in (0.02, 0.35, 0.68)),),
    "hand_ignore": (
        *((Pen.rounded, BODY, (left, 0.42, left + 0.3, 0.98), 0.06) for left in (0.02, 0.35, 0.68)),
        *_PLUS,
    ),
    # Two equal cards.
    "varies": (
        (Pen.frame, BODY, (0.04, 0.04, 0.6, 0.74), 0.1, STROKE),
        (Pen.rounded, BODY, (0.4, 0.26, 0.96, 0.96), 0.1),
    ),
}
"""The icons, by requirement as in `cards.needs`."""
