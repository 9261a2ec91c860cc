"""Zarcana's emojis: the signs of the suits, as on the cards."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.zarcana.faces import LOOKS
from bot.ui.pictures.emoji import Emoji, tile
from bot.ui.texts.words import Words
from engine.contract import CardRef, Option
from engine.games.zarcana.pool import ZarcanaCards

PLAIN: Final[Mapping[str, str]] = {"cups": "♥️", "swords": "♠️", "discs": "♦️", "wands": "♣️", "trumps": "🌟"}
"""The plain emojis by suit: those of the suits that came from the tarot's, and a star for trumps."""

SUITS: Final[Mapping[str, Emoji]] = {
    suit: Emoji(suit, PLAIN[suit], tile(look.sign, look.ink, look.paper)) for suit, look in LOOKS.items()
}
"""The emojis by suit."""


def emoji(option: Option, words: Words) -> str | None:
    """Return the name of the suit's emoji for an option that is a suit or a card, and not a space with one."""
    args, suit = option.label.args, option.label.id.removeprefix("zarcana.pick.")
    ref = args.get("card")
    if isinstance(ref, CardRef) and ("as" in args or "space" not in args):
        suit = words.pool(ZarcanaCards).suit_of.get(ref.card, "")
    return suit if suit in SUITS else None
