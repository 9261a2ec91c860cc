"""What people see of each game: one renderer per game, registered by key. Every game has the same set of modules.

- `renderer`: the renderer itself, built on the base class and its defaults;
- `board`: texts about the state of the match and about a hand;
- `story`: texts about what has happened;
- `cards` and, in a game with decks, `decks`: texts about card effects and deck contents;
- `faces`: what the fronts of cards show, as values;
- `scene`: what each picture shows, as values that come only from a view and do not depend on how they are drawn;
- `picture`: the board, hands and cards as pictures, each drawn from its scene.

A game with a card design of its own draws it in `card_picture`. In Varia, `language` puts the card language into words.
"""

from typing import Final

from bot.ui.games.artbot.renderer import ArtBotRenderer
from bot.ui.games.bids.renderer import BidsRenderer
from bot.ui.games.renderer import Renderer
from bot.ui.games.varia.renderer import VariaRenderer
from bot.ui.games.warmage.renderer import WarMageRenderer
from bot.ui.games.zarcana.renderer import ZarcanaRenderer

RENDERERS: Final[dict[str, Renderer]] = {
    "varia": VariaRenderer(),
    "artbot": ArtBotRenderer(),
    "warmage": WarMageRenderer(),
    "zarcana": ZarcanaRenderer(),
    "bids": BidsRenderer(),
}
"""The renderers by game key."""
