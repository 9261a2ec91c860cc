"""Drawing Varia's cards: full cards, and tiles for cards in play. Measures are hundredths of a card's width.

Nothing is shown by colour alone. Physical actions are silver and red, with cut corners; magical ones are gold and
purple, with round corners and studs; a card that is both has one half of each. Tokens are dark, with a T. Items are
golden, with a coin. Stacks have a sign with several layers.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image, ImageDraw

from bot.ui.games.varia.faces import ActionFace, Figure, Side
from bot.ui.games.varia.scene import ActionTile
from bot.ui.pictures.colours import INK, PAPER, TABLE, Colour, ink_on, mixed
from bot.ui.pictures.rich_text import Paragraph, lay_out, write_rich_text
from bot.ui.pictures.shapes import SHEETS, Pen, Point, frame, place, smooth
from bot.ui.pictures.symbols import symbol
from bot.ui.pictures.text import Anchor, Fitted, fitted, width, write, write_fitted

HEIGHT: Final = 125
"""The height of a card whose rules fit; a card with more rules is taller."""

TILE: Final = 54
"""The height of a tile."""

LONGEST: Final = 110
"""The maximum extra height of a card with long rules. Even longer rules are cut; only the text has them in full."""

BELOW_FIGURES, BELOW_NAME = 53, 25
"""The y coordinate of the type line: below the figures, or below the name."""

COMFORT: Final = 5.8
"""If the rules would be smaller than this, a card without figures drops its emblem to make room for them."""

LEAST: Final = 6
"""The smallest size of a number, in pixels."""

FRAMES: Final = 48
"""The number of empty cards to cache: each takes half a megabyte."""


class CardColours(Struct, frozen=True):
    """The colours for a kind of card: the frame, its outline, the paper, the bands on the paper, and the text."""

    metal: Colour
    accent: Colour
    paper: Colour
    band: Colour
    ink: Colour = INK


PHYSICAL: Final = CardColours((190, 197, 206), (164, 26, 38), (252, 249, 247), (240, 226, 226))
MAGICAL: Final = CardColours((214, 168, 62), (98, 40, 150), (252, 249, 254), (234, 224, 244))
ITEM: Final = CardColours((203, 152, 44), (112, 74, 8), (253, 249, 238), (245, 232, 198))
STACK: Final = CardColours((110, 150, 158), (16, 84, 100), (244, 251, 251), (212, 233, 236))
SIDES: Final = {"physical": PHYSICAL, "magical": MAGICAL, "both": MAGICAL}
DARK: Final[Colour] = (30, 33, 40)
CRIMSON: Final[Colour] = (232, 112, 116)
VIOLET: Final[Colour] = (190, 150, 238)
GOLD: Final[Colour] = (240, 196, 80)
BLOOD: Final[Colour] = (178, 24, 40)


def look(face: ActionFace) -> CardColours:
    """Return a card's colours; a card that is both physical and magical has the magical ones."""
    if face.kind == "item":
        return ITEM
    if face.kind == "stack":
        return STACK
    own = SIDES.get(face.side, MAGICAL)
    if face.kind == "token":
        bright = CRIMSON if face.side == "physical" else VIOLET
        return CardColours(mixed(own.metal, DARK, 0.62), bright, DARK, mixed(DARK, bright, 0.2), PAPER)
    return own


@lru_cache(SHEETS)
def draw_face(face: ActionFace, wide: int, copies: int = 1) -> Image.Image:
    """Return a card's face, `wide` pixels wide; `copies` is the number of equal cards that it represents."""
    return Laid(face, wide, copies).paint()


class _Drawing:
    """What full cards and tiles have in common: an image, and measures in hundredths of its width."""

    face: ActionFace
    image: Image.Image
    unit: float

    def u(self, measure: float) -> int:
        """Convert a measure to pixels."""
        return round(measure * self.unit)

    def badge(self, sign: str, text: str, left: float, top: float, size: float, colour: Colour) -> None:
        """Draw a sign with a number in it."""
        badge(self.image, sign, text, (self.u(left), self.u(top)), self.u(size), colour)

    def figure(self, shown: Figure, left: float, top: float, size: float) -> None:
        """Draw a power or focus inside its sign."""
        place(self.image, symbol(shown.sign, self.u(size), accent(self.face, shown), PAPER), self.u(left), self.u(top))
        full, down = self.u(size), 0.615 if shown.sign == "reticule" else 0.5
        middle = (self.u(left) + full / 2, self.u(top) + full * down)
        sizes = (round(full * 0.5), LEAST)
        write_fitted(ImageDraw.Draw(self.image), middle, str(shown.number), round(full * 0.46), sizes, INK)


