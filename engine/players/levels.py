"""The levels of house player that a table can seat."""

from typing import Final

from engine.players.characters import CHARACTERS, TASTES
from engine.players.search import SearchPlayer

STRONGEST: Final = SearchPlayer(playouts=240, foresight=True, thorough=True)
"""The player of the highest level, which also gives hints."""

LEVELS: Final[dict[str, SearchPlayer]] = {
    "easy": SearchPlayer(playouts=3),
    "normal": SearchPlayer(playouts=24),
    "hard": STRONGEST,
}
"""The levels, from the weakest up. Their effort is counted in rollouts, not seconds, so matches can be reproduced."""

USUAL_LEVEL: Final = "normal"
"""The default level of a table's house players."""

HOUSE_PLAYERS: Final[dict[str, SearchPlayer]] = {
    **LEVELS,
    **{character: LEVELS[level].like(*TASTES[character]) for character, level in CHARACTERS.items()},
}
"""House players by what a seat stores: a character, or only a level, which has no tastes."""
