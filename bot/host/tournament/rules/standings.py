"""How everybody stands: match points, and what tells apart those who have the same."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, Literal, TypeAlias

from msgspec import Struct

Player: TypeAlias = int

WIN: Final = 3
DRAW: Final = 1
"""The match points of a win and of a draw; a bye counts as a win, a loss as nothing."""

LEAST_RATE: Final = Fraction(1, 3)
"""What an opponent's win rate counts at the least, so that nobody suffers from having met somebody who left early."""

TIEBREAKS: Final = ("points", "buchholz", "opponents", "direct", "seed")
"""What decides, one after another."""


class Series(Struct, frozen=True):
    """What was played, or is to be: who met whom in which round, and what came of it.

    `second` is None for a bye. `winner` is None while it is open and where it was drawn.
    """

    round: int
    first: Player
    second: Player | None
    state: Literal["open", "won", "drawn"] = "open"
    winner: Player | None = None

    def points(self, player: Player) -> int:
        """Return the match points that it gave a player who has a part in it."""
        if self.state == "drawn":
            return DRAW
        return WIN if self.state == "won" and self.winner == player else 0


class Standing(Struct, frozen=True):
    """How a player stands.

    Attributes:
        place: 1 for the best; nobody shares one, since seeds decide at last.
        points: match points.
        buchholz: the match points of all opponents together.
        opponents: the average win rate of the opponents, none of them below `LEAST_RATE`.
        direct: match points against those who are equal in all that, where all of them have met.
        byes: in how many rounds nobody was there to play with.
    """

    place: int
    player: Player
    points: int
    buchholz: int
    opponents: Fraction
    direct: int
    byes: int


def standings(seeds: Sequence[Player], played: Iterable[Series]) -> list[Standing]:
    """Return how everybody stands, the best first; what is still open counts for nothing."""
    own: dict[Player, list[Series]] = {player: [] for player in seeds}
    for series in played:
        if series.state != "open":
            for player in (series.first, series.second):
                if player is not None:
                    own[player].append(series)
    points = {player: sum(series.points(player) for series in own[player]) for player in seeds}
    rates = {player: _rate(points[player], len(own[player])) for player in seeds}
    rows: list[tuple[int, int, Fraction, Player]] = []
    for player in seeds:
        met = [other for series in own[player] if (other := opponent(series, player)) is not None]
        buchholz = sum(points[other] for other in met)
        average = sum((rates[other] for other in met), Fraction()) / max(1, len(met))
        rows.append((points[player], buchholz, average, player))
    rows.sort(key=lambda row: row[:3], reverse=True)
    found: list[Standing] = []
    for (won, buchholz, average), equal in groupby(rows, key=lambda row: row[:3]):
        tied = [row[3] for row in equal]
        direct = _direct(tied, own)
        for player in sorted(tied, key=lambda player: -direct[player]):
            byes = sum(series.second is None for series in own[player])
            found.append(Standing(len(found) + 1, player, won, buchholz, average, direct[player], byes))
    return found


def opponent(series: Series, player: Player) -> Player | None:
    """Return whom a player met, or None for a bye."""
    return series.second if series.first == player else series.first


def _rate(points: int, played: int) -> Fraction:
    return max(LEAST_RATE, Fraction(points, WIN * played)) if played else LEAST_RATE


def _direct(tied: Sequence[Player], own: dict[Player, list[Series]]) -> dict[Player, int]:
    """Return the match points of some players against each other; nothing where not all of them have met."""
    points = dict.fromkeys(tied, 0)
    for player in tied:
        among = [series for series in own[player] if opponent(series, player) in points]
        if len({opponent(series, player) for series in among}) < len(tied) - 1:
            return dict.fromkeys(tied, 0)
        points[player] = sum(series.points(player) for series in among)
    return points
