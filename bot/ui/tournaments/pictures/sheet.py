"""The sheet, with a heading, on which standings and brackets are drawn."""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import FAINT, GLOW, INK, TABLE, Colour, mixed
from bot.ui.pictures.layout import Box, Label, Plate, Space, Stack, column, row, scene_of
from bot.ui.pictures.parts import sign
from bot.ui.pictures.picture import DESCRIPTION, description
from bot.ui.pictures.scene import Scene
from bot.ui.pictures.sizes import LINE
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


def sheet_scene(head: Head, *boxes: Box | None) -> Scene:
    """Return a sheet as a scene: its heading, and boxes below it."""
    ground = Plate(TABLE, 24, GLOW, 5)
    return scene_of(column(heading(head), *boxes, Space(height=MARGIN), pad=(MARGIN, 0), width=WIDE, plate=ground))


def heading(head: Head) -> Stack:
    """Return the heading of a sheet, or of a part of one."""
    title = row(
        Label(head.title, (50, 26), CREAM, "title", grow=1),
        Label(head.page, (28, 20), FAINT, side="right", most=200) if head.page else None,
        gap=24,
        height=HEAD - 12,
    )
    winner = row(
        sign("crown", 36, INK, GLOW),
        Label(head.champion, LINE, INK, grow=1),
        gap=18,
        pad=(18, 0),
        height=BANNER - 10,
        plate=Plate(GLOW, 14),
    )
    return column(Space(height=12), title, *((winner, Space(height=10)) if head.champion else ()))
