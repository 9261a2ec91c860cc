"""Tables before they start: opening one, taking a seat, starting; and what all of that finds and stores."""

from bot.host.lobby.lobby import OPEN_MATCHES, Lobby, Refused, close, lapse, look
from bot.host.lobby.opening import DEFAULT_PACE, OPEN_TABLES, Opening, WrongChannel, open_table, rematch, shown
from bot.host.lobby.seats import WORD_LENGTH, choose_deck, give_up, join, say_word, watch, withdraw
from bot.host.lobby.starting import start

__all__ = [
    "DEFAULT_PACE",
    "OPEN_MATCHES",
    "OPEN_TABLES",
    "WORD_LENGTH",
    "Lobby",
    "Opening",
    "Refused",
    "WrongChannel",
    "choose_deck",
    "close",
    "give_up",
    "join",
    "lapse",
    "look",
    "open_table",
    "rematch",
    "say_word",
    "shown",
    "start",
    "watch",
    "withdraw",
]
