"""The games that Tableside offers. Only the engine and a game's own texts mention a game by name."""

from typing import Final

from engine.contract import AnyGame
from engine.games.artbot.rules import ArtBot
from engine.games.bids.rules import Bids
from engine.games.varia.rules import Varia
from engine.games.warmage.rules import WarMage
from engine.games.zarcana.rules import Zarcana

GAMES: Final[dict[str, AnyGame]] = {game.spec.key: game for game in (Varia(), ArtBot(), WarMage(), Zarcana())}
"""The games by key, in the order in which they are offered."""

EXAMPLES: Final[dict[str, AnyGame]] = {game.spec.key: game for game in (Bids(),)}
"""Games to learn from, which a setting offers alongside the others."""
