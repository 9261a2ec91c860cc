"""How long a match usually is, by rules and number of players."""

from engine.artbot.state import ArtBotOptions
from engine.contract import Length


def length(options: ArtBotOptions, seats: int) -> Length:
    """Return turns of all players together, and minutes at the live pace."""
    turns = (20, 50)
    return Length(turns, (turns[0] // 2, turns[1] // 2))
