"""How long a match usually is, by rules, number of players and size of the decks.

The figures are from simulated matches with the ready decks: the shorter is the median where everybody plays as the
clock would, the longer one that nine of ten matches between careful players keep. Seconds are what people take.
"""

from typing import Final

from engine.artbot.rulings import USUAL_DECK
from engine.artbot.state import ArtBotOptions
from engine.spec import Length

TURNS: Final = (9, 14)
"""Turns of each player, where played cards come back."""

QUICK_TURNS: Final = (6, 8)
"""Turns of each player, where played cards are discarded."""

TURN_SECONDS: Final = 25
"""What a turn takes at the live pace, with the victim's answer."""

DRAW_SECONDS: Final = 6
"""What a draw takes in Toe-to-Toe."""

SUDDEN_DEATH: Final = 3
"""Draws that a sudden death usually adds."""


def length(options: ArtBotOptions, seats: int) -> Length:
    """Return turns of all players together, and minutes at the live pace."""
    if options.duel:
        return _timed((options.size, options.size + SUDDEN_DEATH), DRAW_SECONDS)
    few, many = QUICK_TURNS if options.discards_played else TURNS
    few, many = (max(1, turns * options.size // USUAL_DECK) for turns in (few, many))
    cap = options.round_cap
    return _timed((seats * min(few, cap), seats * min(many, cap)), TURN_SECONDS)


def _timed(turns: tuple[int, int], seconds: int) -> Length:
    short, long = (max(1, round(count * seconds / 60)) for count in turns)
    return Length(turns, (short, long))
