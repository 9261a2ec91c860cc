"""Varia's cards as scenes: a card to read, and a card beside another one.

The emblem fills the card from its upper edge to the slab with the name. Nothing is shown by colour alone: an attack's
power stands in a spearhead and a block's in a shield; magic has outlined figures, steel has solid ones; tokens have a
T, items a coin, and stacks a sign with several layers.
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from bot.ui.games.varia.emblem import PACKAGE, PALETTES, Inks
from bot.ui.games.varia.faces import ActionFace, Figure
from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.drawings import drawing, printed
from bot.ui.pictures.impacts import D6, PIPS
from bot.ui.pictures.parts import edged
from bot.ui.pictures.rich_text import Paragraph, RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Group, Image, Item, Path, Point, Scene, Text, box, ellipse, placing, rounded
from bot.ui.pictures.shapes import star
from bot.ui.pictures.symbols import symbol_at
from bot.ui.pictures.text import Fitted, fitted, width

BLOOD: Final[Colour] = (178, 24, 40)
GOLD: Final[Colour] = (240, 196, 80)
DICE: Final = 0.64
"""The size of a die and of the plus before it, as a multiple of the size of the figure that it is added to."""

LINE: Final = 1.06
"""The distance between a name's lines, as a multiple of the font size."""

HAND: Final = (300, 430)
"""The width and the least height of a card beside another one, in its own units."""

READABLE, LEAST_ART = 23, 196
"""The least size of rules that are to be read on a phone, and the least height of the emblem above them, in a card's
own units."""

FULL: Final = (750, 1050)
"""The width and the least height of a card to read, in its own units."""

LONGEST: Final = 825
"""The maximum extra height of a card to read with long rules. Even longer rules are cut; the text has them in full."""

SIGNED: Final = {"spear": "spear", "shield": "guard", "die": "die", "reticule": "aim"}
"""The drawing around a figure, by the figure's sign."""


def inks_of(face: ActionFace) -> Inks:
    """Return the key ink of a card of Varia, second ink and paper."""
    return PALETTES[face.emblem.palette]


def titled(text: str, room: int, sizes: tuple[int, int], lines: int = 1) -> Fitted:
    """Lay out a name or figure of a card of Varia in the title's typeface."""
    return fitted(text, room, *sizes, lines, "title")


