"""How fast a match is played: one table for every game. All figures are in seconds."""

from typing import Final, Literal

from msgspec import Struct

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE


class Pace(Struct, frozen=True):
    """A pace.

    Attributes:
        turn: for a seat's own turn.
        response: for a response inside somebody else's turn.
        passing: from when to when a seat without a legal answer is passed, so that the wait tells nothing.
    """

    key: str
    turn: float
    response: float
    passing: tuple[float, float]

    def given(self, tempo: Literal["turn", "response"]) -> float:
        """Return the time for a decision of a tempo."""
        return self.turn if tempo == "turn" else self.response


PACES: Final = {
    pace.key: pace
    for pace in (
        Pace("live", 2 * MINUTE, 30, (3, 12)),
        Pace("relaxed", 15 * MINUTE, 2 * MINUTE, (10, 60)),
        Pace("daily", 24 * HOUR, 8 * HOUR, (2 * MINUTE, 20 * MINUTE)),
        Pace("slow", 72 * HOUR, 24 * HOUR, (2 * MINUTE, 20 * MINUTE)),
    )
}
"""The paces by key, from the fastest on."""

GRACE: Final = 2.0
"""How late a deadline falls: a click that Discord took in time may still be on its way."""

HOUSE_PAUSE: Final = (1.0, 2.5)
"""How long a house player seems to think, so that its moves can be followed."""

LOBBY_LIFE: Final = 24 * HOUR
"""After how long a lobby that was never started lapses."""

LATELY: Final = 2 * MINUTE
"""Somebody who acted this recently is looking, and is not mentioned."""
