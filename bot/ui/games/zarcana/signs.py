"""The signs of Zarcana's board and cards, for those who do not know them yet."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from bot.ui.games.zarcana.card_picture import ICONS
from bot.ui.games.zarcana.faces import LOOKS
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import GLOW, PAPER
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Illustration, Scene
from bot.ui.pictures.symbols import Sign, strokes_at


class NeedSign(Struct, frozen=True):
    """The icon for a requirement, as a sign of its own."""

    need: str

    def scene(self) -> Scene:
        """Return the icon as a scene."""
        return Scene(1, 1, (strokes_at(ICONS[self.need], (0, 0), 1, PAPER),))


SIGNS: Final[Mapping[str, Illustration | str]] = {
    "zarcana.sign.standing": Pyramid(0, "", "large", "up"),
    "zarcana.sign.lying": Pyramid(0, "", "large", "east"),
    "zarcana.sign.size": Pyramid(0, "", "small", "up"),
    "zarcana.sign.spark": Sign("spark", GLOW, PLATE),
    "zarcana.sign.below": "+2",
    "zarcana.sign.arrow": Sign("arrow", GLOW, PLATE),
    **{f"zarcana.sign.{suit}": Sign(look.sign, PAPER, PLATE) for suit, look in LOOKS.items()},
    **{f"zarcana.needs.{need}": NeedSign(need) for need in ICONS},
}
"""Each sign by the id of the text that explains it."""
