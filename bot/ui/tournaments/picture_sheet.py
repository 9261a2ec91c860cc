"""The sheet, with a heading, on which standings and brackets are drawn."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, TABLE, Colour, mixed
from bot.ui.pictures.painter import frame
from bot.ui.pictures.picture import DESCRIPTION, description
from bot.ui.pictures.shapes import place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import width, write, write_fitted

WIDE: Final = 900
"""The width of a sheet in pixels: a phone shows it at less than half of that."""

MARGIN: Final = 24
HEAD: Final = 72
"""The height of the title."""

BANNER: Final = 64
"""The height of the line with the winner."""

DARK: Final[Colour] = mixed(TABLE, INK, 0.4)
"""The background for players who have lost."""

KEPT: Final = 64
"""The number of drawn pictures of each kind to cache: everybody asks for the same ones after a round."""


NAMES: Final = (32, 24, 18, 14, 10, 6)
"""The maximum lengths of names to try for a description."""


def fit_description(tell: Callable[[int], str]) -> str:
    """Return the description with the longest names that still fit; `tell` makes one for a maximum length of names."""
    texts = [tell(longest) for longest in NAMES]
    return description(next((text for text in texts if len(text) <= DESCRIPTION), texts[-1]))


class Head(Struct, frozen=True):
    """The heading: the title, the page if there are several, and the winner if there is one."""

    title: str
    page: str
    champion: str

    @property
    def high(self) -> int:
        """The height of the heading, in pixels."""
        return HEAD + (BANNER if self.champion else 0)


def draw_sheet(head: Head, high: int) -> Image.Image:
    """Return a sheet with its heading; `high` is the room below it, in pixels."""
    image = Image.new("RGB", (WIDE, head.high + high), TABLE)
    draw = ImageDraw.Draw(image)
    write(draw, (WIDE - MARGIN, HEAD / 2 + 4), head.page, 26, FAINT, "rm")
    room = WIDE - 2 * MARGIN - (width(head.page, 26) + 24 if head.page else 0)
    write_fitted(draw, (MARGIN, HEAD / 2 + 4), head.title, int(room), (36, 24), CHALK, "lm")
    if head.champion:
        _banner(image, draw, head.champion)
    return image


def _banner(image: Image.Image, draw: ImageDraw.ImageDraw, champion: str) -> None:
    high = BANNER - 10
    place(image, frame(WIDE - 2 * MARGIN, high, 14, GLOW, GLOW, 1), MARGIN, HEAD)
    place(image, symbol("crown", 36, INK, GLOW), MARGIN + 18, HEAD + (high - 36) / 2)
    write_fitted(draw, (MARGIN + 72, HEAD + high / 2), champion, WIDE - 2 * MARGIN - 96, (32, 20), INK, "lm")
