"""How fast a match is played: one table for every game. All figures are in seconds."""

from typing import Final, Literal

from msgspec import Struct

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Pace(Struct, frozen=True):
    """A pace.

    Attributes:
        turn: for a seat's own turn.
        response: for a response inside somebody else's turn.
        bank: a seat's reserve for the whole match, for turns that take longer.
        passing: from when to when a pass takes effect, so that the wait tells nothing.
        least: for how long a window stays open at the least.
        vote: for how long a vote on taking a move back is open at the most.
        days: whether it is played over days: people may be away, and take their whole time.
    """

    key: str
    turn: float
    response: float
    bank: float
    passing: tuple[float, float]
    least: float
    vote: float
    days: bool = False

    def given(self, tempo: Literal["turn", "response"]) -> float:
        """Return the time for a decision of a tempo."""
        return self.turn if tempo == "turn" else self.response


PACES: Final = {
    pace.key: pace
    for pace in (
        Pace("live", 2 * MINUTE, 30, 3 * MINUTE, (3, 12), 5, MINUTE),
        Pace("relaxed", 15 * MINUTE, 2 * MINUTE, 0, (10, MINUTE), 10, 4 * MINUTE),
        Pace("daily", DAY, 8 * HOUR, 0, (2 * MINUTE, 20 * MINUTE), 2 * MINUTE, 12 * HOUR, days=True),
        Pace("slow", 3 * DAY, DAY, 0, (2 * MINUTE, 20 * MINUTE), 2 * MINUTE, 12 * HOUR, days=True),
    )
}
"""The paces by key, from the fastest on."""

ASKING_PAUSE: Final = 5 * MINUTE
"""How long somebody waits before asking the same person again, after a challenge or a trade came to nothing."""

GRACE: Final = 2.0
"""How late a deadline falls: a click that Discord took in time may still be on its way."""

RACE_CLOSES: Final = 1.5
"""How long a race stays open after the first answer that is no pass (rules, further rulings)."""

REMINDED: Final = 10 * MINUTE
"""Whoever is given more time than this is reminded when a quarter of it is left."""

HOUSE_PAUSE: Final = (1.0, 2.5)
"""How long a house player seems to think, so that its moves can be followed."""

LOBBY_LIFE: Final = DAY
"""After how long a lobby that was never started lapses."""

SOLO_LIFE: Final = 30 * DAY
"""After how long a match without a clock ends in which nobody has moved."""

LATELY: Final = 2 * MINUTE
"""Somebody who acted this recently is looking, and is not mentioned."""

ASKED_AFTER: Final = 2
"""After how many missed turns running somebody is asked whether they still play."""

REMOVED_AFTER: Final = 3
"""After how many missed turns running a seat leaves."""

UNTOLD: Final = DAY
"""For how long a seat's clock stands still whose person cannot be told; then the match ends without a result."""

AWAY_DAYS: Final = 14
"""For how many days of a year somebody may be away."""
