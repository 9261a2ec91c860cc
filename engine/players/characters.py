"""The characters that house players are: each has a level, and a name and a manner in the catalogue."""

from collections.abc import Collection, Sequence
from typing import Final

CHARACTERS: Final[dict[str, str]] = {
    **dict.fromkeys(("pip", "hob", "dot", "fern", "gus", "nell", "olli", "bram"), "easy"),
    **dict.fromkeys(("wren", "io", "maru", "jory", "kit", "sable", "ursa", "yarrow"), "normal"),
    **dict.fromkeys(("tock", "lumen", "quill", "vex", "zeph", "rook", "xanthe", "ember"), "hard"),
}
"""The level of each character, by the key that is stored. A level has a character for every seat of the largest table.

Keys are never removed: finished matches name them. Characters may be added at the end of a level.
"""

EASIEST: Final = next(iter(CHARACTERS))
"""The character that a newcomer plays against."""


def level_of(house: str) -> str:
    """Return a house player's level, from its character or, as version 0.1.0 stored it, from the level itself."""
    return CHARACTERS.get(house, house)


def newcomer(wanted: str, seated: Collection[str | None], match: int) -> str:
    """Return the character that sits down next at a table: the wanted one, or the next free one of the same level.

    If only a level is wanted, the match's number decides where to begin: other matches get other company, and asking
    again gives the same answer.
    """
    level = level_of(wanted)
    company = [key for key, plays in CHARACTERS.items() if plays == level]
    first = company.index(wanted) if wanted in CHARACTERS else match % len(company)
    turned = [*company[first:], *company[:first]]
    return next((key for key in turned if key not in seated), turned[0])


def cast(houses: Sequence[str | None], match: int) -> tuple[str | None, ...]:
    """Return the character in each seat of a match, or None; seats that hold only a level get one by seat order."""
    seated = [house if house in CHARACTERS else None for house in houses]
    for seat, house in enumerate(houses):
        if house is not None and seated[seat] is None:
            seated[seat] = newcomer(house, seated, match)
    return tuple(seated)
