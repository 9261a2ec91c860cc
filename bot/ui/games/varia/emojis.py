"""Varia's emojis: action points, and attacks and blocks in the colours of their frames."""

from collections.abc import Mapping
from typing import Final

from bot.ui.games.varia.card_picture import GOLD
from bot.ui.pictures.colours import Colour
from bot.ui.pictures.emoji import Emoji, shape
from bot.ui.texts.words import Words
from engine.contract import CardRef, Option
from engine.games.varia.cards import AnyCard, action_of
from engine.games.varia.pool import VariaCards

SIDES: Final[Mapping[str, tuple[Colour, Colour]]] = {
    "physical": ((176, 40, 38), (240, 240, 246)),
    "magical": ((98, 50, 156), (255, 214, 96)),
}
"""The colours of each side's sign, and of what is in it (seed, Actions)."""

SIGNS: Final = {"attack": "spear", "block": "shield"}
"""The signs by what an action does, as around its power on a card."""

PLAIN: Final = {"physical_attack": "🗡️", "physical_block": "🧱", "magical_attack": "🪄", "magical_block": "🔮"}
"""The plain emojis by the type of an action."""

AP: Final = Emoji("ap", "✴️", shape("points", GOLD))
TYPES: Final = tuple(
    Emoji(f"{side}_{what}", PLAIN[f"{side}_{what}"], shape(sign, *inks))
    for side, inks in SIDES.items()
    for what, sign in SIGNS.items()
)


def emoji(option: Option, words: Words) -> str | None:
    """Return the name of the emoji for an option with an attack or block of Varia; one of both is physical."""
    ref = option.label.args.get("card")
    if not isinstance(ref, CardRef):
        return None
    return _type_of(words.pool(VariaCards).by_id[ref.card])


def sign(card: AnyCard) -> str | None:
    """Return the plain emoji for a card with an attack or a block, or None."""
    name = _type_of(card)
    return None if name is None else PLAIN[name]


def _type_of(card: AnyCard) -> str | None:
    figures = action_of(card)
    types = () if figures is None else figures.types
    side, what = (next((name for name in names if name in types), None) for names in (SIDES, SIGNS))
    return None if side is None or what is None else f"{side}_{what}"
