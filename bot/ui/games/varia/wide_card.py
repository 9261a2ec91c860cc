"""Varia's cards on a panel, two side by side on a phone: the name, the emblem with the cost, the figures, the rules."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia.card_picture import BLOOD, GOLD, Front, crossed, inks_of, titled
from bot.ui.games.varia.emblem import Inks
from bot.ui.games.varia.faces import ActionFace, Figure
from bot.ui.games.varia.model import ActionTile, described
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import CHALK, FAINT, Colour, mixed
from bot.ui.pictures.rich_text import RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Group, Path, Point, Scene, Text, box, rounded
from bot.ui.pictures.text import filled, fitted, width

WIDTH: Final = 534
"""The width of a card, which takes up half of a picture's width, in pixels."""

LEAST: Final = 42
"""The smallest size of text, in pixels: a phone shows it 11 pixels high."""

SLAB, NAME, NUMBER = 90, 58, 78
"""The height of the slab with the name, the largest size of the name, and the room for a number before it."""

EMBLEM, LARGE = 156, 276
"""The width and the height of the emblem, and of a large one, beside which figures are one above another."""

SHORT: Final = 400
"""The height of a card with short rules, in pixels: its emblem is large."""

MARGIN, LINE = 12, 54
"""The margin around texts, and the height of a line of types or of a mark."""

WHITE: Final[Colour] = (255, 255, 255)
"""The text of a cost in health points."""

COST, PRICE = 54, 50
"""The height of a cost at the lower end of the emblem, and the size of its text."""

LABEL, FIGURE = 48, 80
"""The height of a figure's name and the size of the figure below it."""

RADIUS: Final = 17
"""The radius of a card's corners: the least height of what is below its rules."""

EDGE, IN_PLAY = 4, 9
"""The width of the edge of a card, and of the golden one of a card in play."""

DIM: Final = 116
"""The height of a card that cannot be used now."""

WHY: Final = mixed(FAINT, CHALK, 0.4)
"""The colour of the reason."""


class WideAction(Struct, frozen=True):
    """A card without its lower edge, which is a `Foot`: so the card is painted once, however high its row is.

    It has everything that matters while it can be played; what it is worth in a deck does not.

    Attributes:
        copies: the number of equal cards that it stands for.
        mark: the card's status, in a word or two.
        out: whether the card no longer has any effect.
        in_play: whether it is in play and not in the hand.
        numbered: whether there is room for a number before its name.
        emblem: the width and the height of its emblem.
    """

    face: ActionFace
    copies: int = 1
    mark: str = ""
    out: bool = False
    in_play: bool = False
    numbered: bool = False
    emblem: int = EMBLEM

    def within(self, high: float) -> "WideAction":
        """Return the card with a large emblem if its rules are short, or if it is in a row with room for it."""
        spare = high - self.needed_height - RADIUS
        return replace(self, emblem=LARGE) if self.needed_height < SHORT or spare >= LARGE - self.emblem else self

    @property
    def name(self) -> str:
        """The card's name."""
        return self.face.name

    @property
    def told(self) -> str:
        """What is said of the card: its name and its status."""
        return described(ActionTile(self.face, self.mark))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The card's power and focus, if it has any."""
        return tuple(each for each in (self.face.power, self.face.focus) if each is not None)

    @property
    def strips(self) -> tuple[tuple[str, bool], ...]:
        """The lines between the emblem and the rules, and whether each is a status; types may be beside the emblem."""
        kin = " · ".join(self.face.kin) if self.figures else ""
        lines = fitted(kin, WIDTH - 2 * MARGIN, LEAST, LEAST, 2).lines
        return (*([(self.mark, True)] if self.mark else []), *((line, False) for line in lines))

    @property
    def above(self) -> float:
        """The height of everything above the rules."""
        return SLAB + self.emblem + LINE * len(self.strips)

    @property
    def rules(self) -> RichText:
        """The rules, laid out."""
        return lay_out(self.face.rules, WIDTH - 2 * MARGIN - EDGE, 0, LEAST, LEAST)

    @property
    def needed_height(self) -> float:
        """The height that the rules need."""
        return self.above + (self.rules.height + 2 * MARGIN if self.face.rules else EDGE)

    def scene(self) -> Scene:
        """Return the card as a scene."""
        face, rules, front = self.face, self.rules, Front(self.face)
        high, side = self.needed_height, self.emblem
        top: float = SLAB + side
        front.art(-side * 0.04, SLAB - side * 0.04, side * 1.08)
        front.items.append(Path((box(side, SLAB, WIDTH, top), box(0, top, WIDTH, high)), front.paper))
        dark = (box(0, 0, WIDTH, SLAB), box(side, SLAB, side + 4, top), box(0, top, WIDTH, top + 4))
        front.items.append(Path(dark, front.key))
        left = MARGIN + NUMBER * self.numbered
        name = titled(face.name, round(WIDTH - left - MARGIN), (NAME, LEAST))
        if name.cut:
            name = titled(face.name, round(WIDTH - left - MARGIN), (LEAST, 20), 2)
        front.name(name, ((left + WIDTH - MARGIN) / 2, SLAB / 2 - 1), "middle")
        costs(front, side)
        self.beside(front)
        pale = mixed(front.paper, front.key, 0.16)
        for text, status in self.strips:
            front.items.append(Path((box(0, top + 4, WIDTH, top + LINE),), GOLD if status else pale))
            front.items.append(Text(text, (WIDTH / 2, top + LINE / 2 + 1), LEAST, front.key))
            top += LINE
        front.items += rich_text_at((MARGIN + EDGE, top + MARGIN), rules, front.key, front.key, front.paper)
        if self.out:
            front.items += crossed((12, SLAB + 12), (side - 12, SLAB + side - 12), front.key, front.paper)
        if self.copies > 1:
            plate(front, f"×{self.copies}", side)
        whole = front.bound(WIDTH, high + 2 * RADIUS, RADIUS, *self.edge)
        return replace(whole, height=high)

    def foot(self, high: float) -> "Foot":
        """Return the card's lower edge, at least `RADIUS` high."""
        return Foot(inks_of(self.face), self.edge, high)

    @property
    def edge(self) -> tuple[float, Colour | None]:
        """The width and the colour of the edge, which has the key ink unless it has another one."""
        return (IN_PLAY, GOLD) if self.in_play else (EDGE, None)

    def beside(self, front: Front) -> None:
        """Show the figures beside the emblem, each below its name, or the types if there are none.

        Beside a large emblem, one is above the other.
        """
        left, room = self.emblem + 6, WIDTH - self.emblem - 6 - MARGIN
        stacked = self.emblem == LARGE
        rows, columns = (len(self.figures), 1) if stacked else (1, len(self.figures))
        for number, figure in enumerate(self.figures):
            row, column = divmod(number, columns)
            wide, high = room / columns, self.emblem / rows
            middle, top = left + (column + 0.5) * wide, SLAB + (row + 0.5) * high - (LABEL + FIGURE) / 2
            name = fitted(figure.name, round(wide) - 8, LEAST, 24)
            front.items.append(Text(name.lines[0], (middle, top + LABEL / 2), name.size, front.key))
            one = Front(front.face)
            size = next(size for size in range(FIGURE, 20, -2) if one.figure(figure, 0, 0, size) <= wide - 6)
            long = one.figure(figure, 0, 0, size)
            front.figure(figure, middle - long / 2, top + LABEL + FIGURE / 2, size)
        if not self.figures:
            said = filled("\n".join(self.face.kin), room - MARGIN, self.emblem, 50, 28)
            lines_around(front, said.lines, said.size, (left + room / 2, SLAB + self.emblem / 2))


