"""A chart of values over time: a line, with the uncertainty as a band around the line."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.ui.pictures.colours import CHALK, FAINT, TABLE, Colour, mixed, seat_colour
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.picture import png
from bot.ui.pictures.shapes import Pen, place, smooth
from bot.ui.pictures.text import write, write_fitted

if TYPE_CHECKING:
    from bot.ui.pictures.scene import Point

WIDE: Final = 800
HIGH: Final = 420
"""The height of a chart in pixels, suited to a phone held upright."""

LEFT, TOP, RIGHT, BOTTOM = 92, 76, WIDE - 28, HIGH - 44
"""The box in which the line is drawn; the numbers are to its left and below it."""

STEPS: Final = (10, 20, 50, 100, 200, 500, 1000, 2000)
"""The possible intervals between marked levels."""

LEVELS: Final = 6
"""The maximum number of marked levels."""

LINE: Final[Colour] = seat_colour(1)
BAND: Final[Colour] = mixed(TABLE, LINE, 0.28)
FIGURES: Final = 22

KEPT: Final = 64
"""The number of drawn charts to cache."""


class Scale:
    """The scales of a chart. The vertical one has round-numbered levels that enclose all values and their bands."""

    def __init__(self, values: Sequence[tuple[int, int]]) -> None:
        least, most = min(value - unsure for value, unsure in values), max(value + unsure for value, unsure in values)
        self.step = next((step for step in STEPS if (most - least) // step + 2 <= LEVELS), STEPS[-1])
        self.least = least // self.step * self.step
        self.most = max(-(-most // self.step) * self.step, self.least + self.step)
        self.count = len(values)

    def height(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return BOTTOM - (BOTTOM - TOP) * (value - self.least) / (self.most - self.least)

    def across(self, number: int) -> float:
        """Return the x coordinate of the value with this index; a single value is centred."""
        return (LEFT + RIGHT) / 2 if self.count == 1 else LEFT + (RIGHT - LEFT) * number / (self.count - 1)


@drawn_in_process(KEPT)
def chart(title: str, values: tuple[tuple[int, int], ...], first: int) -> bytes:
    """Draw a chart of values, each with its uncertainty, as a PNG; `first` is the number shown for the first value."""
    image, scale = Image.new("RGB", (WIDE, HIGH), TABLE), Scale(values)
    place(image, smooth(WIDE, HIGH, 1, lambda pen: _band(pen, scale, values)), 0, 0)
    draw = ImageDraw.Draw(image)
    write_fitted(draw, (20, 34), title, WIDE - 40, (28, 18), CHALK, "lm")
    for level in range(scale.least, scale.most + 1, scale.step):
        y = scale.height(level)
        draw.line((LEFT, y, RIGHT, y), mixed(TABLE, FAINT, 0.5), 1)
        write(draw, (LEFT - 12, y), str(level), FIGURES, CHALK, "rm")
    for number in sorted({0, len(values) - 1}):
        write(draw, (scale.across(number), BOTTOM + 24), str(first + number), FIGURES, CHALK)
    place(image, smooth(WIDE, HIGH, 1, lambda pen: _line(pen, scale, values)), 0, 0)
    return png(image)


def _band(pen: Pen, scale: Scale, values: Sequence[tuple[int, int]]) -> None:
    above = [(scale.across(number), scale.height(value + unsure)) for number, (value, unsure) in enumerate(values)]
    below = [(scale.across(number), scale.height(value - unsure)) for number, (value, unsure) in enumerate(values)]
    if len(values) == 1:
        (x, top), (_, bottom) = above[0], below[0]
        pen.rounded((x - 10, top, x + 10, bottom), BAND, 10)
    else:
        pen.polygon([*above, *reversed(below)], BAND)


def _line(pen: Pen, scale: Scale, values: Sequence[tuple[int, int]]) -> None:
    points: list[Point] = [(scale.across(number), scale.height(value)) for number, (value, _) in enumerate(values)]
    if len(points) > 1:
        pen.line(points, LINE, 4)
    radius = 5 if len(points) <= DOTS else 3
    for x, y in points:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), LINE)


DOTS: Final = 40
"""The maximum number of values with large dots; with more values, the dots are smaller to remain distinguishable."""
