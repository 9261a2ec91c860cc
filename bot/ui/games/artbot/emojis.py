"""Art Bot's emojis: the signs of the powers, as on the cards."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.artbot.faces import LOOKS
from bot.ui.pictures.emoji import Emoji, tile
from bot.ui.texts.words import Words
from engine.contract import CardRef, Option
from engine.games.artbot.cards import ArtBotCards, Power

POWERS: Final[Mapping[Power, Emoji]] = {
    power: Emoji(f"artbot_{power}", None, tile(sign, ink, paper)) for power, (sign, ink, paper) in LOOKS.items()
}
"""The emojis by power."""


def emoji(option: Option, words: Words) -> str | None:
    """Return the name of the emoji of an Art Bot power, for an option with a card."""
    ref = option.label.args.get("card")
    if not isinstance(ref, CardRef):
        return None
    return POWERS[words.pool(ArtBotCards).by_id[ref.card].power].name
