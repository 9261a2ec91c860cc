"""Pages in an album: cards side by side, as large as a phone can show them, each with its number of copies."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw, ImageOps

from bot.ui.pictures.colours import CHALK, FAINT, GLOW, INK, TABLE, mixed
from bot.ui.pictures.drawing_process import drawn_in_process
from bot.ui.pictures.painter import frame
from bot.ui.pictures.picture import Picture, description, png
from bot.ui.pictures.shapes import place
from bot.ui.pictures.text import fitted, write, write_fitted

COLUMNS: Final = 3
CARD: Final = (300, 420)
"""The size of a card's place, in pixels."""

GAP: Final = 18
BADGE: Final = (96, 60)
"""The size of the badge with the number of copies, which hangs from a card's lower edge, where there is no text."""

BELOW: Final = 42
"""How far a badge hangs below the card."""

RADIUS: Final = 18
NAME: Final = (40, 18)
"""The largest and smallest size of a name in a place that shows no card face."""


class Slot(Struct, frozen=True):
    """A place in the album: the card's name, its face if the game draws one, and the number of copies."""

    name: str
    face: Picture | None
    count: int


def album_picture(name: str, slots: Sequence[Slot], text: str) -> Picture:
    """Return a picture of a page in an album; `text` describes it."""
    return Picture(name, _sheet(tuple(slots)), description(text))


@drawn_in_process
def _sheet(slots: tuple[Slot, ...]) -> bytes:
    lines = max(1, -(-len(slots) // COLUMNS))
    wide, high = CARD
    step = high + BELOW + GAP // 2
    hanging = any(slot.count > 1 for slot in slots[(lines - 1) * COLUMNS :])
    sheet = Image.new("RGBA", (COLUMNS * (wide + GAP) - GAP, lines * step - (0 if hanging else step - high)))
    for number, slot in enumerate(slots):
        row, column = divmod(number, COLUMNS)
        _lay(sheet, slot, column * (wide + GAP), row * step)
    return png(sheet)


def _lay(sheet: Image.Image, slot: Slot, left: int, top: int) -> None:
    wide, high = CARD
    if slot.count and slot.face is not None:
        with Image.open(BytesIO(slot.face.content)) as face:
            card = ImageOps.contain(face.convert("RGBA"), CARD, Image.Resampling.LANCZOS)
        sheet.alpha_composite(card, (left + (wide - card.width) // 2, top + (high - card.height) // 2))
    else:
        _lay_plain(sheet, slot, left, top)
    if slot.count > 1:
        _lay_badge(sheet, f"×{slot.count}", left + wide // 2, top + high + BELOW)


def _lay_plain(sheet: Image.Image, slot: Slot, left: int, top: int) -> None:
    """Draw a card without a face, or an empty place if the card is missing."""
    wide, high = CARD
    paper, edge = (CHALK, INK) if slot.count else (mixed(TABLE, FAINT, 0.2), FAINT)
    place(sheet, frame(wide, high, RADIUS, paper, edge, 4), left, top)
    draw = ImageDraw.Draw(sheet)
    text = fitted(slot.name, wide - 2 * RADIUS, *NAME, lines=4)
    begin = top + high / 2 - (len(text.lines) - 1) * text.size * 0.6
    for number, line in enumerate(text.lines):
        write(draw, (left + wide / 2, begin + number * text.size * 1.2), line, text.size, INK if slot.count else FAINT)


def _lay_badge(sheet: Image.Image, text: str, middle: int, bottom: int) -> None:
    wide, high = BADGE
    place(sheet, frame(wide, high, high // 2, GLOW, INK, 4), middle - wide // 2, bottom - high)
    write_fitted(ImageDraw.Draw(sheet), (middle, bottom - high / 2), text, wide - high // 2, (38, 16), INK)
