"""WarMage's emojis: the two kinds of Wounds, as on their cards."""

from typing import Final

from bot.ui.games.warmage.picture import FLESH, MORTAL
from bot.ui.pictures.emoji import Emoji, tile

WOUNDS: Final = (
    Emoji("flesh", "🩹", tile("drop", FLESH[1], FLESH[0])),
    Emoji("mortal", "💔", tile("skull", MORTAL[1], MORTAL[0])),
)
