"""A card as a row of a list: its art with the cost, its number and name, its figures, types and rules."""

from textwrap import shorten
from typing import Final

from msgspec import Struct

from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.layout import Art, Label, Room, Space, Stack, column, row
from bot.ui.pictures.parts import disc, edged, image
from bot.ui.pictures.rich_text import Paragraph, RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Illustration, Image, Item, Path, Scene, box
from bot.ui.pictures.text import fitted, width
from bot.ui.pictures.tones import GOLD
from bot.ui.texts.words import copies, first_sentence

TEXT, SMALL = 38, 25
"""The size of rules and types, in pixels of a picture 1,080 wide, where a phone shows it 11 pixels high; and the
smallest one of types that are long."""

WHOLE: Final = 130
"""The number of characters up to which rules are shown whole; of longer ones, there is only the first sentence."""

NAMES: Final = (48, 30)
"""The largest and the smallest size of a name."""

EMBLEM, LEAST = 124, 108
"""The width of the art, and the least height of a card, in pixels."""

HEAD, TYPES, FIGURES = 58, 42, 60
"""The heights of the row with the name, of that with the types, and of that with figures for which the name leaves no
room, in pixels."""

FIGURE, NUMBER, COST = 56, 25, 58
"""The height of figures, the radius of the disc with the number, and the largest height of costs, in pixels."""

MARGIN, GAP, EDGE, RADIUS = 11, 9, 5, 16
"""The margin around texts, the gaps between them, the width of a card's edge, and the radius of its corners."""


class ListedCard(Struct, frozen=True):
    """A card of a hand, or one in play, which has a golden edge.

    Attributes:
        card: which card it is.
        key, paper: the colours of its texts and of what is behind them.
        kin: its types.
        text: its rules, in message format.
        number: the number on its button; 0 if it never has one.
        copies: the number of equal cards that it stands for.
        costs: the costs, drawn on the art; None without any.
        figures: its figures; None without any.
        wide: its width, in pixels.
        high: its height, in pixels; at least `needed_height`.
    """

    card: str
    name: str
    art: Illustration
    key: Colour
    paper: Colour
    kin: str
    text: str = ""
    number: int = 0
    copies: int = 1
    costs: Illustration | None = None
    figures: Illustration | None = None
    in_play: bool = False
    wide: float = 0
    high: float = 0

    @property
    def title(self) -> str:
        """The card's name, with the number of copies."""
        return f"{self.name}{copies(self.copies)}"

    @property
    def rules(self) -> str:
        """The rules as far as they are shown: whole, or their first sentence, or the beginning of that."""
        first = f"{first_sentence(self.text)} …" if self.cut else self.text
        return shorten(first, WHOLE + 2, placeholder=" …")

    @property
    def cut(self) -> bool:
        """Whether the card has more rules than are shown."""
        return len(self.text) > WHOLE

    def fits(self, wide: float) -> bool:
        """Whether a width is enough for the card: it has no rules, and its types are not too long."""
        return not self.text and width(self.kin, SMALL) <= wide - EMBLEM - 2 * MARGIN

    @property
    def needed_height(self) -> float:
        """The height that the card needs."""
        return max(LEAST, self._texts().size[1] + (1 if self.text else 1.5) * MARGIN)

    def scene(self) -> Scene:
        """Return the card as a scene."""
        wide, high = self.wide, self.high
        side = max(EMBLEM, high) * 1.1
        texts = self._texts().items(Room(EMBLEM + MARGIN, 0, wide - EMBLEM - 2 * MARGIN, high - 2))
        items = [
            Path((box(0, 0, wide, high),), self.paper),
            Image(self.art, (EMBLEM - side) / 2, (high - side) * 0.45, side),
            Path((box(EMBLEM, 0, wide, high),), self.paper),
            Path((box(EMBLEM, 0, EMBLEM + 4, high),), self.key),
            *self._costs(),
            *texts,
        ]
        return edged(items, (wide, high), RADIUS, EDGE, GOLD if self.in_play else self.key)

    def _costs(self) -> list[Item]:
        """Return the costs, in the lower corner of the art."""
        if self.costs is None:
            return []
        ratio = ratio_of(self.costs)
        size = min(COST, (EMBLEM - 10) / ratio)
        return [Image(self.costs, 6, self.high - size - 7, size * ratio)]

    def _texts(self) -> Stack:
        """Return everything beside the art, one below the other."""
        room = self.wide - EMBLEM - 2 * MARGIN
        number = None
        if self.number:
            sign = Label(str(self.number), (40, 30), self.paper, "title", "middle")
            number = disc(NUMBER, self.key, self.key, 1, sign)
        figures, faint = self._figures(), mixed(self.key, self.paper, 0.28)
        rest = room - (2 * NUMBER + GAP if self.number else 0)
        beside = rest - (figures.size[0] + GAP if figures else 0)
        name = Label(self.title, NAMES, self.key, "title", grow=1)
        low = figures if fitted(self.title, round(beside), *NAMES, 1, "title").cut else None
        short = width(self.title, NAMES[0], "title") + width(self.kin, TEXT) + 2 * GAP <= beside
        aside = Label(self.kin, (TEXT, TEXT), faint) if self.kin and self.text and short else None
        types = Label(self.kin, (TEXT, SMALL), faint, grow=1)
        return column(
            row(number, name, aside, None if low else figures, gap=GAP, height=HEAD),
            row(low, Space(grow=1), height=FIGURES) if low else None,
            row(types, height=TYPES) if self.kin and aside is None else None,
            self._rules(room),
        )

    def _figures(self) -> Art | None:
        return None if self.figures is None else image(self.figures, FIGURE * ratio_of(self.figures), FIGURE)

    def _rules(self, room: float) -> Art | None:
        if not self.text:
            return None
        laid: RichText = lay_out((Paragraph(self.rules),), round(room), 0, TEXT, TEXT)

        def draw(at: Room) -> list[Item]:
            return [*rich_text_at((at.left, at.top), laid, self.key, self.key, self.paper)]

        return Art(draw, (0, laid.height))


def ratio_of(shown: Illustration) -> float:
    """Return the width of an illustration as a multiple of its height."""
    scene = shown.scene()
    return scene.width / scene.height
