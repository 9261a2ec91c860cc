"""The signs of Zarcana's board and cards, for those who do not know them yet."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.zarcana.faces import LOOKS
from bot.ui.games.zarcana.need_icons import ICONS, NeedIcons
from bot.ui.pictures.badges import PLATE
from bot.ui.pictures.colours import GLOW, PAPER
from bot.ui.pictures.pyramids import Pyramid
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.symbols import Sign

SIGNS: Final[Mapping[str, Illustration | str]] = {
    "zarcana.sign.standing": Pyramid(0, "", "large", "up"),
    "zarcana.sign.lying": Pyramid(0, "", "large", "east"),
    "zarcana.sign.size": Pyramid(0, "", "small", "up"),
    "zarcana.sign.spark": Sign("spark", GLOW, PLATE),
    "zarcana.sign.below": "+2",
    "zarcana.sign.arrow": Sign("arrow", GLOW, PLATE),
    **{f"zarcana.sign.{suit}": Sign(look.sign, PAPER, PLATE) for suit, look in LOOKS.items()},
    **{f"zarcana.needs.{need}": NeedIcons((need,), PAPER) for need in ICONS},
}
"""Each sign by the id of the text that explains it."""
