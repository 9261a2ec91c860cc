"""The course of a tournament: what comes after all that was played, whatever its format. Pure, like the pairing."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.host.tournament.rules import bracket, round_robin, swiss
from bot.host.tournament.rules.bracket import Node, Seats
from bot.host.tournament.rules.standings import Player, Series, Standing, standings

Format: TypeAlias = Literal["swiss", "robin", "single", "double"]

FORMATS: Final[tuple[Format, ...]] = ("swiss", "robin", "single", "double")

Why: TypeAlias = swiss.Reason | Literal["everybody", "rest", "tree"]
"""Why a pairing was made: Swiss gives its reasons; in a round robin everybody meets everybody, and rests where their
number is odd; in a tree the matches before it say who comes."""


class Meeting(Struct, frozen=True):
    """Two who are to meet, or one who has a bye, with the match points that both have; `node` is of the tree."""

    first: Player
    second: Player | None
    why: Why
    points: tuple[int, int] = (0, 0)
    node: int | None = None


class Round(Struct, frozen=True):
    """What comes next: who meets whom. `cut` are the seeds of the tree that begins with this round, where one does."""

    meetings: tuple[Meeting, ...]
    cut: tuple[Player, ...] | None = None


class Course(Struct, frozen=True):
    """All that follows from what was played.

    Attributes:
        rounds: how many rounds a Swiss tournament has, or its Swiss part.
        size: how many go on from there into a tree; 0 for none.
        round: how many rounds were paired.
        seeds: who takes part or did, the best seed first.
        out: who has left.
        played: the series outside a tree, in the order of their rounds.
        tree: the series of the tree, by the number of its match.
        cut: the seeds of the tree that follows a Swiss part, once it has begun.
    """

    format: Format
    rounds: int
    size: int
    round: int
    seeds: tuple[Player, ...]
    out: frozenset[Player]
    played: tuple[Series, ...] = ()
    tree: Mapping[int, Series] = {}
    cut: tuple[Player, ...] | None = None

    @property
    def knockout(self) -> bool:
        """Whether who loses now is out, or nearly."""
        return self.format in ("single", "double") or self.cut is not None

    @property
    def there(self) -> list[Player]:
        """Who has not left, by seed."""
        return [player for player in self.seeds if player not in self.out]


def usual_rounds(players: int) -> int:
    """Return how many Swiss rounds leave at most one player who has won them all."""
    return max(1, (players - 1).bit_length())


def nodes(course: Course) -> list[Node]:
    """Return the tree, which is empty where there is none."""
    if not course.knockout:
        return []
    players = len(course.seeds if course.cut is None else course.cut)
    return bracket.double(players) if course.format == "double" else bracket.single(players)


def seats(course: Course) -> list[Seats]:
    """Return who has come to each match of the tree."""
    won = {node: series.winner for node, series in course.tree.items() if series.winner is not None}
    return bracket.seated(nodes(course), course.seeds if course.cut is None else course.cut, won, course.out)


def table(course: Course) -> list[Standing]:
    """Return how everybody stands outside the tree, the best first."""
    return standings(course.seeds, course.played)


def ranking(course: Course) -> list[Player]:
    """Return everybody, the best first: whoever came into the tree by their way there, then the others."""
    before = [standing.player for standing in table(course)]
    if not course.knockout:
        return before
    inside = bracket.ranking(nodes(course), course.seeds if course.cut is None else course.cut, seats(course))
    return [*inside, *(player for player in before if player not in inside)]


def following(course: Course) -> Round | None:
    """Return the round that follows once all that was paired is played; None at the end."""
    if course.knockout:
        return _tree(course)
    if course.format == "robin":
        return _robin(course)
    if course.round < course.rounds and len(course.there) > 1:
        return _swiss(course)
    going_on = [standing.player for standing in table(course) if standing.player not in course.out][: course.size]
    if len(going_on) > 1:
        return _tree(replace(course, cut=tuple(going_on)))
    return None


def _tree(course: Course) -> Round | None:
    """Return all matches of the tree that can be played now."""
    found = [
        Meeting(match.first, match.second, "tree", node=number)
        for number, match in enumerate(seats(course))
        if match.open and match.first is not None and number not in course.tree
    ]
    return Round(tuple(found), None if course.tree else course.cut) if found else None


def _robin(course: Course) -> Round | None:
    """Return who meets whom in the next round in which anybody is there to play."""
    if len(course.there) < 2:  # noqa: PLR2004 - it takes two to play
        return None
    points = _points(course)
    found: list[Meeting] = []
    for first, second in round_robin.meetings(course.seeds, course.round):
        there = [player for player in (first, second) if player is not None and player not in course.out]
        if len(there) == 2:  # noqa: PLR2004 - both are there
            found.append(Meeting(there[0], there[1], "everybody", (points[there[0]], points[there[1]])))
        elif there:
            found.append(Meeting(there[0], None, "rest", (points[there[0]], 0)))
    return Round(tuple(found)) if course.round < round_robin.rounds(len(course.seeds)) else None


def _swiss(course: Course) -> Round:
    """Return who meets whom next; who has had the first seat more rarely has it."""
    standing = [each for each in table(course) if each.player not in course.out]
    points = _points(course)
    begun = [series.first for series in course.played if series.second is not None]
    found: list[Meeting] = []
    for pairing in swiss.pair(standing, course.played):
        pair: Sequence[Player] = (
            (pairing.first,) if pairing.second is None else sorted((pairing.first, pairing.second), key=begun.count)
        )
        own = (points[pair[0]], 0 if len(pair) == 1 else points[pair[1]])
        found.append(Meeting(pair[0], None if len(pair) == 1 else pair[1], pairing.why, own))
    return Round(tuple(found))


def _points(course: Course) -> dict[Player, int]:
    return {standing.player: standing.points for standing in table(course)}
