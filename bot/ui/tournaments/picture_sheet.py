"""The sheet, with a heading, on which standings and brackets are drawn."""

from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import FAINT, GLOW, INK, TABLE, Colour, mixed
from bot.ui.pictures.picture import DESCRIPTION, description
from bot.ui.pictures.scene import Frame, Item, Scene, Text
from bot.ui.pictures.shapes import line_at
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import CREAM

WIDE: Final = 900
"""The width of a sheet in pixels: a phone shows it at less than half of that."""

MARGIN: Final = 24
HEAD: Final = 84
"""The height of the title."""

BANNER: Final = 64
"""The height of the line with the winner."""

DARK: Final[Colour] = mixed(TABLE, INK, 0.4)
"""The background for players who have lost."""


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


def sheet_scene(head: Head, high: float, items: Iterable[Item]) -> Scene:
    """Return a sheet as a scene: its heading, and things in the room of this height below it, in pixels."""
    whole = head.high + high
    ground = Frame((0, 0), (WIDE, whole), 24, TABLE, GLOW, 5)
    page = fitted(head.page, 200, 28, 20)
    room = WIDE - 2 * MARGIN - (width(page.lines[0], page.size) + 24 if head.page else 0)
    title = fitted(head.title, int(room), 50, 26, 1, "title")
    found: list[Item] = [ground, Text(title.lines[0], (MARGIN, HEAD / 2 + 6), title.size, CREAM, "lm", "title")]
    if head.page:
        found.append(Text(page.lines[0], (WIDE - MARGIN, HEAD / 2 + 6), page.size, FAINT, "rm"))
    if head.champion:
        found += _banner(head.champion)
    return Scene(WIDE, whole, (*found, *items))


def _banner(champion: str) -> list[Item]:
    high = BANNER - 10
    text, _ = line_at((MARGIN + 72, HEAD + high / 2), champion, WIDE - 2 * MARGIN - 96, (34, 20), INK, "lm")
    return [
        Frame((MARGIN, HEAD), (WIDE - 2 * MARGIN, high), 14, GLOW, GLOW, 1),
        symbol_at("crown", (MARGIN + 18, HEAD + (high - 36) / 2), 36, INK, GLOW),
        text,
    ]
