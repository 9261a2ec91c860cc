"""Every game that Tableside offers. Nothing outside engine/ and a game's own texts names a game."""

from typing import Final

from engine.artbot.rules import ArtBot
from engine.contract import AnyGame
from engine.varia.rules import Varia
from engine.warmage.rules import WarMage
from engine.zarcana.rules import Zarcana

GAMES: Final[dict[str, AnyGame]] = {game.spec.key: game for game in (Varia(), ArtBot(), WarMage(), Zarcana())}
"""The games by key, in the order in which they are offered."""
