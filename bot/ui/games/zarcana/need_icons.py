"""The icons for what a card's power requires, each recognisable by its shape."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.shapes import Pen
from bot.ui.pictures.symbols import BODY, Stroke, strokes_at, upright

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


class NeedIcons(Struct, frozen=True):
    """Requirements side by side, in one colour."""

    needs: tuple[str, ...]
    ink: Colour

    def scene(self) -> Scene:
        """Return the icons as a scene."""
        drawn = [strokes_at(ICONS[need], (1.3 * place, 0), 1, self.ink) for place, need in enumerate(self.needs)]
        return Scene(1.3 * len(self.needs) - 0.3, 1, tuple(drawn))
