"""Which rulings concern which card, by what the rules page decides (rules, sections 6A, 6B and 9)."""

from collections.abc import Iterable
from typing import Final

from engine.games.zarcana.pool import COURT

ATTACK: Final = ("sizes", "own_too", "unshrinkable")
"""What holds for every attack."""

RULINGS: Final[dict[str, tuple[str, ...]]] = {
    "cups": ("grows_in_place", "clone", "stash"),
    "wands": ("no_void", "beside_others"),
    "swords": (*ATTACK, "own_card"),
    "discs": ("build_where", "own_stay"),
    COURT: ("court_fool",),
    "fool": ("fool_must", "court_fool", "fool_again"),
    "magician": ("magician",),
    "high-priestess": ("again_banned", "again_declare"),
    "empress": ("clone", "stash"),
    "emperor": ("emperor_enemy", "emperor_limit", *ATTACK),
    "hierophant": ("hierophant_size", "hierophant_own", "hierophant_card"),
    "lovers": ("lovers",),
    "chariot": ("chariot_stop", "no_void"),
    "strength": ("strength_second", "clone", "stash"),
    "hermit": ("no_void",),
    "wheel-of-fortune": ("wheel_closed", "wheel_revealed", "build_where"),
    "justice": ("justice_sizes", "justice_empty"),
    "hanged-man": ("hanged_man",),
    "death": ("death_second", *ATTACK),
    "temperance": ("temperance", "build_void"),
    "devil": ("devil",),
    "tower": ("tower_drop", *ATTACK),
    "star": ("star",),
    "moon": ("moon_where", "moon_stack"),
    "sun": ("sun", "build_where"),
    "judgement": ("judgement",),
    "world": ("world_needs", "world_face_down", "copy_chain"),
    "doppelganger": ("doppelganger_court", "doppelganger_empty", "copy_chain"),
    "gateway": ("gateway_trumps", "gateway_room"),
}
"""By the name of a power."""


def rulings(powers: Iterable[str]) -> tuple[str, ...]:
    """Return the message ids of what was ruled about some powers."""
    return tuple(f"zarcana.ruling.{each}" for power in powers for each in RULINGS.get(power, ()))
