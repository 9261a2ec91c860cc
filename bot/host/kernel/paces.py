"""Paces: how fast a match is played, in one table for all games. Times are in seconds."""

from math import inf
from typing import Final, Literal

from msgspec import Struct

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


class Pace(Struct, frozen=True):
    """The time limits of a match.

    Attributes:
        turn: for a seat's own turn.
        response: for a response during somebody else's turn.
        bank: a seat's reserve for the whole match, for turns that take longer.
        passing: the shortest and longest time for which a quick pass is held, so that its time reveals nothing. The bot
            passes within the longest.
        vote: the maximum time for which a vote on taking a move back stays open.
        days: whether a match is played over days: people can be away, and can use all of their time.
    """

    key: str
    turn: float
    response: float
    bank: float
    passing: tuple[float, float]
    vote: float
    days: bool = False

    def given(self, tempo: Literal["turn", "response"]) -> float:
        """Return the time allowed for a decision at a tempo."""
        return self.turn if tempo == "turn" else self.response


PACES: Final = {
    pace.key: pace
    for pace in (
        Pace("live", 2 * MINUTE, 30, 3 * MINUTE, (8, 12), MINUTE),
        Pace("relaxed", 15 * MINUTE, 2 * MINUTE, 0, (40, MINUTE), 4 * MINUTE),
        Pace("daily", DAY, 8 * HOUR, 0, (800, 20 * MINUTE), 12 * HOUR, days=True),
        Pace("slow", 3 * DAY, DAY, 0, (800, 20 * MINUTE), 12 * HOUR, days=True),
    )
}
"""The paces that people choose from, by key, from the fastest to the slowest."""

DEFAULT_PACE: Final = "live"
"""The pace if neither the opener nor the server sets one."""

NO_CLOCK: Final = Pace("none", inf, inf, 0, (8, 12), MINUTE)
"""The pace of a match against house players alone."""


def pace_of(key: str) -> Pace:
    """Return a match's pace."""
    return NO_CLOCK if key == NO_CLOCK.key else PACES[key]


ASKING_PAUSE: Final = 5 * MINUTE
"""How long a person must wait before asking the same person again, after a challenge or a trade that failed."""

GRACE: Final = 2.0
"""How far a deadline is extended: a click that Discord received in time may still be on its way."""

RACE_CLOSES: Final = 1.5
"""How long a race stays open after the first answer that is not a pass (rules, further rulings)."""

REMINDED: Final = 10 * MINUTE
"""Anyone who gets more time than this is reminded when a quarter of it is left."""

HOUSE_PAUSE: Final = (1.0, 2.5)
"""How long a house player seems to think, so that people can follow its moves."""

LOBBY_LIFE: Final = DAY
"""How long a lobby can wait to be started before it lapses."""

UNTIMED_LIFE: Final = 30 * DAY
"""How long a match without a clock can go without a click before it ends."""

LATELY: Final = 2 * MINUTE
"""A person who has acted within this time is presumed to be looking at the match, and is not mentioned."""

ASKED_AFTER: Final = 2
"""After how many missed turns in a row a person is asked whether they are still playing."""

REMOVED_AFTER: Final = 3
"""After how many missed turns in a row a seat leaves."""

UNTOLD: Final = DAY
"""How long a seat's clock is stopped while its player cannot be reached; then the match ends without a result."""

AWAY_DAYS: Final = 14
"""How many days a year a person can be away."""
