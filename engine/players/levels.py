"""The house players that a table can seat."""

from typing import Final

from engine.players.players import HousePlayer
from engine.players.search import SearchPlayer

LEVELS: Final[dict[str, HousePlayer]] = {
    "easy": SearchPlayer(playouts=3),
    "normal": SearchPlayer(playouts=24),
    "hard": SearchPlayer(playouts=240, foresight=True),
}
"""The levels, from the weakest on. They think in playouts and not in seconds, so that a match can be repeated."""

USUAL_LEVEL: Final = "normal"
"""The level of the house players at a table where nobody says which."""
