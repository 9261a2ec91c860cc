"""The sheet that standings and trees are drawn on, and what stands above them."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, TABLE, Colour, mixed
from bot.ui.pictures.picture import DESCRIPTION, description
from bot.ui.pictures.shapes import frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import width, write, write_fitted

WIDE: Final = 900
"""The pixels of a sheet from left to right: a phone shows it at less than half of that."""

MARGIN: Final = 24
HEAD: Final = 72
"""The room of the title."""

BANNER: Final = 64
"""The room of who has won."""

DARK: Final[Colour] = mixed(TABLE, INK, 0.4)
"""What lies under those who have lost."""

KEPT: Final = 64
"""How many pictures of a kind are kept as they were drawn: everybody asks for the same after a round."""


NAMES: Final = (32, 24, 18, 14, 10, 6)
"""How long names may be in a description."""


def fit_description(tell: Callable[[int], str]) -> str:
    """Return a description with the longest names with which it has room; `tell` gives it with names of a length."""
    texts = [tell(longest) for longest in NAMES]
    return description(next((text for text in texts if len(text) <= DESCRIPTION), texts[-1]))


class Head(Struct, frozen=True):
    """What stands above: the title, which page it is where there are several, and who has won where that is known."""

    title: str
    page: str
    champion: str

    @property
    def high(self) -> int:
        """Its height in pixels."""
        return HEAD + (BANNER if self.champion else 0)


def draw_sheet(head: Head, high: int) -> Image.Image:
    """Return a sheet with its title; `high` is the room below that, in pixels."""
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