class Front:
    """What all kinds of fronts have in common: a face, its inks, and the things on it from back to front."""

    def __init__(self, face: ActionFace) -> None:
        self.face = face
        self.key, self.second, self.paper = inks_of(face)
        self.items: list[Item] = []

    def title(self, text: str, at: Point, size: float, colour: Colour) -> None:
        """Write a figure in the middle of something."""
        self.items.append(Text(text, at, size, colour, "mm", "title"))

    def art(self, left: float, top: float, wide: float) -> None:
        """Print the emblem."""
        self.items.append(Image(self.face.emblem, left, top, wide))

    @property
    def costs(self) -> int:
        """The number of signs that `cost` puts side by side."""
        face = self.face
        priced = face.ap is not None and bool(face.ap or not face.hp)
        return priced + bool(face.hp) + (face.gold is not None or face.kind == "stack")

    def cost(self, left: float, top: float, size: float) -> None:
        """Put the costs side by side: a star with the AP, a drop of blood, or what there is instead."""
        face = self.face
        if face.ap is not None and (face.ap or not face.hp):
            middle = (left + size / 2, top + size / 2)
            rays = tuple(star(7, 0.8, middle, size / 2))
            rim = star(7, 0.8, middle, size * 0.55)
            self.items += [Path((tuple(rim),), self.paper), Path((rays,), self.key)]
            self.items.append(Path((ellipse(middle, size * 0.4),), self.key))
            self.title(str(face.ap), middle, size * 0.62, self.paper)
            left += size * 1.04
        if face.hp:
            self.items.append(
                symbol_at("drop", (left - size * 0.02, top - size * 0.02), size * 1.04, self.paper, BLOOD)
            )
            self.items.append(symbol_at("drop", (left + size * 0.06, top + size * 0.06), size * 0.88, BLOOD, BLOOD))
            self.title(str(face.hp), (left + size * 0.5, top + size * 0.61), size * 0.56, (255, 255, 255))
            left += size * 1.04
        if face.gold is not None:
            middle = (left + size / 2, top + size / 2)
            self.disc(middle, size * 0.5, GOLD)
            self.title(str(face.gold), middle, size * 0.52, self.key)
        elif face.kind == "stack":
            self.disc((left + size / 2, top + size / 2), size * 0.5, self.paper)
            self.items.append(
                symbol_at("layers", (left + size * 0.2, top + size * 0.2), size * 0.6, self.key, self.paper)
            )

    def disc(self, middle: Point, radius: float, colour: Colour) -> None:
        """Draw a round plate with an edge of key ink."""
        rim, inner = ellipse(middle, radius), ellipse(middle, radius * 0.87)
        self.items += [Path((rim,), self.key), Path((inner,), colour)]

    def marks(self, right: float, top: float, size: float) -> None:
        """Put the marks of a card on the right, one below another: fast, ranged, token."""
        face = self.face
        signs = [sign for sign, there in (("bolt", face.fast), ("dart", "darts" in face.emblem.signs)) if there]
        for number, sign in enumerate([*signs, *(["T"] if face.kind == "token" else [])]):
            middle = (right - size / 2, top + size / 2 + number * size * 1.12)
            self.disc(middle, size / 2, self.paper)
            if sign == "T":
                self.title("T", middle, size * 0.72, self.key)
            else:
                inside = (middle[0] - size * 0.31, middle[1] - size * 0.31)
                self.items.append(self.drawn(sign, inside, size * 0.62, {"k": self.key, "i": self.key}))

    def drawn(self, name: str, at: Point, size: float, inks: dict[str, Colour]) -> Group:
        """Return a small drawing, whose own measure is 100."""
        return Group(printed(drawing(PACKAGE, f"figures/{name}"), inks), placing(at, scale=size / 100))

    def figures_around(self, middle: Point, room: float, sizes: tuple[int, int]) -> None:
        """Put power and focus around a point, as large as there is room."""
        for size in range(sizes[0], sizes[1] - 1, -2):
            wide = Front(self.face).figures(0, 0, size, size / 6)
            if wide <= room or size <= sizes[1] + 1:
                self.figures(middle[0] - wide / 2, middle[1], size, size / 6)
                return

    def figures(self, left: float, middle: float, size: float, gap: float) -> float:
        """Put power and focus with their dice side by side; return where they end."""
        for shown in (self.face.power, self.face.focus):
            if shown is not None:
                left = self.figure(shown, left, middle, size) + gap
        return left - gap

    def figure(self, shown: Figure, left: float, middle: float, size: float) -> float:
        """Draw a power or focus in its sign, and its dice beside it; return where they end."""
        at = (left, middle - size / 2)
        side = self.face.side
        lit = side == "magical" or (side == "both" and shown.sign == "reticule")
        inks = {"k": self.key, "i": self.second if lit else self.key}
        if not lit:
            aside = (at[0] + size * 0.035, at[1] - size * 0.03)
            self.items.append(self.drawn(SIGNED[shown.sign], aside, size, {"k": self.second, "i": self.second}))
        self.items.append(self.drawn(SIGNED[shown.sign], at, size, inks))
        number = str(shown.number).replace("-", "−")
        self.title(number, (left + size / 2, middle - size * 0.02), size * 0.64, self.key if lit else self.paper)
        return self.dice(shown, left + size * 1.02, middle, size * DICE) if shown.dice else left + size

    def dice(self, shown: Figure, left: float, middle: float, side: float) -> float:
        """Draw a plus, the number of dice if there are several, and a die; return where it ends."""
        plus = f"+{shown.dice}" if shown.dice > 1 else "+"
        self.items.append(Text(plus, (left, middle - side * 0.06), side, self.key, "lm", "title"))
        left += width(plus, max(1, round(side)), "title") + side * 0.06
        self.items += blank_die((left + side / 2, middle), side, shown.sides, self.key, self.paper)
        return left + side

    def name(self, fit: Fitted, at: Point, anchor: str) -> None:
        """Write the name on the slab, one or two lines around a point."""
        for number, line in enumerate(fit.lines):
            down = at[1] + (number - (len(fit.lines) - 1) / 2) * fit.size * LINE
            self.items.append(
                Text(line, (at[0], down), fit.size, self.paper, "lm" if anchor == "left" else "mm", "title")
            )

    def bound(self, wide: float, high: float, radius: float, edge: float) -> Scene:
        """Return everything as a scene with round corners and an edge of key ink."""
        return edged(self.items, (wide, high), radius, edge, self.key)


def blank_die(at: Point, side: float, sides: int, ink: Colour, paper: Colour) -> list[Item]:
    """Draw a die that is not yet rolled around a point: with its highest face, so that it tells how many it has."""
    x, y = at
    if sides == D6:
        half = side / 2
        dots = [
            ellipse((x + dx * side * 0.23, y + dy * side * 0.25), side * 0.095, points=12) for dx, dy in PIPS[sides]
        ]
        return [Path((rounded(x - half, y - half, x + half, y + half, side * 0.2),), ink), Path(tuple(dots), paper)]
    corners = ((x, y - side * 0.56), (x + side * 0.58, y + side * 0.5), (x - side * 0.58, y + side * 0.5))
    return [Path((corners,), ink), Text(str(sides), (x, y + side * 0.11), side * 0.88, paper, "mm", "title")]


