"""What people see of each game: one renderer per game, registered by its key. Each game's folder has the same files.

- `renderer`: the renderer itself, built on the base class and its defaults;
- `board`: the state of the match, and a hand, in words;
- `story`: what happened, in words;
- `cards`, and in a game with decks `decks`: card effects and deck contents, in words;
- `faces`: what the fronts of cards show, as values;
- `scene`: what each picture shows, as values gathered from a view alone, independent of how they are drawn;
- `picture`: the board, hands and cards as pictures, each drawn from its scene.

A game with a card design of its own draws it in `card_picture`; `language` puts Varia's card language into words.
"""

from importlib import import_module
from typing import Final

from bot.ui.games.renderer import Renderer
from engine.registry import EXAMPLES, GAMES

RENDERERS: Final[dict[str, Renderer]] = {
    key: import_module(f"bot.ui.games.{key}.renderer").RENDERER for key in (*GAMES, *EXAMPLES)
}
"""The renderers by game key."""
