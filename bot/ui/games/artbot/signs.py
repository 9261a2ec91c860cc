"""The signs of Art Bot's table, cards and log, for those who do not know them yet."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.artbot.faces import LOOKS
from bot.ui.pictures.badges import PLATE, PileSign
from bot.ui.pictures.colours import CHALK, GLOW, PAPER
from bot.ui.pictures.scene import Illustration
from bot.ui.pictures.symbols import Sign

SIGNS: Final[Mapping[str, Illustration | str]] = {
    **{f"artbot.power.{power}": Sign(sign, PAPER, PLATE) for power, (sign, _, _) in LOOKS.items()},
    "artbot.sign.pp": "30",
    "artbot.sign.rarity": Sign("diamond", PAPER, PLATE),
    "artbot.sign.hand": PileSign("hand"),
    "artbot.sign.deck": PileSign("deck"),
    "artbot.sign.discard": PileSign("discard"),
    "artbot.sign.arrow": Sign("arrow", GLOW, PLATE),
    "artbot.sign.target": Sign("target", GLOW, PLATE),
    "artbot.sign.out": Sign("skull", CHALK, PLATE),
    "artbot.sign.hp": "❤️",
    "artbot.sign.lost": "💥",
    "artbot.sign.unharmed": "🛡️",
}
"""Each sign by the id of the text that explains it."""