class Laid(_Drawing):
    """A card whose texts have been laid out, ready to be drawn.

    Attributes:
        name: the card's name.
        types: the lines of its types.
        words: its rules.
        needs: the attributes that it requires.
    """

    def __init__(self, face: ActionFace, wide: int, copies: int = 1) -> None:
        self.face = face
        self.copies = copies
        self.unit = wide / 100
        self.look = look(face)
        self.band = action_look(face).band
        self.plain = face.power is None and face.focus is None
        self.name_at = 8 if face.ap is None else 24 if not face.hp else 36 if face.ap else 22
        self.name = self.lay_name()
        self.types = [
            fitted(line, self.u(84), self.u(7.2 if len(face.types) == 1 else 6.6), self.u(2)) for line in face.types
        ]
        self.badged = face.gold is not None or face.kind == "token"
        self.needs = fitted(face.needs, self.u(34 if self.badged else 66), self.u(5.8), self.u(2))
        self.bottom = 107 if self.badged else 110 if face.needs or copies > 1 else 118
        self.types_at = BELOW_FIGURES
        self.lay()
        if self.plain and self.words.size < self.u(COMFORT):
            self.types_at = BELOW_NAME
            self.lay()
        self.high = self.u(HEIGHT) + self.more
        self.image = blank(face.kind, face.side, wide, self.high).copy()
        self.draw = ImageDraw.Draw(self.image)

    def lay_name(self) -> Fitted:
        """Lay out the name between the cost and the bolt; use two lines if the name would be too small on one."""
        room = self.u((80 if self.face.fast else 93) - self.name_at)
        lines = 1 if width(self.face.name, self.u(8.4)) <= room else 2
        return fitted(self.face.name, room, self.u(9.4 if lines == 1 else 8.4), self.u(3.4), lines)

    def lay(self) -> None:
        """Lay out the rules below the type line."""
        self.rules_at = self.types_at + (8 if len(self.face.types) == 1 else 14)
        room = self.u(self.bottom - self.rules_at)
        most = room + self.u(LONGEST)
        self.words = lay_out(self.face.rules, self.u(84), room, self.u(7.4), self.u(4.4), most)
        self.more = max(0, self.words.height - room)

    def paint(self) -> Image.Image:
        """Draw everything."""
        self.header()
        if self.plain and self.types_at == BELOW_FIGURES:
            self.emblem()
        self.figures()
        self.type_line()
        self.rules()
        self.footer()
        return self.image

    def header(self) -> None:
        """Draw the cost, the name and the bolt."""
        face, name = self.face, self.name
        if face.ap is not None and (face.ap or not face.hp):
            self.badge("points", str(face.ap), 6, 5.5, 17, INK if face.kind != "token" else PAPER)
        if face.hp:
            self.badge("drop", str(face.hp), 19.5 if face.ap else 5, 5.5, 17, BLOOD)
        if face.fast:
            place(self.image, symbol("bolt", self.u(15), GOLD, INK), self.u(79.5), self.u(6.5))
        for number, line in enumerate(name.lines):
            down = self.u(14) + (number - (len(name.lines) - 1) / 2) * name.size * 1.08
            write(self.draw, (self.u(self.name_at), down), line, name.size, self.look.ink, "lm")

    def emblem(self) -> None:
        """Draw an emblem for the kind of card in place of the figures."""
        signs = {"item": "chest", "stack": "layers"}
        sign = signs.get(self.face.kind, "spark" if self.face.side == "magical" else "points")
        faint = mixed(self.look.paper, self.look.accent, 0.45)
        place(self.image, symbol(sign, self.u(24), faint, self.look.paper), self.u(38), self.u(25))

    def figures(self) -> None:
        """Draw power and focus, each with its dice beside it."""
        sides: tuple[tuple[Figure | None, tuple[float, float, float], tuple[float, float], Anchor], ...] = (
            (self.face.power, (8, 25, 25), (35, 31), "lm"),
            (self.face.focus, (64, 23, 29), (65, 45.5), "rm"),
        )
        for shown, (left, top, size), (across, down), anchor in sides:
            if shown is not None:
                self.figure(shown, left, top, size)
                write(self.draw, (self.u(across), self.u(down)), shown.dice, self.u(7.6), self.look.ink, anchor)

    def type_line(self) -> None:
        """Write the types, supertypes above subtypes."""
        top, bottom = self.u(self.types_at), self.u(self.rules_at - 1)
        self.draw.rectangle((self.u(5.4), top, self.u(94.6) - 1, bottom), self.band)
        step = (bottom - top) / len(self.types)
        for number, fit in enumerate(self.types):
            write(self.draw, (self.u(50), top + (number + 0.5) * step), fit.lines[0], fit.size, self.look.ink)

    def rules(self) -> None:
        """Write the rules, and the flavour text below them if it fits."""
        look, top, words = self.look, self.u(self.rules_at + 1), self.words
        strong = mixed(look.accent, look.ink, 0.25)
        write_rich_text(self.image, (self.u(8), top), words, look.ink, strong, look.paper)
        left = self.u(self.bottom) + self.more - top - words.height - self.u(3)
        if self.face.flavour and left > 0:
            flavour = lay_out((Paragraph(self.face.flavour),), self.u(84), left, self.u(5.4), self.u(4.2))
            if flavour.height <= left:
                faint = mixed(look.ink, look.paper, 0.4)
                down = self.u(self.bottom) + self.more - flavour.height
                write_rich_text(self.image, (self.u(8), down), flavour, faint, faint, look.paper)

    def footer(self) -> None:
        """Write what the card requires, what it is worth, and how many equal cards it represents."""
        face, middle = self.face, self.u(115.4) + self.more
        for line in self.needs.lines:
            write(self.draw, (self.u(8), middle), line, self.needs.size, self.look.ink, "lm")
        if face.gold is not None:
            self.badge("coin", str(face.gold), 43, 110 + self.more / self.unit, 14, GOLD)
        elif face.kind == "token":
            self.badge("die", "T", 44.5, 111 + self.more / self.unit, 11, PAPER)
        if self.copies > 1:
            high, wide = self.u(10), self.u(9) + round(width(f"×{self.copies}", self.u(8)))
            place(self.image, frame(wide, high, high // 3, INK, PAPER, 2), self.u(95) - wide, middle - high / 2)
            write(self.draw, (self.u(95) - wide / 2, middle), f"×{self.copies}", self.u(8), PAPER)


def draw_tile(tile: ActionTile, wide: int) -> Image.Image:
    """Return a tile, `wide` pixels wide."""
    return _TileDrawing(tile, wide).paint()


class _TileDrawing(_Drawing):
    """A tile being drawn."""

    def __init__(self, tile: ActionTile, wide: int) -> None:
        self.tile = tile
        self.face = tile.face
        self.unit = wide / 100
        self.look = look(tile.face)
        self.image = blank(tile.face.kind, tile.face.side, wide, self.u(TILE)).copy()
        self.draw = ImageDraw.Draw(self.image)

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
        """Draw the cost and the name; instead of a missing cost, show an item's worth or a stack's sign."""
        face, left = self.face, 22
        if face.ap is None:
            sign, text = ("coin", str(face.gold)) if face.gold is not None else ("layers", "")
            colour = GOLD if face.gold is not None else self.look.accent
            self.badge(sign, text, 6, 6, 14, colour)
        elif face.ap or not face.hp:
            self.badge("points", str(face.ap), 5.5, 5.5, 15, PAPER if face.kind == "token" else INK)
        if face.hp:
            self.badge("drop", str(face.hp), 18 if face.ap else 5.5, 5.5, 15, BLOOD)
            left = 33 if face.ap else 20
        room = self.u(94 - left)
        lines = 1 if width(face.name, self.u(7.6)) <= room else 2
        fit = fitted(face.name, room, self.u(8.4 if lines == 1 else 6.8), self.u(2.6), lines)
        for number, line in enumerate(fit.lines):
            down = self.u(12.8) + (number - (len(fit.lines) - 1) / 2) * fit.size * 1.06
            write(self.draw, (self.u(left), down), line, fit.size, self.look.ink, "lm")

    def figures(self) -> None:
        """Draw power and focus with their dice, and the bolt."""
        for shown, left in ((self.face.power, 7), (self.face.focus, 43)):
            if shown is not None:
                self.figure(shown, left, 20, 16)
                write(self.draw, (self.u(left + 17.5), self.u(28.5)), shown.dice, self.u(6), self.look.ink, "lm")

        if self.face.fast:
            place(self.image, symbol("bolt", self.u(14), GOLD, INK), self.u(80), self.u(21))

    def rules(self) -> None:
        """Write the rules, if the tile has any and they fit at a legible size."""
        words = lay_out(self.face.rules, self.u(72 if self.face.fast else 86), self.u(16), self.u(5.6), self.u(4))
        if words.height <= self.u(16):
            look = self.look
            write_rich_text(self.image, (self.u(7), self.u(21)), words, look.ink, look.accent, look.paper)

    def types(self) -> None:
        """Write the type line."""
        top, bottom = self.u(37), self.u(44.6)
        self.draw.rectangle((self.u(5.4), top, self.u(94.6) - 1, bottom), action_look(self.face).band)
        types, sizes = " – ".join(self.face.types), (self.u(6.2), self.u(2))
        write_fitted(self.draw, (self.u(50), (top + bottom) / 2), types, self.u(86), sizes, self.look.ink)

    def mark(self) -> None:
        """Write the card's status on a plate, on the frame below the type line."""
        fit = fitted(self.tile.mark, self.u(60), self.u(6.2), self.u(2))
        wide, high = round(width(fit.lines[0], fit.size)) + self.u(6), self.u(8.4)
        left, top = self.u(93) - wide, self.u(TILE) - high
        place(self.image, frame(wide, high, high // 3, INK, PAPER, 2), left, top)
        write(self.draw, (left + wide / 2, top + high / 2), fit.lines[0], fit.size, PAPER)


def badge(image: Image.Image, sign: str, text: str, at: tuple[int, int], size: int, colour: Colour) -> None:
    """Draw a sign with a number in it."""
    place(image, symbol(sign, size, colour, PAPER), *at)
    middle = (at[0] + size / 2, at[1] + size * (0.62 if sign == "drop" else 0.5))
    sizes = (round(size * 0.58), LEAST)
    write_fitted(ImageDraw.Draw(image), middle, text, round(size * 0.62), sizes, ink_on(colour))


def action_look(face: ActionFace) -> CardColours:
    """Return the colours for a card's action; an item can contain one (seed, Items)."""
    return look(face) if face.kind != "item" or face.side == "none" else SIDES[face.side]


def accent(face: ActionFace, shown: Figure) -> Colour:
    """Return a figure's colour; on an action that is physical and magical, power is physical and focus is magical."""
    halved = face.side == "both" and face.kind != "token" and shown.sign != "reticule"
    return PHYSICAL.accent if halved else action_look(face).accent


@lru_cache(FRAMES)
def blank(kind: str, side: Side, wide: int, high: int) -> Image.Image:
    """Return an empty card on a transparent background."""
    if side == "both" and kind in ("action", "token"):
        left, right = (blank(kind, half, wide, high) for half in ("physical", "magical"))
        whole = left.copy()
        whole.paste(right.crop((wide // 2, 0, wide, high)), (wide // 2, 0))
        return whole
    colours = look(ActionFace("", kind, side, ()))  # type: ignore[arg-type]
    cut = kind in ("action", "token") and side == "physical"

    def paint(pen: Pen) -> None:
        for inset, colour in ((0.0, INK), (0.7, colours.metal), (3.6, colours.accent), (4.6, colours.paper)):
            box = (inset, inset, 100 - inset, high * 100 / wide - inset)
            if cut:
                pen.polygon(_cut(box, 6 - inset * 0.6), colour)
            else:
                pen.rounded(box, colour, max(1.5, 6 - inset))
        if not cut and kind in ("action", "token"):
            for x in (2.15, 97.85):
                pen.ellipse((x - 1.7, 55.3, x + 1.7, 58.7), colours.accent)

    return smooth(wide, high, wide / 100, paint)


def _cut(box: tuple[float, float, float, float], corner: float) -> list[Point]:
    """Return the outline of a rectangle with its corners cut off."""
    left, top, right, bottom = box
    return [
        (left + corner, top),
        (right - corner, top),
        (right, top + corner),
        (right, bottom - corner),
        (right - corner, bottom),
        (left + corner, bottom),
        (left, bottom - corner),
        (left, top + corner),
    ]
