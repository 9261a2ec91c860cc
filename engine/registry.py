"""The games that Tableside offers. Only the engine and a game's own texts mention a game by name."""

from importlib import import_module
from typing import Final

from engine.contract import AnyGame


def _games(*keys: str) -> dict[str, AnyGame]:
    """Return the games of the given packages in `engine/games`, by key."""
    return {key: import_module(f"engine.games.{key}.rules").GAME for key in keys}


GAMES: Final = _games("varia", "artbot", "warmage", "zarcana")
"""The games by key, in the order in which they are offered."""

EXAMPLES: Final = _games("bids")
"""Games to learn from, which a setting offers alongside the others."""
