"""Varia's cards lying on their sides: the emblem on the left, and on the right the name, the figures and the rules."""

from typing import Final

from msgspec import Struct

from bot.ui.games.varia.card_picture import GOLD, Front, crossed, titled
from bot.ui.games.varia.faces import ActionFace
from bot.ui.pictures.colours import mixed
from bot.ui.pictures.rich_text import RichText, lay_out, rich_text_at
from bot.ui.pictures.scene import Path, Scene, Text, box, rounded
from bot.ui.pictures.text import fitted, width

WIDTH: Final = 456
"""The width of a card, which takes up half of a picture's width, in its own units."""

LEAST: Final = 196
"""The least height of a card, in its own units."""

EMBLEM: Final = 136
"""The width of the emblem, in its own units."""

SLAB, FIGURES, MARGIN = 76, 76, 10
"""The heights of the slab with the name and of the figures, and the margin around the rules."""

SIZES: Final = (34, 23)
"""The largest and the smallest size of rules."""

ONE_COST, TWO_COSTS = 70, 58
"""The size of a cost that is alone, and of one beside another."""

EDGE, IN_PLAY = 4, 9
"""The width of the edge of a card, and of the golden one of a card in play."""


class WideCard(Struct, frozen=True):
    """A card with its emblem beside everything else, so that its rules can be read where it is low.

    Attributes:
        high: its height, in its own units; at least `needed_height` if all of its rules are to be read.
        copies: the number of equal cards that it stands for.
        mark: the card's status, in a word or two.
        out: whether the card no longer has any effect.
        in_play: whether it is in play and not in the hand.
    """

    face: ActionFace
    copies: int = 1
    mark: str = ""
    out: bool = False
    in_play: bool = False
    high: float = LEAST

    @property
    def plain(self) -> bool:
        """Whether the card has no figures."""
        return self.face.power is None and self.face.focus is None

    @property
    def needed_height(self) -> float:
        """The height that the rules need."""
        return max(LEAST, self.above + self.rules.height + 2 * MARGIN)

    @property
    def above(self) -> float:
        """The least height of what is above the rules."""
        return SLAB + (0 if self.plain else FIGURES)

    @property
    def rules(self) -> RichText:
        """The rules, laid out as large as the card has room for."""
        return lay_out(self.face.rules, WIDTH - EMBLEM - 2 * MARGIN, round(self.high - self.above) - 2 * MARGIN, *SIZES)

    def scene(self) -> Scene:
        """Return the card as a scene."""
        front, face, rules = Front(self.face), self.face, self.rules
        wide, high, left = WIDTH, self.high, EMBLEM
        middle, room = (left + wide) / 2, wide - left - 2 * MARGIN
        art = max(high, left) * 1.08
        front.art((left - art) / 2, (high - art) / 2, art)
        front.items.append(Path((box(left, 0, wide, SLAB),), front.key))
        front.items.append(Path((box(left, SLAB, wide, high),), front.paper))
        front.items.append(Path((box(left, 0, left + 4, high),), front.key))
        front.name(titled(face.name, room - MARGIN, (42, 17)), (middle, 26), "middle")
        small = fitted(" · ".join(face.types), room, 21, 11)
        pale = mixed(front.paper, front.key, 0.16)
        front.items.append(Text("".join(small.lines), (middle, SLAB - 14), small.size, pale))
        size = TWO_COSTS if front.costs > 1 else ONE_COST
        front.cost(8, 8, size)
        front.marks(left - 6, 16 + size if front.costs > 1 else 8, 44)
        spare = high - self.above - rules.height - 2 * MARGIN
        figures = 0 if self.plain else FIGURES + (spare / 2 if face.rules else spare + 2 * MARGIN)
        if figures:
            front.figures_around((middle, SLAB + figures / 2), room, (round(min(figures, 104)) - 12, 40))
        top = SLAB + figures + (high - SLAB - figures - rules.height) / 2
        front.items += rich_text_at((left + MARGIN + 2, top), rules, front.key, front.key, front.paper)
        if self.out:
            front.items += crossed(left, high, front.key, front.paper)
        self.plate(front)
        if self.in_play:
            return front.bound(wide, high, 17, IN_PLAY, GOLD)
        return front.bound(wide, high, 17, EDGE)

    def plate(self, front: Front) -> None:
        """Write the status, or the number of copies, on a plate at the lower edge of the emblem."""
        text = self.mark or (f"×{self.copies}" if self.copies > 1 else "")
        if text:
            fit = fitted(text, EMBLEM - 40, 32, 14, 1, "title")
            half, middle = width(fit.lines[0], fit.size, "title") / 2 + 14, EMBLEM / 2
            plate = rounded(middle - half, self.high - 58, middle + half, self.high - 12, 12)
            front.items.append(Path((plate,), front.paper, front.key, 5))
            front.title(fit.lines[0], (middle, self.high - 36), fit.size, front.key)
