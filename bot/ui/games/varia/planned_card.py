"""An action in a picture of plans: its emblem large, its name in readable size, and whether it attacks or blocks."""

from typing import Final

from msgspec import Struct

from bot.ui.games.varia.card_picture import GOLD, Front, crossed, titled
from bot.ui.games.varia.model import ActionTile
from bot.ui.pictures.colours import mixed
from bot.ui.pictures.scene import Path, Scene, Text, box
from bot.ui.pictures.text import fitted

HIGH: Final = 150
"""The height of an action, and the width of its emblem, in pixels."""

MARGIN, KIND = 9, 50
"""The margin around the name, and the height of the line below it, in pixels."""

ONE, TWO = (62, 50), (44, 30)
"""The largest and the smallest size of a name in one line and in two."""

LEAST: Final = 42
"""The size of the line below the name: a phone shows it 11 pixels high."""

KINDS: Final = ("spear", "shield")
"""The signs of the powers that say whether an action attacks or blocks."""


class PlannedCard(Struct, frozen=True):
    """An action without its figures, which are on the card to read.

    Attributes:
        wide: its width, in pixels.
    """

    tile: ActionTile
    wide: float

    @property
    def below(self) -> str:
        """What stands below the name: the action's status, or else whether it attacks or blocks."""
        power = self.tile.face.power
        kind = power.name if power is not None and power.sign in KINDS else ""
        return self.tile.mark or kind

    def scene(self) -> Scene:
        """Return the action as a scene."""
        face, wide = self.tile.face, self.wide
        front, room, middle = Front(face), round(wide - HIGH - 2 * MARGIN), (HIGH + wide) / 2
        front.art(-HIGH * 0.04, -HIGH * 0.04, HIGH * 1.08)
        front.items.append(Path((box(HIGH, 0, wide, HIGH),), front.key))
        name = titled(face.name, room, ONE)
        if name.cut:
            name = titled(face.name, room, TWO, 2)
        low = HIGH - KIND if self.below else HIGH
        front.name(name, (middle, low / 2 - 2 if len(name.lines) > 1 else low / 2 + 8 * bool(self.below)), "middle")
        if self.below:
            fit = fitted(self.below, room, LEAST, 30)
            ink = GOLD if self.tile.mark else mixed(front.paper, front.key, 0.16)
            front.items.append(Text(fit.lines[0], (middle, HIGH - KIND / 2 - 4), fit.size, ink))
        if self.tile.out:
            front.items += crossed((14, 14), (HIGH - 14, HIGH - 14), front.key, front.paper)
        return front.bound(wide, HIGH, 14, 4)
