"""Drawing Zarcana's cards large enough to read, with icons for what their powers require."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.games.zarcana.scene import CardScene
from bot.ui.pictures.colours import INK, TABLE, Colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.picture import png
from bot.ui.pictures.shapes import SPRITES, Pen, frame, place
from bot.ui.pictures.symbols import BODY, Stroke, draw_strokes, symbol, upright
from bot.ui.pictures.text import fitted, write, write_fitted

KEPT: Final = 256
"""The number of drawn pictures to cache: enough for every card, and for hands that are viewed again."""

IN_ROW: Final = 3
"""The number of cards side by side in a hand, so that a phone can show their texts."""

GAP: Final = 12
"""Pixels around cards."""

EDGE: Final = 18
"""Pixels between a card's edge and its contents."""

HEAD: Final = 74
"""The height of a card's value and sign."""

LINE: Final = 1.25
"""The distance from one line of text to the next, as a share of the font size."""

SMALLEST: Final = 14
"""The smallest size of text, in pixels."""


class Measure(Struct, frozen=True):
    """The measurements of a drawn card, in pixels.

    Attributes:
        lines: the maximum number of lines for the card's power, so that there is room for the requirements.
        spelled: whether the requirements are listed one per line, with words beside the icons.
    """

    wide: int
    high: int
    name: int
    text: int
    lines: int
    icon: int
    spelled: bool


LOOKED_UP: Final = Measure(wide=560, high=640, name=46, text=36, lines=5, icon=44, spelled=True)
HELD: Final = Measure(wide=300, high=424, name=34, text=29, lines=5, icon=46, spelled=False)


@drawn_in_process(KEPT)
def draw_tarot_cards(scene: tuple[CardScene, ...], measure: Measure) -> bytes:
    """Draw cards side by side, as a PNG."""
    across = min(IN_ROW, len(scene))
    down = -(-len(scene) // IN_ROW)
    size = (across * (measure.wide + GAP) + GAP, down * (measure.high + GAP) + GAP)
    sheet = Image.new("RGB", size, TABLE)
    for number, each in enumerate(scene):
        row, column = divmod(number, IN_ROW)
        sheet.paste(_card(each, measure), (GAP + column * (measure.wide + GAP), GAP + row * (measure.high + GAP)))
    return png(sheet)


def _card(shown: CardScene, measure: Measure) -> Image.Image:
    """Draw a card with its value and sign, its name, its power and its requirements."""
    wide, look = measure.wide, shown.face.look
    image = Image.new("RGB", (wide, measure.high), TABLE)
    place(image, frame(wide, measure.high, 24, look.paper, look.ink, 5), 0, 0)
    draw = ImageDraw.Draw(image)
    write(draw, (EDGE, EDGE + HEAD / 2), shown.face.worth, HEAD, look.ink, "lm")
    place(image, symbol(look.sign, HEAD, look.ink, look.paper), wide - EDGE - HEAD, EDGE)
    top: float = EDGE + HEAD + EDGE
    room = wide - 2 * EDGE
    top = _text(draw, shown.face.name, top, measure.name, 1, look.ink, room)
    _text(draw, shown.power, top + EDGE, measure.text, measure.lines, INK, room)
    _needs(image, shown, measure)
    return image


def _text(draw: ImageDraw.ImageDraw, text: str, top: float, size: int, lines: int, ink: Colour, room: int) -> float:
    """Write text; return its bottom edge."""
    fit = fitted(text, room, size, SMALLEST, lines)
    for line in fit.lines:
        write(draw, (EDGE, top), line, fit.size, ink, "la")
        top += fit.size * LINE
    return top


def _needs(image: Image.Image, shown: CardScene, measure: Measure) -> None:
    """Draw the requirements at the foot of a card: as a row of icons, or one per line with words."""
    size, ink, draw = measure.icon, shown.face.look.ink, ImageDraw.Draw(image)
    step = size + EDGE
    for number, (need, said) in enumerate(shown.needs):
        if not measure.spelled:
            place(image, requirement_icon(need, size, ink), EDGE + number * step, measure.high - EDGE - size)
            continue
        top = measure.high - EDGE - (len(shown.needs) - number) * step
        place(image, requirement_icon(need, size, ink), EDGE, top)
        at, room = (2 * EDGE + size, top + size / 2), measure.wide - 3 * EDGE - size
        write_fitted(draw, at, said, room, (measure.text - 8, SMALLEST), INK, "lm")


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


@lru_cache(SPRITES)
def requirement_icon(need: str, size: int, ink: Colour) -> Image.Image:
    """Return a requirement's icon in a square of `size` pixels. Raises KeyError if the requirement has no icon."""
    return draw_strokes(ICONS[need], size, ink)
