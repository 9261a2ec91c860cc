"""Which drawing is in the middle of a Varia card's emblem: by words of its name, or else by what the card does."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from engine.games.varia.cards import AnyCard, action_of

WORDS: Final[Mapping[str, str]] = {
    "hatchet|cleave|axe|decapitate": "axe",
    "ember-": "flame",
    "vein": "drop",
    "warden-?s-": "fist",
    "full": "satchel",
    "in-kind": "scales",
    "weave": "knot",
    "shed": "cloak",
    "second-wind|call-|song|horn": "horn",
    "late-parry": "hourglass",
    "bulwark|gatehouse|stand-before|wall|circle|lifted": "wall",
    "reckless|afterimage|wyrmtooth|knife|sword": "blade",
    "steadfast|unbowed|elsewhere": "knot",
    "buckler|polished": "buckler",
    "break-the-line|called|crown|will-be-done": "crown",
    "battle|borrowed-spark|enraged": "fist",
    "turned|reflection|looking|mirror": "mirror",
    "staff|stick|wand": "staff",
    "satchel|pack|bag|cart": "satchel",
    "familiar|cat": "cat",
    "punch": "punchcard",
    "veil|unquiet|ghost|forsaken": "ghost",
    "stone|mace": "hammer",
    "debt|salt|strap|oath(?!bound|warden|-h)|bind|bound-": "chain",
    "confession|bar|key|catch": "key",
    "grace|book|read|name": "book",
    "rivet|shot|sling|arrow|scout|dart": "arrow",
    "leech|transfusion|vial|snake|poison|charm": "vial",
    "assistant|iron|forge|anvil": "anvil",
    "measured|follow|road": "steps",
    "rain|mist|fog|cloud|breath|chill|winded|windshank": "cloud",
    "frost|rime|lance|ice": "lance",
    "bolt|quick|jab|overload": "bolt",
    "cloak|nobody|hush": "cloak",
    "bloom|wither": "bloom",
    "banner": "banner",
    "lantern": "lantern",
    "candle|vigil|midnight|tempting": "candle",
    "bell|dirge|toll": "bell",
    "requiem|laughter|skull|feast": "skull",
    "bone|femur|flute": "bones",
    "crypt|grave|tomb": "tomb",
    "hand|palm|grasp|gesture|comfort|finger": "hand",
    "roar|wyrm|draconic|ravager": "wyrm",
    "fang|maw|hunger|tooth": "maw",
    "tail|skin": "tail",
    "claw|rake|sting": "claw",
    "spring|wound|clockwork|governor": "spring",
    "wing": "wing",
    "brood|egg": "egg",
    "sky|meteor|molten": "meteor",
    "scales": "scales",
    "feather": "feather",
    "coin|button|hoard|account": "coin",
    "step|charge|rush|close-in|runner|opening": "boot",
    "repair|mended|rust|hammer|mace|blow": "hammer",
    "rampart|gate|door|tower": "tower",
    "scale|guard|shield|ward|evening": "shield",
    "blood|heart": "heart",
    "wisp|light|spark": "wisp",
    "eye|shadow|sight|watch": "eye",
    "face|mask|terbum": "mask",
    "shatter|glass|scrap": "shards",
    "silver|rapier|feint|answer|cut|6th": "rapier",
    "machine|gear|cog": "machine",
    "engine|valve|calibrated|fever": "gauge",
    "vein|stoke|heat|smoulder": "flame",
}
"""Words of a card's id, as a regular expression at the beginning of a word, and the charge that they stand for. The
first words that an id has decide."""

SUBTYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "draconic": ("wyrm", "claw", "wing", "tail", "maw", "egg"),
    "clockwork": ("machine", "spring", "gauge", "punchcard", "anvil"),
    "death": ("skull", "tomb", "bones", "ghost", "bell"),
    "shadow": ("cloak", "eye", "mask", "cat", "ghost"),
    "angelic": ("feather", "lantern", "candle", "scales", "book"),
    "demonic": ("mask", "fist", "flame", "chain", "horn"),
    "fire": ("flame", "meteor", "candle", "lantern"),
    "water": ("cloud", "vial", "drop", "lance"),
    "air": ("cloud", "wing", "feather", "horn"),
    "earth": ("anvil", "bloom", "wall", "hammer"),
    "vampiric": ("drop", "heart", "maw", "vial"),
    "poison": ("vial", "bloom", "drop", "claw"),
    "dexterity": ("rapier", "boot", "arrow", "knot", "blade"),
}
"""The charges for each subtype."""

BLOCKS: Final = ("shield", "buckler", "wall", "tower", "knot", "key", "chain")
BLOWS: Final = ("blade", "axe", "hammer", "rapier", "fist", "boot", "claw", "arrow", "horn")
SPELLS: Final = ("bolt", "flame", "wisp", "lance", "meteor", "shards", "eye", "staff", "lantern")
THINGS: Final = ("satchel", "key", "crown", "coin", "book", "vial", "cat", "mirror", "staff", "bell", "mask")
HELP: Final = (
    "heart",
    "hand",
    "candle",
    "hourglass",
    "feather",
    "crown",
    "banner",
    "horn",
    "eye",
    "steps",
    "drop",
    "book",
)
"""The charges of blocks, physical attacks, magical attacks, items, and of everything else."""

CHARGES: Final = frozenset(
    (*WORDS.values(), *BLOCKS, *BLOWS, *SPELLS, *THINGS, *HELP, *(each for many in SUBTYPES.values() for each in many))
)
"""All charges that there are."""

_WORDS: Final = tuple((re.compile(rf"\b(?:{words})"), charge) for words, charge in WORDS.items())


def charge_of(card: AnyCard, number: int) -> str:
    """Return a card's charge; `number` is one that belongs to the card, and chooses among equally fitting charges."""
    for words, charge in _WORDS:
        if words.search(f"{card.id}-"):
            return charge
    fitting = tuple(_fitting(card))
    return fitting[number % len(fitting)]


def _fitting(card: AnyCard) -> Iterable[str]:
    """Return the charges that fit what a card does, if its name says nothing."""
    figures = action_of(card)
    if figures is None:
        return THINGS if card.kind == "item" else HELP
    if figures.subtypes:
        return SUBTYPES[figures.subtypes[0]]
    if "block" in figures.types:
        return BLOCKS
    if "attack" in figures.types:
        return SPELLS if "magical" in figures.types else BLOWS
    return HELP
