"""Every game that Tableside offers. Nothing outside engine/ and a game's own texts names a game."""

from typing import Final

from engine.contract import AnyGame
from engine.varia.rules import Varia
from engine.zarcana.rules import Zarcana

GAMES: Final[dict[str, AnyGame]] = {game.spec.key: game for game in (Varia(), Zarcana())}
"""The games by key, in the order in which they are offered."""
