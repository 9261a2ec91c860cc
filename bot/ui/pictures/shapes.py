"""Shapes with smooth edges, in units of the caller's choice, and frames for cards and spaces."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import cos, pi, sin
from typing import Final, TypeAlias

from PIL import Image, ImageDraw

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.painter import paint
from bot.ui.pictures.scene import Path, Point, Scene, ellipse, rounded

SPRITES: Final = 512
"""The number of small shapes of each kind to cache."""

SHEETS: Final = 64
"""The number of frames to cache: each takes up to a fifth of a megabyte."""

Box: TypeAlias = tuple[float, float, float, float]


class Pen:
    """Collects shapes as paths of a scene, in units of the caller's choice."""

    def __init__(self) -> None:
        self.paths: list[Path] = []

    def polygon(self, points: Iterable[Point], fill: Colour) -> None:
        """Fill a polygon."""
        self.paths.append(Path((tuple(points),), fill))

    def outline(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a closed line through points, with rounded corners."""
        self.paths.append(Path((tuple(points),), stroke=colour, width=width))

    def line(self, points: Iterable[Point], colour: Colour, width: float) -> None:
        """Draw a line through points."""
        self.paths.append(Path((tuple(points),), stroke=colour, width=width, closed=False))

    def ellipse(self, box: Box, fill: Colour) -> None:
        """Fill an ellipse."""
        left, top, right, bottom = box
        self.polygon(ellipse(((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2), fill)

    def bowl(self, box: Box, fill: Colour) -> None:
        """Fill the lower half of an ellipse."""
        left, top, right, bottom = box
        whole = ellipse(((left + right) / 2, (top + bottom) / 2), (right - left) / 2, (bottom - top) / 2)
        self.polygon(whole[: len(whole) // 2 + 1], fill)

    def rounded(
        self, box: Box, fill: Colour | None, radius: float, edge: Colour | None = None, width: float = 0
    ) -> None:
        """Draw a rectangle with round corners; its edge lies inside it."""
        left, top, right, bottom = box
        if edge is None:
            self.paths.append(Path((rounded(left, top, right, bottom, radius),), fill))
            return
        half = width / 2
        inner = rounded(left + half, top + half, right - half, bottom - half, max(0, radius - half))
        self.paths.append(Path((inner,), fill, edge, width))

    def frame(self, box: Box, colour: Colour, radius: float, width: float) -> None:
        """Draw the outline of a rectangle with round corners."""
        self.rounded(box, None, radius, colour, width)


def smooth(width: int, height: int, unit: float, draw: Callable[[Pen], None]) -> Image.Image:
    """Return a smooth-edged shape on a transparent background; `unit` is the number of pixels per unit of measure."""
    pen = Pen()
    draw(pen)
    return paint(Scene(width / unit, height / unit, tuple(pen.paths)), width)


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