class HandCard(Struct, frozen=True):
    """A card beside another one: its emblem, name, types, figures and rules; the fewer rules, the more of the emblem.

    Attributes:
        copies: the number of equal cards that it stands for.
        high: its height, in the units of `HAND`; at least `needed_height`.
    """

    face: ActionFace
    copies: int = 1
    high: float = HAND[1]

    @property
    def plain(self) -> bool:
        """Whether the card has no figures."""
        return self.face.power is None and self.face.focus is None

    @property
    def needed_height(self) -> float:
        """The height at which all of the rules can be read on a phone."""
        return max(HAND[1], LEAST_ART + 72 + (0 if self.plain else 66) + self.rules.height + 20)

    @property
    def rules(self) -> RichText:
        """The rules, laid out."""
        return lay_out(self.face.rules, 276, 150 if self.plain else 112, 24, READABLE)

    def scene(self) -> Scene:
        """Return the card as a scene."""
        front, face, high = Front(self.face), self.face, self.high
        wide, _ = HAND
        rules = self.rules
        figures = 0 if self.plain else 66
        said = rules.height + 20 if face.rules else 8
        foot = high - max(figures + said, 70)
        slab = foot - 72
        art = max(320, slab + 16)
        front.art((wide - art) / 2, min(0, (slab - 270) * 0.4) - 8, art)
        front.items.append(Path((box(0, slab, wide, foot),), front.key))
        front.items.append(Path((box(0, foot, wide, high),), front.paper))
        front.name(titled(face.name, 276, (40, 17), 1), (wide / 2, slab + 26), "middle")
        small = fitted(" · ".join(face.types), 276, 19, 9)
        pale = mixed(front.paper, front.key, 0.16)
        front.items.append(Text("".join(small.lines), (wide / 2, foot - 16), small.size, pale))
        front.cost(7, 7, 80)
        front.marks(wide - 8, 8, 48)
        if not self.plain:
            front.figures_around((wide / 2, foot + 36), 280, (62, 46))
        top = foot + figures + (high - 4 - foot - figures - rules.height) / 2
        front.items += rich_text_at((12, top), rules, front.key, front.key, front.paper)
        if self.copies > 1:
            plate = rounded(226, slab - 54, 290, slab - 8, 12)
            front.items.append(Path((plate,), front.paper, front.key, 5))
            front.title(f"×{self.copies}", (258, slab - 32), 34, front.key)
        return front.bound(wide, high, 17, 4)


class ReadCard(Struct, frozen=True):
    """A card to read: its emblem, and everything that it says."""

    face: ActionFace

    def scene(self) -> Scene:
        """Return the card as a scene; a card with long rules is higher."""
        front, face, laid = Front(self.face), self.face, rules_of(self.face)
        wide, _ = FULL
        text = laid.height + 30 if face.rules else 10
        flavour = flavour_of(face, 505 - 108 - 104 - 66 - text)
        text += flavour.height + 14 if flavour else 0
        high = max(FULL[1], 484 + 108 + 104 + 66 + text)
        slab = high - 66 - text - 104 - 108
        front.art(0, min(0, (slab - 742) * 0.2), 750)
        front.items.append(Path((box(0, slab, wide, slab + 108),), front.key))
        front.items.append(Path((box(0, slab + 108, wide, high),), front.paper))
        front.name(titled(face.name, 670, (78, 34)), (40, slab + 52), "left")
        front.cost(26, 26, 138)
        front.marks(wide - 26, 26, 84)
        self.row(front, slab + 108 + 56)
        top = slab + 108 + 104
        front.items += rich_text_at((42, top + 10), laid, front.key, front.key, front.paper)
        if flavour:
            faint = mixed(front.key, front.paper, 0.3)
            front.items += rich_text_at((42, top + text - flavour.height), flavour, faint, faint, front.paper)
        needs = fitted(face.needs, 666, 27, 12)
        front.items.append(Text("".join(needs.lines), (42, high - 36), needs.size, front.key, "lm"))
        return front.bound(wide, high, 36, 8)

    def row(self, front: Front, middle: float) -> None:
        """Write the figures and, on the right, the types."""
        face = self.face
        end = front.figures(40, middle, 92, 22) if face.power is not None or face.focus is not None else 30
        room = 710 - int(end) - 24
        for number, line in enumerate(face.types):
            fit = titled(line, room, (36, 14))
            down = middle + (number - (len(face.types) - 1) / 2) * 38
            front.items.append(Text(fit.lines[0], (710, down), fit.size, front.key, "rm", "title"))


@lru_cache(1024)
def rules_of(face: ActionFace) -> RichText:
    """Return a card's rules, laid out for a card to read."""
    return lay_out(face.rules, 666, 250, 38, 26, 250 + LONGEST)


def flavour_of(face: ActionFace, room: int) -> RichText | None:
    """Return a card's flavour text, laid out for a card to read; None if there is none, or no room for it."""
    if not face.flavour or room < 0:
        return None
    laid = lay_out((Paragraph(face.flavour),), 666, 74, 30, 24)
    return laid if laid.height <= max(room, 110) else None


def crossed(start: Point, end: Point, ink: Colour, paper: Colour) -> list[Item]:
    """Return two strokes across the emblem, between these corners, of a card that no longer has any effect."""
    strokes = ((start, end), ((end[0], start[1]), (start[0], end[1])))
    return [Path(strokes, stroke=paper, width=16, closed=False), Path(strokes, stroke=ink, width=9, closed=False)]
