"""The names of the publisher's known cards (rules, section 2), which homebrew sets may not use."""

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
"""The ids of those names."""
