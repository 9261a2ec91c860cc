"""The base class for every game's renderer: what the rest of the bot needs from a renderer, with defaults."""

from collections.abc import Sequence
from typing import ClassVar

from bot.ui.games.deck_renderer import DeckRenderer
from bot.ui.games.panel_renderer import PanelRenderer
from bot.ui.games.turn_renderer import TurnRenderer
from bot.ui.pictures.colours import INK, PAPER, seat_colour
from bot.ui.pictures.emoji import Emoji
from bot.ui.pictures.tones import Tones, tones_of


class Renderer(PanelRenderer, TurnRenderer, DeckRenderer):
    """Describes a game in texts and pictures, given views and facts but never a state.

    A game's renderer sets the attributes and overrides the methods whose defaults are not enough, usually with a
    function from another module, as in `step = staticmethod(board.step)`. What no game changes is a function: `turns`,
    `ends`, `card_pages`, `deck_pictures` and `rules` have those.

    Attributes:
        emojis: the game's emojis, beside those that every game has.
        tones: the tones in which pictures about the game, rather than about a match, are printed.
    """

    emojis: ClassVar[Sequence[Emoji]] = ()
    tones: ClassVar[Tones] = tones_of(INK, seat_colour(0), PAPER)
