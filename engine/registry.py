"""The games that Tableside offers. Only the engine and a game's own texts mention a game by name."""

from typing import Final

from engine.contract import AnyGame
from engine.games import OFFERED, game_of


def _games(*keys: str) -> dict[str, AnyGame]:
    """Return the games of the given packages in `engine/games`, by key."""
    return {key: game_of(key) for key in keys}


GAMES: Final = _games(*OFFERED)
"""The games by key, in the order in which they are offered."""

EXAMPLES: Final = _games("bids")
"""Games to learn from, which a setting offers alongside the others."""
