"""Tables before they start: opening one, taking a seat and starting, with the functions that load and store them."""

from bot.host.kernel.errors import Refused
from bot.host.kernel.paces import DEFAULT_PACE
from bot.host.kernel.text_checks import WORD_LENGTH
from bot.host.lobby.agreement import agree, missing
from bot.host.lobby.creation import OPEN_TABLES, Opening, open_table, rematch, shown
from bot.host.lobby.forks import Fork, can_fork, fork, position_task
from bot.host.lobby.invitations import invite
from bot.host.lobby.lobby import OPEN_MATCHES, Lobby, close, look
from bot.host.lobby.match_start import keep_hand, start
from bot.host.lobby.publication import publish
from bot.host.lobby.search import LOOKING, channels_of_searches, listeners, look_for
from bot.host.lobby.seats import choose_deck, give_up, join, say_word, vacate, watch, withdraw
from bot.host.lobby.server_defaults import Defaults, change_default, defaults, own_pace
from bot.host.lobby.setup import CASUAL, FORMAT, NOBODY, OPTION, RATED, arrange
from bot.host.lobby.solo import CharacterRecord, SoloChoices, solo_choices

__all__ = [
    "CASUAL",
    "DEFAULT_PACE",
    "FORMAT",
    "LOOKING",
    "NOBODY",
    "OPEN_MATCHES",
    "OPEN_TABLES",
    "OPTION",
    "RATED",
    "WORD_LENGTH",
    "CharacterRecord",
    "Defaults",
    "Fork",
    "Lobby",
    "Opening",
    "Refused",
    "SoloChoices",
    "agree",
    "arrange",
    "can_fork",
    "change_default",
    "channels_of_searches",
    "choose_deck",
    "close",
    "defaults",
    "fork",
    "give_up",
    "invite",
    "join",
    "keep_hand",
    "listeners",
    "look",
    "look_for",
    "missing",
    "open_table",
    "own_pace",
    "position_task",
    "publish",
    "rematch",
    "say_word",
    "shown",
    "solo_choices",
    "start",
    "vacate",
    "watch",
    "withdraw",
]
