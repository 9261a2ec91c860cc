"""Shapes with smooth edges, in units of the caller's choice, and frames for cards and spaces."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from bot.ui.pictures.colours import Colour, mixed

SMOOTH: Final = 3
"""How many times larger than its final size a shape is drawn; scaling it down then smooths the edges."""

SPRITES: Final = 512
"""The number of small shapes of each kind to cache."""

SHEETS: Final = 64
"""The number of frames to cache: each takes up to a fifth of a megabyte."""

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]


class Pen:
    """Draws on a large canvas that is scaled down afterwards; all measures are multiplied by `scale`."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: float) -> None:
        self.draw = draw
        self.scale = scale

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        """Fill a polygon."""
        self.draw.polygon([(x * self.scale, y * self.scale) for x, y in points], fill)

    def outline(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a closed line through points, with rounded corners."""
        self.line([*points, points[0], points[1]], colour, width)

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a line through points."""
        places = [(x * self.scale, y * self.scale) for x, y in points]
        self.draw.line(places, colour, max(1, round(width * self.scale)), "curve")

    def ellipse(self, box: Box, fill: Colour) -> None:
        """Fill an ellipse."""
        self.draw.ellipse(self._scaled(box), fill)

    def bowl(self, box: Box, fill: Colour) -> None:
        """Fill the lower half of an ellipse."""
        self.draw.pieslice(self._scaled(box), 0, 180, fill)

    def rounded(
        self, box: Box, fill: Colour | None, radius: float, edge: Colour | None = None, width: float = 0
    ) -> None:
        """Draw a rectangle with round corners."""
        self.draw.rounded_rectangle(
            self._scaled(box), radius * self.scale, fill, edge, max(1, round(width * self.scale)) if edge else 0
        )

    def frame(self, box: Box, colour: Colour, radius: float, width: float) -> None:
        """Draw the outline of a rectangle with round corners."""
        self.rounded(box, None, radius, colour, width)

    def _scaled(self, box: Box) -> Box:
        """Convert a box to pixels; it is at least one pixel in size. Pillow's boxes include their far edges."""
        left, top, right, bottom = (each * self.scale for each in box)
        return (left, top, max(left, right - 1), max(top, bottom - 1))


def smooth(width: int, height: int, unit: float, paint: Callable[[Pen], None]) -> Image.Image:
    """Return a smooth-edged shape on a transparent background; `unit` is the number of pixels per unit of measure."""
    canvas = Image.new("RGBA", (width * SMOOTH, height * SMOOTH))
    paint(Pen(ImageDraw.Draw(canvas), unit * SMOOTH))
    return canvas.reduce(SMOOTH)


def place(onto: Image.Image, shape: Image.Image, left: float, top: float) -> None:
    """Paste a shape onto a picture, which stays visible through the shape's transparent parts."""
    onto.paste(shape, (round(left), round(top)), shape)


@lru_cache(SHEETS)
def frame(width: int, height: int, radius: int, paper: Colour | None, edge: Colour, line: float) -> Image.Image:
    """Return an empty card: a sheet with round corners and an edge, or only the edge if there is no paper."""
    radius = min(radius, width // 2, height // 2)
    side = 2 * max(radius, round(line)) + 1
    corners = smooth(side, side, 1, lambda pen: pen.rounded((0, 0, side, side), paper, radius, edge, line))
    return _stretched(corners, width, height)


@lru_cache(SHEETS)
def back(width: int, height: int, radius: int, paper: Colour, edge: Colour, line: float) -> Image.Image:
    """Return the back of a card: diagonal stripes inside an edge."""
    step = width / 9

    def paint(pen: Pen) -> None:
        pen.polygon([(0, 0), (width, 0), (width, height), (0, height)], paper)
        for number in range(1, 2 + int((width + height) / step)):
            pen.line([(number * step, 0), (number * step - height, height)], mixed(paper, edge, 0.14), step / 4)

    sheet = Image.new("RGBA", (width, height))
    outline = frame(width, height, radius, paper, edge, line)
    sheet.paste(smooth(width, height, 1, paint), mask=outline.getchannel("A"))
    sheet.alpha_composite(frame(width, height, radius, None, edge, line))
    return sheet


def _stretched(corners: Image.Image, width: int, height: int) -> Image.Image:
    """Stretch the smallest frame, with four round corners and one pixel between them, to any size.

    Drawing a large smooth frame would take many times as long.
    """
    half = corners.width // 2
    sheet = Image.new("RGBA", (width, height), corners.getpixel((half, half)))
    for near, far in ((0, 0), (half + 1, width - half)):
        sheet.paste(corners.crop((near, half, near + half, half + 1)).resize((half, height)), (far, 0))
    for near, far in ((0, 0), (half + 1, height - half)):
        sheet.paste(corners.crop((half, near, half + 1, near + half)).resize((width, half)), (0, far))
    for left, x in ((0, 0), (half + 1, width - half)):
        for top, y in ((0, 0), (half + 1, height - half)):
            sheet.paste(corners.crop((left, top, left + half, top + half)), (x, y))
    return sheet


def dashed(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], colour: Colour, dash: int, line: int) -> None:
    """Draw a dashed rectangle, with a dash around every corner."""
    left, top, right, bottom = box
    for start, end in _dashes(left, right, dash):
        draw.line((start, top, end, top), colour, line)
        draw.line((start, bottom, end, bottom), colour, line)
    for start, end in _dashes(top, bottom, dash):
        draw.line((left, start, left, end), colour, line)
        draw.line((right, start, right, end), colour, line)


def _dashes(start: int, end: int, dash: int) -> Iterable[tuple[int, int]]:
    """Divide a side into dashes and gaps of about equal length, starting and ending with a dash."""
    count = max(1, round((end - start) / dash / 2))
    step = (end - start) / (2 * count + 1)
    return [(round(start + 2 * number * step), round(start + (2 * number + 1) * step)) for number in range(count + 1)]


def star(points: int, inner: float, middle: Point, radius: float) -> list[Point]:
    """Return a star's corners; `inner` is the radius of the notches between its points, as a share of `radius`."""
    around = [pi * number / points for number in range(2 * points)]
    reach = [radius if number % 2 == 0 else radius * inner for number in range(2 * points)]
    return [(middle[0] + far * sin(turn), middle[1] - far * cos(turn)) for turn, far in zip(around, reach, strict=True)]