def lines_around(front: Front, lines: tuple[str, ...], size: int, middle: Point) -> None:
    """Write lines of text around a point."""
    for number, line in enumerate(lines):
        down = middle[1] + (number - (len(lines) - 1) / 2) * size * 1.18
        front.items.append(Text(line, (middle[0], down), size, front.key))


def costs(front: Front, side: float) -> None:
    """Write what the card costs at the lower end of the emblem: action points and, in red, health points."""
    face, bottom = front.face, SLAB + side
    action, health = face.units
    priced = face.ap is not None and bool(face.ap or not face.hp)
    blood = [(f"{face.hp} {health}", BLOOD, WHITE)] if face.hp else []
    for text, paper, ink in [*blood, *([(f"{face.ap} {action}", front.paper, front.key)] if priced else [])]:
        front.items.append(Path((box(0, bottom - COST, side, bottom),), paper))
        front.items.append(Path((box(0, bottom - COST, side, bottom - COST + 4),), front.key))
        fit = titled(text, round(side) - MARGIN, (PRICE, LEAST))
        front.title(fit.lines[0], (side / 2, bottom - COST / 2), fit.size, ink)
        bottom -= COST


def plate(front: Front, text: str, side: float) -> None:
    """Write the number of copies on a plate in the upper corner of the emblem."""
    wide = width(text, LEAST, "title") + 22
    left, top = side - wide - 5, SLAB + 5
    front.items.append(Path((rounded(left, top, left + wide, top + 48, 12),), front.paper, front.key, 5))
    front.title(text, (left + wide / 2, top + 23), LEAST, front.key)


class Foot(Struct, frozen=True):
    """The lower edge of a card, with the empty paper above it."""

    inks: Inks
    edge: tuple[float, Colour | None]
    high: float

    def scene(self) -> Scene:
        """Return the edge as a scene."""
        line, ink = self.edge
        key, _, paper = self.inks
        whole = rounded(0, -2 * RADIUS, WIDTH, self.high, RADIUS)
        inner = rounded(line, -2 * RADIUS, WIDTH - line, self.high - line, RADIUS - line)
        return Scene(WIDTH, self.high, (Path((whole,), ink or key), Path((inner,), paper)))


class DimCard(Struct, frozen=True):
    """A card that cannot be used now: its emblem, its name, and why."""

    tile: ActionTile

    @property
    def name(self) -> str:
        """The card's name."""
        return self.tile.face.name

    @property
    def told(self) -> str:
        """What is said of the card: its name, and why it cannot be used."""
        return described(self.tile)

    def scene(self) -> Scene:
        """Return the card as a scene, on a plate and not on paper."""
        front, left = Front(self.tile.face), DIM + MARGIN
        room = WIDTH - left - MARGIN
        front.items.append(Path((box(0, 0, WIDTH, DIM),), PLATE))
        front.art(-DIM * 0.04, -DIM * 0.04, DIM * 1.08)
        front.items.append(Path((box(DIM, 0, WIDTH, DIM),), PLATE))
        if self.tile.out:
            front.items += crossed((10, 10), (DIM - 10, DIM - 10), front.key, front.paper)
        name, why = titled(front.face.name, room, (46, 30)), fitted(self.tile.mark, room, LEAST, 26)
        down = DIM * (0.3 if why.lines else 0.5)
        front.items.append(Text(name.lines[0], (left, down), name.size, CHALK, "lm", "title"))
        front.items += [Text(line, (left, DIM * 0.7), why.size, WHY, "lm") for line in why.lines]
        return Scene(WIDTH, DIM, (Group(tuple(front.items), clip=rounded(0, 0, WIDTH, DIM, RADIUS)),))
