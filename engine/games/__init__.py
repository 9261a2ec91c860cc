"""The games, one package each: all are built from the same parts, and none depends on another."""

from importlib import import_module
from typing import Final

from engine.contract import AnyGame

OFFERED: Final = ("varia", "artbot", "warmage", "zarcana")
"""The keys of the games that Tableside offers, in the order in which they are offered."""


def game_of(key: str) -> AnyGame:
    """Return the game with a key. It is imported only now, which takes a while; `engine.registry` has all of them."""
    game: AnyGame = import_module(f"engine.games.{key}.rules").GAME
    return game
