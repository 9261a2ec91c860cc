"""The signs of WarMage's table, Spells and log, for those who do not know them yet."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.warmage.faces import LOOKS
from bot.ui.games.warmage.picture import FATES, WoundCard
from bot.ui.pictures.badges import PLATE, PileSign
from bot.ui.pictures.colours import CHALK, GLOW, PAPER
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.symbols import Sign

SIGNS: Final[Mapping[str, Illustration | str]] = {
    "warmage.sign.flesh": WoundCard("flesh"),
    "warmage.sign.mortal": WoundCard("mortal"),
    "warmage.sign.aside": WoundCard("aside"),
    "warmage.sign.hand": PileSign("hand"),
    "warmage.sign.deck": PileSign("deck"),
    "warmage.sign.discard": PileSign("discard"),
    "warmage.sign.arrow": Sign("arrow", GLOW, PLATE),
    **{f"warmage.sign.{fate}": Sign(sign, colour, PLATE) for fate, (sign, colour) in FATES.items()},
    "warmage.sign.ward": Sign("ward", GLOW, PLATE),
    "warmage.sign.out": Sign("skull", CHALK, PLATE),
    **{f"warmage.school.{school}": Sign(sign, PAPER, PLATE) for school, (sign, _, _) in LOOKS.items()},
}
"""Each sign by the id of the text that explains it."""
