"""The publisher's cards whose names are known (rules, section 2): nobody's own set may use them."""

from typing import Final

OFFICIAL_NAMES: Final = frozenset(
    {
        *("aimed-edge", "animus-of-destruction", "arms-of-the-goddess", "bowie-knife", "center-the-soul"),
        *("critical-strike", "decapitate", "enrage", "enraged", "eyes-of-the-goddess", "fatigue", "fevered-upstroke"),
        *("guided-strike", "harmonious-defense", "healing-hammers", "inner-dragon", "mirrored-edge"),
        *("molten-ravager", "shield-slam", "slice-em-up", "snake-bite", "spellbreaker", "spellfire-barrier"),
        *("the-6th-blade-of-miyamune", "thy-will-be-done", "transfusion-dregga", "twin-pillars-of-adena"),
        *("two-faced-terbum", "vulnerable", "windshank"),
    }
)
"""Ids of the names."""
