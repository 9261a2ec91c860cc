"""The usual length of a match, depending on the rules, the number of players and the deck size."""

from typing import Final

from engine.contract.spec import Length
from engine.games.artbot.pieces import ArtBotOptions
from engine.games.artbot.rulings import USUAL_DECK
from engine.kit.lengths import ARTBOT_CLASSIC, ARTBOT_DUEL, ARTBOT_QUICK, timed

TURN_SECONDS: Final = 25
"""Seconds per turn at the live pace, including the victim's answer; estimated."""

DRAW_SECONDS: Final = 6
"""Seconds per draw in Toe-to-Toe; estimated."""

SUDDEN_DEATH: Final = ARTBOT_DUEL.turns[2][1] - USUAL_DECK
"""The number of draws that a sudden death adds to a long duel."""


def length(options: ArtBotOptions, seats: int) -> Length:
    """Return the total number of turns and the minutes at the live pace, both in proportion to the deck size."""
    if options.duel:
        return timed((options.size, options.size + SUDDEN_DEATH), DRAW_SECONDS, together=True)
    measured = (ARTBOT_QUICK if options.discards_played else ARTBOT_CLASSIC).turns[seats]
    few, many = (min(max(seats, turns * options.size // USUAL_DECK), seats * options.round_cap) for turns in measured)
    return timed((few, many), TURN_SECONDS)
