"""What people see of each game: one renderer a game, registered by its key. The same files in each game's folder.

- `renderer`: the renderer itself, on the base with defaults;
- `board`: the match as it stands, and a hand, in words;
- `story`: what happened, in words;
- `cards`, and in a game with decks `decks`: what they do and what is in them, in words;
- `faces`: what the fronts of cards show, as values;
- `scene`: what each picture shows, as values gathered from a view alone, whatever they are drawn with;
- `picture`: the board, hands and cards as pictures, each drawn from its scene.

A game whose cards look like no other's draws them in `card_picture`; Varia's card language is put into words in
`language`.
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
