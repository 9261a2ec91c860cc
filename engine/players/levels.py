"""The house players that a table can seat."""

from typing import Final

from engine.players.house import House
from engine.players.search import SearchPlayer

HORIZON: Final = 20
"""After how many picks a playout is judged."""

LEVELS: Final[dict[str, House]] = {
    "easy": SearchPlayer(playouts=6, horizon=HORIZON, turns=1),
    "normal": SearchPlayer(playouts=60, horizon=HORIZON, turns=1),
    "hard": SearchPlayer(playouts=600, horizon=HORIZON, turns=1),
}
"""The levels, from the weakest on. They think in playouts and not in seconds, so that a match can be repeated."""
