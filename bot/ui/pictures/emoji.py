"""The bot's own emojis: small signs for texts, buttons and options, drawn as in the pictures."""

from hashlib import sha256
from io import BytesIO
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import INK, PAPER, Colour
from bot.ui.pictures.painter import paint
from bot.ui.pictures.scene import Frame, Scene
from bot.ui.pictures.svg import SvgWriter, placed
from bot.ui.pictures.symbols import symbol_at

PIXELS: Final = 96
"""The width and height of an emoji's file: Discord shows emojis up to 48 pixels large, on dense screens twice that."""

EDGE: Final = 0.06
"""The width of the dark edge that sets an emoji off from a light page."""

ROOM: Final = 0.17
"""The width of the paper around a sign on a tile."""

MARK: Final = 4
"""The number of hexadecimal digits in an emoji's name that stand for its drawing."""


class Emoji(Struct, frozen=True):
    """One of the bot's emojis.

    Attributes:
        name: how the code calls it; each emoji has a name of its own.
        plain: the Unicode emoji that texts contain, and keep while ours does not exist; None for a sign that stands
            only on buttons and options, beside words that say the same.
        scene: the drawing, a square.
    """

    name: str
    plain: str | None
    scene: Scene

    @property
    def full_name(self) -> str:
        """The name by which Discord knows the emoji. Another drawing has another name."""
        written = "".join(placed(piece) for piece in SvgWriter().pieces(self.scene))
        return f"{self.name}_{sha256(written.encode()).hexdigest()[:MARK]}"

    def png(self) -> bytes:
        """Return the drawing as a file."""
        file = BytesIO()
        paint(self.scene, PIXELS).save(file, "PNG", optimize=True)
        return file.getvalue()


def shape(symbol: str, colour: Colour, detail: Colour = INK) -> Scene:
    """Return a sign by itself, with a dark edge: it can be seen on light and dark pages."""
    inside = symbol_at(symbol, (EDGE, EDGE), 1 - 2 * EDGE, colour, detail)
    return Scene(1, 1, (symbol_at(symbol, (0, 0), 1, INK, INK), inside))


def tile(symbol: str, ink: Colour, paper: Colour) -> Scene:
    """Return a sign on a tile of paper."""
    inside = symbol_at(symbol, (ROOM, ROOM), 1 - 2 * ROOM, ink, paper)
    return Scene(1, 1, (Frame((0, 0), (1, 1), 0.18, paper, INK, EDGE), inside))


DIE: Final = Emoji("die", "🎲", tile("pips", INK, PAPER))
POINTS: Final = Emoji("hp", "❤️", shape("heart", (226, 60, 74)))
"""Health points, in every game that has them."""
