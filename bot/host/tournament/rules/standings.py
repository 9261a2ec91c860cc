"""Standings: match points and tiebreaks."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Final, Literal, TypeAlias

from msgspec import Struct

Player: TypeAlias = int

WIN: Final = 3
DRAW: Final = 1
"""The match points for a win and for a draw; a bye counts as a win, and a loss gives none."""

VIRTUAL: Final = DRAW
"""By how many match points the virtual opponent of a bye is ahead of the player who has it.

With that many, players who had a bye end in the middle of those with equal points, as tournaments between equals show
(tests/host/tournament/test_byes.py). FIDE's virtual opponent has just the player's points; against it, the byes of the
lowest seeds would still cost something, because seeds decide last.
"""

LEAST_RATE: Final = Fraction(1, 3)
"""The minimum that an opponent's win rate counts as, so that nobody suffers for having met someone who left early."""

TIEBREAKS: Final = ("points", "buchholz", "opponents", "direct", "seed")
"""The criteria, in order."""


class Series(Struct, frozen=True):
    """A series, played or to be played: its round, its players and its result.

    `second` is None for a bye. `winner` is None while the series is open, and if it was drawn or lost: a lost series
    gives nothing to anybody, because neither player was there, or the one with the bye was not.
    """

    round: int
    first: Player
    second: Player | None
    state: Literal["open", "won", "drawn", "lost"] = "open"
    winner: Player | None = None

    @property
    def players(self) -> tuple[Player, ...]:
        """Its players, one for a bye."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def points(self, player: Player) -> int:
        """Return the match points that the series gave one of its players."""
        if self.state == "drawn":
            return DRAW
        return WIN if self.state == "won" and self.winner == player else 0


class Standing(Struct, frozen=True):
    """A player's line in the standings.

    Attributes:
        place: 1 for the best; None for a player who was disqualified. Only players of the same stage of a knockout
            share one, since seeds decide last elsewhere.
        points: match points.
        buchholz: the sum of all opponents' match points. A bye counts like an opponent with `VIRTUAL` points more than
            the player.
        opponents: the average win rate of the opponents, each counted as `LEAST_RATE` or more.
        direct: match points against the players equal in all of the above, if all of them have met.
        byes: the number of rounds without an opponent.
    """

    place: int | None
    player: Player
    points: int
    buchholz: int
    opponents: Fraction
    direct: int
    byes: int


def standings(seeds: Sequence[Player], played: Iterable[Series]) -> list[Standing]:
    """Return the standings, best first; open series do not count."""
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
        byes = sum(series.second is None and series.state == "won" for series in own[player])
        buchholz = sum(points[other] for other in met) + byes * (points[player] + VIRTUAL)
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


def shared_places(ordered: Iterable[Player], merits: Mapping[Player, object]) -> dict[Player, int]:
    """Return the places of players who are given best first; those with equal merits share the better place."""
    places: dict[Player, int] = {}
    before: Player | None = None
    for number, player in enumerate(ordered, 1):
        equal = before is not None and merits[before] == merits[player]
        places[player] = places[before] if before is not None and equal else number
        before = player
    return places


def opponent(series: Series, player: Player) -> Player | None:
    """Return a player's opponent, or None for a bye."""
    return series.second if series.first == player else series.first


def _rate(points: int, played: int) -> Fraction:
    return max(LEAST_RATE, Fraction(points, WIN * played)) if played else LEAST_RATE


def _direct(tied: Sequence[Player], own: dict[Player, list[Series]]) -> dict[Player, int]:
    """Return the match points of tied players against each other; 0 for everyone unless all of them have met."""
    points = dict.fromkeys(tied, 0)
    for player in tied:
        among = [series for series in own[player] if opponent(series, player) in points]
        if len({opponent(series, player) for series in among}) < len(tied) - 1:
            return dict.fromkeys(tied, 0)
        points[player] = sum(series.points(player) for series in among)
    return points
