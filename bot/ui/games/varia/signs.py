"""The signs of Varia's board, cards and log, for those who do not know them yet."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from bot.ui.games.varia.card_picture import blank_die
from bot.ui.games.varia.emblem import PACKAGE
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import GLOW, PAPER
from bot.ui.pictures.drawings import drawing, printed
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.symbols import Sign


class FigureSign(Struct, frozen=True):
    """One of the small drawings on cards, as a sign of its own."""

    name: str

    def scene(self) -> Scene:
        """Return the drawing as a scene."""
        return Scene(100, 100, printed(drawing(PACKAGE, f"figures/{self.name}"), {"k": PAPER, "i": PAPER}))


class DieSign(Struct, frozen=True):
    """A die on cards, with this number of sides, as a sign of its own."""

    sides: int

    def scene(self) -> Scene:
        """Return the die as a scene."""
        return Scene(100, 100, tuple(blank_die((50, 50), 84, self.sides, PAPER, PLATE)))


SIGNS: Final[Mapping[str, Illustration | str]] = {
    "varia.sign.points": Sign("points", PAPER, PLATE),
    "varia.sign.drop": Sign("drop", (255, 128, 104), PLATE),
    "varia.sign.spear": FigureSign("spear"),
    "varia.sign.guard": FigureSign("guard"),
    "varia.sign.aim": FigureSign("aim"),
    "varia.sign.d6": DieSign(6),
    "varia.sign.d4": DieSign(4),
    "varia.sign.bolt": FigureSign("bolt"),
    "varia.sign.dart": FigureSign("dart"),
    "varia.sign.token": "T",
    "varia.sign.arrow": Sign("arrow", GLOW, PLATE),
    "varia.sign.hp": "❤️",
    "varia.sign.ap": "✴️",
    "varia.sign.dice": "🎲",
    "varia.sign.hit": "💥",
    "varia.sign.stopped": "🛡️",
    "varia.sign.missed": "💨",
    "varia.sign.trigger": "✨",
    "varia.sign.queue": "⏳",
    "varia.sign.stacks": "📚",
}
"""Each sign by the id of the text that explains it."""
