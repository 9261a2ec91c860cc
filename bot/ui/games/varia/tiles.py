"""Varia's cards in short, for what is in play: name, cost, figures, types, and how it stands."""

from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.games.varia.card_picture import BLOOD, GOLD, accent, action_look, badge, blank, figure, look
from bot.ui.games.varia.faces import Face
from bot.ui.pictures.colours import INK, PAPER, TABLE
from bot.ui.pictures.rich_text import passage, write_passage
from bot.ui.pictures.shapes import frame, place
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import fitted, width, write

HEIGHT: Final = 54
"""How high a tile is, in hundredths of its width."""


class Tile(Struct, frozen=True):
    """All that a tile shows; of a card without figures that is its rules.

    Attributes:
        face: what is shown of the card.
        mark: how it stands, in a word or two.
        out: whether it does nothing any more.
    """

    face: Face
    mark: str = ""
    out: bool = False


def draw_tile(tile: Tile, wide: int) -> Image.Image:
    """Return a tile, so many pixels wide."""
    return _Drawn(tile, wide).paint()


class _Drawn:
    """A tile being drawn. Measures are hundredths of its width."""

    def __init__(self, tile: Tile, wide: int) -> None:
        self.tile = tile
        self.face = tile.face
        self.wide = wide
        self.look = look(tile.face)
        self.image = blank(tile.face.kind, tile.face.side, wide, self.u(HEIGHT)).copy()
        self.draw = ImageDraw.Draw(self.image)

    def u(self, measure: float) -> int:
        """Return a measure in pixels."""
        return round(measure * self.wide / 100)

    def paint(self) -> Image.Image:
        """Draw everything."""
        self.header()
        self.figures()
        self.rules()
        self.types()
        if self.tile.out:
            self.image.paste(TABLE, mask=self.image.getchannel("A").point(lambda opaque: opaque // 2))
        if self.tile.mark:
            self.mark()
        return self.image

    def header(self) -> None:
        """Draw cost and name; a card that costs nothing to have in play shows what it is worth, or what it is."""
        face, left = self.face, 22
        if face.ap is None:
            sign, text = ("coin", str(face.gold)) if face.gold is not None else ("layers", "")
            colour = GOLD if face.gold is not None else self.look.accent
            badge(self.image, sign, text, (self.u(6), self.u(6)), self.u(14), colour)
        elif face.ap or not face.hp:
            ink = PAPER if face.kind == "token" else INK
            badge(self.image, "points", str(face.ap), (self.u(5.5), self.u(5.5)), self.u(15), ink)
        if face.hp:
            at = 18 if face.ap else 5.5
            badge(self.image, "drop", str(face.hp), (self.u(at), self.u(5.5)), self.u(15), BLOOD)
            left = 33 if face.ap else 20
        room = self.u(94 - left)
        lines = 1 if width(face.name, self.u(7.6)) <= room else 2
        fit = fitted(face.name, room, self.u(8.4 if lines == 1 else 6.8), self.u(2.6), lines)
        for number, line in enumerate(fit.lines):
            down = self.u(12.8) + (number - (len(fit.lines) - 1) / 2) * fit.size * 1.06
            write(self.draw, (self.u(left), down), line, fit.size, self.look.ink, "lm")

    def figures(self) -> None:
        """Draw power and focus with their dice, and the bolt."""
        size = self.u(16)
        for shown, left in ((self.face.power, 7), (self.face.focus, 43)):
            if shown is not None:
                figure(self.image, shown, (self.u(left), self.u(20)), size, accent(self.face, shown))
                write(self.draw, (self.u(left + 17.5), self.u(28.5)), shown.dice, self.u(6), self.look.ink, "lm")

        if self.face.fast:
            place(self.image, symbol("bolt", self.u(14), GOLD, INK), self.u(80), self.u(21))

    def rules(self) -> None:
        """Write the rules where there are no figures, if they can be read there."""
        words = passage(self.face.rules, self.u(72 if self.face.fast else 86), self.u(16), self.u(5.6), self.u(4))
        if words.height <= self.u(16):
            look = self.look
            write_passage(self.image, (self.u(7), self.u(21)), words, look.ink, look.accent, look.paper)

    def types(self) -> None:
        """Write the type line."""
        top, bottom = self.u(37), self.u(44.6)
        self.draw.rectangle((self.u(5.4), top, self.u(94.6) - 1, bottom), action_look(self.face).band)
        fit = fitted(" – ".join(self.face.types), self.u(86), self.u(6.2), self.u(2))
        write(self.draw, (self.u(50), (top + bottom) / 2), fit.lines[0], fit.size, self.look.ink)

    def mark(self) -> None:
        """Write how the card stands on a plate, on the frame below the type line."""
        fit = fitted(self.tile.mark, self.u(60), self.u(6.2), self.u(2))
        wide, high = round(width(fit.lines[0], fit.size)) + self.u(6), self.u(8.4)
        left, top = self.u(93) - wide, self.u(HEIGHT) - high
        place(self.image, frame(wide, high, high // 3, INK, PAPER, 2), left, top)
        write(self.draw, (left + wide / 2, top + high / 2), fit.lines[0], fit.size, PAPER)
