"""The levels of house player that a table can seat."""

from typing import Final

from engine.players.players import HousePlayer
from engine.players.search import SearchPlayer

LEVELS: Final[dict[str, HousePlayer]] = {
    "easy": SearchPlayer(playouts=3),
    "normal": SearchPlayer(playouts=24),
    "hard": SearchPlayer(playouts=240, foresight=True),
}
"""The levels, from the weakest up. Their effort is counted in rollouts, not seconds, so matches can be reproduced."""

USUAL_LEVEL: Final = "normal"
"""The default level of a table's house players."""
