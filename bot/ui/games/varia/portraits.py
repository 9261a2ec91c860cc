"""The faces of Varia's classes, printed in the inks of their cards; other classes' follow from their keys."""

from random import Random
from typing import Final

from bot.ui.games.varia.emblem import PALETTES, palette_of
from bot.ui.pictures.colours import Colour, mixed
from bot.ui.pictures.portraits.portrait import Ground, Inks, Portrait
from bot.ui.pictures.seat_faces import BROWN, DEEP, PALE, ROSY, TAN

BONE: Final[Colour] = (232, 222, 196)
SCALES: Final[Colour] = (176, 52, 40)

_CUT: Final[dict[str, tuple[Ground, Colour, tuple[str, ...]]]] = {
    "cinder-vanguard": (
        "rays",
        ROSY,
        ("armour", "square", "eyes-open", "brows-down", "nose", "stern", "helm"),
    ),
    "oathwarden": (
        "strips",
        BROWN,
        ("armour", "coif", "square", "eyes-open", "brows", "nose-long", "beard", "circlet"),
    ),
    "mistbinder": (
        "rings",
        PALE,
        ("waves", "shirt", "pointed", "eyes-calm", "brows", "nose", "smile", "parting", "earrings"),
    ),
    "gravesinger": ("night", BONE, ("hood", "shawl", "skull")),
    "wyrmblooded": ("rays", SCALES, ("chest", "wyrm")),
    "mirrorblade": (
        "strips",
        TAN,
        ("coat", "long", "mirrored", "eyes-aside", "brow-raised", "nose-long", "smirk", "bob"),
    ),
    "evenlight-pilgrim": (
        "rays",
        DEEP,
        ("halo", "pilgrim", "shirt", "round", "eyes-calm", "brows", "nose", "smile", "cheeks"),
    ),
    "cogwright": ("rings", ROSY, ("coat", "round", "goggles", "nose-round", "moustache", "messy")),
}
"""The ground, the skin and the parts of each class's face."""

_SKINS: Final = (PALE, ROSY, TAN, BROWN, DEEP)
_GROUNDS: Final[tuple[Ground, ...]] = ("rays", "rings", "strips", "night")
_PARTS: Final = (
    ("shirt", "coat", "armour", "shawl", "scarf"),
    ("round", "long", "square", "pointed"),
    ("eyes-open", "eyes-calm", "eyes-glad", "eyes-aside", "eyes-sly"),
    ("brows", "brows-up", "brows-down", "brow-raised"),
    ("nose", "nose-long"),
    ("smile", "smirk", "stern", "grin", "goatee", "dark-beard"),
    ("messy", "parting", "bun", "circlet", "helm", "bob", "feathered", "turban", "blown", "bandana"),
)
"""What a face can be put together from, from back to front."""


def portrait_of(card_set: str) -> Portrait:
    """Return the face of the class whose cards are in the set with this key."""
    palette = palette_of(card_set)
    key, second, paper = PALETTES[palette]
    chance = Random(card_set)  # noqa: S311 - it only has to be the same everywhere
    drawn = (chance.choice(_GROUNDS), chance.choice(_SKINS), tuple(chance.choice(parts) for parts in _PARTS))
    ground, skin, parts = _CUT.get(card_set, drawn)
    inks = Inks(key, second, mixed(key, second, 0.38), skin, paper)
    return Portrait(card_set, inks, ground, parts)
