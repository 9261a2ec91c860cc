"""A card of Varia as a row of a hand: its emblem with the cost, its number and name, its figures, types and rules."""

from textwrap import shorten
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ui.games.varia.card_picture import GOLD, Front, titled
from bot.ui.games.varia.faces import ActionFace
from bot.ui.pictures.colours import mixed
from bot.ui.pictures.layout import Art, Label, Room, Space, Stack, column, row
from bot.ui.pictures.parts import disc
from bot.ui.pictures.rich_text import Paragraph, RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Item, Path, Scene, box
from bot.ui.pictures.text import width
from bot.ui.texts.words import copies, first_sentence

TEXT, SMALL = 38, 25
"""The size of rules and types, in pixels of a picture 1,080 wide, where a phone shows it 11 pixels high; and the
smallest one of types that are long."""

WHOLE: Final = 130
"""The number of characters up to which rules are shown whole; of longer ones, there is only the first sentence."""

NAMES: Final = (48, 30)
"""The largest and the smallest size of a name."""

EMBLEM, LEAST = 124, 108
"""The width of the emblem, and the least height of a card, in pixels."""

HEAD, TYPES, FIGURES = 58, 42, 60
"""The heights of the row with the name, of that with the types, and of that with figures for which the name leaves no
room, in pixels."""

FIGURE, NUMBER, COST = 56, 25, 58
"""The size of a figure, the radius of the disc with the number, and the largest size of a cost, in pixels."""

MARGIN, GAP, EDGE, RADIUS = 11, 9, 5, 16
"""The margin around texts, the gaps between them, the width of a card's edge, and the radius of its corners."""


class ListedCard(Struct, frozen=True):
    """A card of a hand, or an item in play, which has a golden edge.

    Attributes:
        card: which card it is.
        number: the number on its button; 0 if it never has one.
        copies: the number of equal cards that it stands for.
        wide: its width, in pixels.
        high: its height, in pixels; at least `needed_height`.
    """

    card: str
    face: ActionFace
    number: int
    copies: int = 1
    wide: float = 0
    high: float = 0

    @property
    def in_play(self) -> bool:
        """Whether it is an item."""
        return self.face.kind == "item"

    @property
    def name(self) -> str:
        """The card's name, with the number of copies."""
        return f"{self.face.name}{copies(self.copies)}"

    @property
    def rules(self) -> str:
        """The rules as far as they are shown: whole, or their first sentence, or the beginning of that."""
        text = " ".join(paragraph.text for paragraph in self.face.rules)
        first = text if len(text) <= WHOLE else f"{first_sentence(text)} …"
        return shorten(first, WHOLE + 2, placeholder=" …")

    def fits(self, wide: float) -> bool:
        """Whether a width is enough for the card: it has no rules, and its types are not too long."""
        return not self.face.rules and width(self.kin, SMALL) <= wide - EMBLEM - 2 * MARGIN

    @property
    def kin(self) -> str:
        """The card's types."""
        return " · ".join(self.face.kin)

    @property
    def cut(self) -> bool:
        """Whether the card has more rules than are shown."""
        return sum(len(paragraph.text) + 1 for paragraph in self.face.rules) > WHOLE + 1

    @property
    def needed_height(self) -> float:
        """The height that the card needs."""
        texts = self._texts()
        return max(LEAST, texts.size[1] + (1 if self.rules else 1.5) * MARGIN)

    def scene(self) -> Scene:
        """Return the card as a scene."""
        front, wide, high = Front(self.face), self.wide, self.high
        self._emblem(front, high)
        front.items += self._texts().items(Room(EMBLEM + MARGIN, 0, wide - EMBLEM - 2 * MARGIN, high - 2))
        return front.bound(wide, high, RADIUS, EDGE, GOLD if self.in_play else None)

    def _emblem(self, front: Front, high: float) -> None:
        """Show the middle of the emblem, with the costs in its lower corner."""
        side = max(EMBLEM, high) * 1.1
        front.items.append(Path((box(0, 0, self.wide, high),), front.paper))
        front.art((EMBLEM - side) / 2, (high - side) * 0.45, side)
        front.items.append(Path((box(EMBLEM, 0, self.wide, high),), front.paper))
        front.items.append(Path((box(EMBLEM, 0, EMBLEM + 4, high),), front.key))
        size = min(COST, (EMBLEM - 10) / max(1, front.costs))
        front.cost(6, high - size - 7, size)

    def _texts(self) -> Stack:
        """Return everything beside the emblem, one below the other."""
        room = self.wide - EMBLEM - 2 * MARGIN
        front, kin = Front(self.face), self.kin
        number = None
        if self.number:
            sign = Label(str(self.number), (40, 30), front.paper, "title", "middle")
            number = disc(NUMBER, front.key, front.key, 1, sign)
        figures, faint = self._figures(), mixed(front.key, front.paper, 0.28)
        types = Label(kin, (TEXT, SMALL), faint, grow=1)
        rest = room - (2 * NUMBER + GAP if self.number else 0)
        beside = rest - (figures.size[0] + GAP if figures else 0)
        small = titled(self.name, round(beside), NAMES)
        name = Label(self.name, NAMES, front.key, "title", grow=1)
        low = figures if small.cut else None
        short = width(self.name, NAMES[0], "title") + width(kin, TEXT) + 2 * GAP <= beside
        aside = Label(kin, (TEXT, TEXT), faint) if kin and self.rules and short else None
        head = row(number, name, aside, None if low else figures, gap=GAP, height=HEAD)
        return column(
            head,
            row(low, Space(grow=1), height=FIGURES) if low else None,
            row(types, height=TYPES) if kin and aside is None else None,
            self._rules(room, front),
        )

    def _figures(self) -> Art | None:
        """Return power and focus; their dice only if they are not one each, as on nearly every card."""
        face = self.face
        shown = [each for each in (face.power, face.focus) if each is not None]
        if not shown:
            return None
        if all(each.dice == 1 for each in shown):
            power, focus = (each and replace(each, dice=0) for each in (face.power, face.focus))
            face = replace(face, power=power, focus=focus)

        def draw(room: Room) -> list[Item]:
            drawn = Front(face)
            drawn.figures(room.left, room.middle[1] + 2, FIGURE, FIGURE / 7)
            return drawn.items

        return Art(draw, (Front(face).figures(0, 0, FIGURE, FIGURE / 7), FIGURE))

    def _rules(self, room: float, front: Front) -> Art | None:
        if not self.rules:
            return None
        laid: RichText = lay_out((Paragraph(self.rules),), round(room), 0, TEXT, TEXT)

        def draw(at: Room) -> list[Item]:
            return [*rich_text_at((at.left, at.top), laid, front.key, front.key, front.paper)]

        return Art(draw, (0, laid.height))
