"""What people see of each game: one renderer per game, registered by key. Every game has the same set of modules.

- `renderer`: the renderer itself, built on the base class and its defaults;
- `board`: texts about the state of the match and about a hand;
- `episodes`: how a game tells each kind of fact, and turns cut into what happened in one go;
- `cards` and, in a game with decks, `decks`: texts about card effects and deck contents;
- `faces`: what the fronts of cards show, as values;
- `model`: what each picture shows, as values that come only from a view and do not depend on how they are drawn;
- `picture`: the board, hands and cards as pictures, each drawn from its model;
- `emojis`: the game's own emojis, if it has any.

A renderer has parts by what it describes (`panel_renderer`, `turn_renderer`, `card_renderer`, `deck_renderer`). What no
game changes is a function beside them: `turns`, `ends`, `card_pages`, `deck_pictures` and `rules`.

A game with a card design of its own draws it in `card_picture`. In Varia, `moments` tells what met in a
moment, and `language` puts the card language into words.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Final

from bot.ui.games.renderer import Renderer
from bot.ui.pictures.emoji import DIE, POINTS, Emoji
from engine.registry import EXAMPLES, GAMES

RENDERERS: Final[dict[str, Renderer]] = {
    key: import_module(f"bot.ui.games.{key}.renderer").RENDERER for key in (*GAMES, *EXAMPLES)
}
"""The renderers by game key."""


def emojis_of(renderers: Iterable[Renderer]) -> tuple[Emoji, ...]:
    """Return the bot's emojis: those of every game, and these games' own."""
    return (DIE, POINTS, *(emoji for renderer in renderers for emoji in renderer.emojis))
