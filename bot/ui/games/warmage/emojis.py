"""WarMage's emojis: the two kinds of Wounds, as on their cards, and the signs of the schools, as on the Spells."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.warmage.faces import LOOKS
from bot.ui.games.warmage.picture import FLESH, MORTAL
from bot.ui.pictures.emoji import Emoji, tile
from bot.ui.texts.words import Words
from engine.contract import CardRef, Option
from engine.games.warmage.pool import WarMageCards

WOUNDS: Final = (
    Emoji("flesh", "🩹", tile("drop", FLESH[1], FLESH[0])),
    Emoji("mortal", "💔", tile("skull", MORTAL[1], MORTAL[0])),
)

SCHOOL_EMOJIS: Final[Mapping[str, Emoji]] = {
    school: Emoji(f"warmage_{school}", None, tile(sign, ink, paper)) for school, (sign, ink, paper) in LOOKS.items()
}
"""The emojis by school."""


def emoji(option: Option, words: Words) -> str | None:
    """Return the name of the school's emoji for an option with a Spell."""
    ref = option.label.args.get("card")
    if not isinstance(ref, CardRef):
        return None
    return SCHOOL_EMOJIS[words.pool(WarMageCards).by_id[ref.card].school].name
