"""The table of a season as a pure function of everybody's places in its evenings. No database, no clock."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, TypeAlias

from msgspec import Struct

User: TypeAlias = int

Evening: TypeAlias = Mapping[User, int]
"""The place of each player who took part in an evening; equals share one."""

LAST: Final = 10**9
"""What stands for the place of somebody who was not there: below all others."""


class Result(Struct, frozen=True):
    """What an evening gave a player: the place, its points, and whether it is among the evenings that count."""

    place: int
    points: int
    counts: bool


class Line(Struct, frozen=True):
    """A player's line in the table of a season.

    Attributes:
        place: 1 for the best, shared by equals.
        before: the place before the latest evening; None for a player who was not in the table then.
        points: the sum over the evenings that count.
        wins: how many evenings the player has won, whether they count or not.
        results: the results by evening, in order; None for an evening without the player.
        last: the place in the final evening; None without one.
    """

    user: User
    place: int
    before: int | None
    points: int
    wins: int
    results: tuple[Result | None, ...]
    last: int | None = None

    @property
    def risen(self) -> int:
        """How many places the player has risen in the latest evening; below 0 for one who has fallen."""
        return 0 if self.before is None else self.before - self.place


def points_of(place: int, points: Sequence[int]) -> int:
    """Return the points of a place; all places beyond the end of the list get its last number."""
    return points[min(place, len(points)) - 1]


def table(
    evenings: Sequence[Evening], points: Sequence[int], best: int, last: Evening | None = None
) -> tuple[Line, ...]:
    """Return the table of a season, best player first.

    Only each player's `best` evenings count, or all of them if it is 0. Of players with equal points, the one who has
    won more evenings is ahead; then the one with the best single place; then the one with the better place in the
    latest evening, in the one before, and so on, where being there beats not being there. Players who are still equal
    share a place. The places in the final evening, if there was one, come before all that, and its players are ahead.
    """
    lines = _ranked(evenings, points, best, last)
    earlier = _ranked(evenings, points, best) if last is not None else _ranked(evenings[:-1], points, best)
    before = {line.user: line.place for line in earlier}
    return tuple(
        Line(each.user, each.place, before.get(each.user), each.points, each.wins, each.results, each.last)
        for each in lines
    )


def decided_by(first: Line, second: Line) -> Literal["points", "wins", "single", "latest"]:
    """Return the rule that puts a player before another one, the final evening aside."""
    if first.points != second.points:
        return "points"
    if first.wins != second.wins:
        return "wins"
    best = [min((each.place for each in line.results if each is not None), default=LAST) for line in (first, second)]
    return "single" if best[0] != best[1] else "latest"


def _ranked(evenings: Sequence[Evening], points: Sequence[int], best: int, last: Evening | None = None) -> list[Line]:
    users = {user for evening in (*evenings, last or {}) for user in evening}
    keys = {user: _key(evenings, points, best, last, user) for user in users}
    lines: list[Line] = []
    for key, equal in groupby(sorted(users, key=lambda user: (keys[user], user)), keys.__getitem__):
        place = len(lines) + 1
        lines += [
            Line(
                user,
                place,
                None,
                -key[1],
                -key[2],
                _results(evenings, points, best, user),
                None if last is None else last.get(user),
            )
            for user in equal
        ]
    return lines


def _key(
    evenings: Sequence[Evening], points: Sequence[int], best: int, last: Evening | None, user: User
) -> tuple[int, ...]:
    """Return what orders a player among the others, the best first."""
    results = [each for each in _results(evenings, points, best, user) if each is not None]
    total = sum(each.points for each in results if each.counts)
    wins = sum(each.place == 1 for each in results)
    single = min((each.place for each in results), default=LAST)
    latest = (evening.get(user, LAST) for evening in reversed(evenings))
    return ((last or {}).get(user, LAST), -total, -wins, single, *latest)


def _results(evenings: Sequence[Evening], points: Sequence[int], best: int, user: User) -> tuple[Result | None, ...]:
    """Return a player's results; of evenings with equal points, the later ones count."""
    given = {at: points_of(evening[user], points) for at, evening in enumerate(evenings) if user in evening}
    counted = sorted(given, key=lambda at: (-given[at], -at))[: best or None]
    return tuple(
        Result(evening[user], given[at], at in counted) if user in evening else None
        for at, evening in enumerate(evenings)
    )
