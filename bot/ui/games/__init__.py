"""One renderer a game: it turns that game's views and facts into text. Registered by game key."""

from typing import Final

from bot.ui.games.artbot import ArtBotRenderer
from bot.ui.games.renderer import Renderer
from bot.ui.games.varia import VariaRenderer
from bot.ui.games.warmage import WarMageRenderer
from bot.ui.games.zarcana import ZarcanaRenderer

RENDERERS: Final[dict[str, Renderer]] = {
    "varia": VariaRenderer(),
    "artbot": ArtBotRenderer(),
    "warmage": WarMageRenderer(),
    "zarcana": ZarcanaRenderer(),
}
"""The renderers by game key."""
