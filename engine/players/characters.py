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

TASTES: Final[dict[str, tuple[str, str]]] = {
    "pip": ("eager", "plain"),
    "hob": ("sparing", "gentle"),
    "dot": ("sparing", "tricky"),
    "fern": ("gentle", "plain"),
    "gus": ("fierce", "plain"),
    "nell": ("gentle", "tricky"),
    "olli": ("eager", "fierce"),
    "bram": ("eager", "tricky"),
    "wren": ("sparing", "plain"),
    "io": ("eager", "gentle"),
    "maru": ("fierce", "tricky"),
    "jory": ("eager", "tricky"),
    "kit": ("eager", "fierce"),
    "sable": ("sparing", "tricky"),
    "ursa": ("sparing", "fierce"),
    "yarrow": ("gentle", "plain"),
    "tock": ("eager", "plain"),
    "lumen": ("gentle", "plain"),
    "quill": ("sparing", "gentle"),
    "vex": ("fierce", "tricky"),
    "zeph": ("eager", "tricky"),
    "rook": ("sparing", "gentle"),
    "xanthe": ("gentle", "tricky"),
    "ember": ("eager", "fierce"),
}
"""What each character likes, as far as it is about as good as anything else; a game's spec says what that is there."""

EASIEST: Final = next(iter(CHARACTERS))
"""The character that a newcomer plays against."""


def level_beaten(crowned: Collection[str]) -> str | None:
    """Return the highest level of whose characters all have been beaten, or None."""
    open_levels = {level for key, level in CHARACTERS.items() if key not in crowned}
    return next((level for level in reversed(CHARACTERS.values()) if level not in open_levels), None)


def level_of(house: str) -> str:
    """Return a house player's level, from its character or, as version 0.1.0 stored it, from the level itself."""
    return CHARACTERS.get(house, house)


def own_deck(character: str, decks: int) -> int:
    """Return which of a number of ready decks, from the easiest on, a character plays in every match: from 0.

    The characters of a level share the decks out, beginning with the second: a person begins with the first.
    """
    company = [key for key, level in CHARACTERS.items() if level == level_of(character)]
    return (company.index(character) + 1) % decks


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
