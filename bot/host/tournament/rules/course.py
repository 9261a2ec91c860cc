"""The course of a tournament: the next round in any format, given everything that has been played so far."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.host.tournament.rules import bracket, round_robin, swiss
from bot.host.tournament.rules.bracket import Node, NodePlayers
from bot.host.tournament.rules.knockout import FIRST, KnockoutStanding, knockout_standings
from bot.host.tournament.rules.standings import Player, Series, Standing, standings

Format: TypeAlias = Literal["swiss", "robin", "single", "double"]

FORMATS: Final[tuple[Format, ...]] = ("swiss", "robin", "single", "double")

Why: TypeAlias = swiss.Reason | Literal["everybody", "rest", "tree"]
"""The reason for a pairing. Swiss pairing gives its own; in a round robin everyone meets everyone, with a rest if the
number of players is odd; in a tree the earlier matches decide."""


class Matchup(Struct, frozen=True):
    """Two players who are to meet, or one with a bye, with their match points; `node` is the match in the tree."""

    first: Player
    second: Player | None
    why: Why
    points: tuple[int, int] = (0, 0)
    node: int | None = None


class Round(Struct, frozen=True):
    """The meetings in the next round. `cut` holds the seeds of the tree if one begins with this round."""

    meetings: tuple[Matchup, ...]
    cut: tuple[Player, ...] | None = None


class Milestone(Struct, frozen=True):
    """What a round means for everybody: that it is the final, that a knockout begins with it, or both.

    Attributes:
        final: whether the round is the final; "again" if the first final of a double knockout did not decide.
        advancing: the players who can still win the tournament.
        out: the players who no longer can and have not left, the best place first.
    """

    final: Literal["final", "again"] | None
    advancing: tuple[Player, ...]
    out: tuple[Player, ...]


class Placed(Struct, frozen=True):
    """A player's place in a tournament: 1 for the best, shared by equals; None for a player who was disqualified.

    Nobody has the first place of a tournament that nobody has won.
    """

    place: int | None
    player: Player


class Course(Struct, frozen=True):
    """The state of a tournament, from which everything else follows.

    Attributes:
        rounds: the number of rounds in a Swiss tournament, or in its Swiss part.
        size: how many players advance from there into a tree; 0 for none.
        round: how many rounds have been paired.
        seeds: all players, including those who have left, the best seed first.
        out: the players who have left, the disqualified among them.
        played: the series outside a tree, in the order of their rounds.
        tree: the series of the tree, by the number of their match.
        cut: the seeds of the tree that follows a Swiss part, once it has begun.
        disqualified: the players who were disqualified. Their results stand, and they have no place.
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
    disqualified: frozenset[Player] = frozenset()

    @property
    def knockout(self) -> bool:
        """Whether the tournament has reached its elimination tree."""
        return self.format in ("single", "double") or self.cut is not None

    @property
    def there(self) -> list[Player]:
        """The players who have not left, by seed."""
        return [player for player in self.seeds if player not in self.out]


def usual_rounds(players: int) -> int:
    """Return how many Swiss rounds it takes to leave at most one player unbeaten."""
    return max(1, (players - 1).bit_length())


def rounds_in_all(course: Course, players: int) -> int | None:
    """Return how many rounds a tournament of some players has; None for a double knockout, whose last round is open."""
    match course.format:
        case "swiss":
            finals = usual_rounds(course.size) if course.size else 0
            return (course.rounds or usual_rounds(players)) + finals
        case "robin":
            return round_robin.rounds(players)
        case "single":
            return usual_rounds(players)
        case "double":
            return None


def nodes(course: Course) -> list[Node]:
    """Return the tree; empty if there is none."""
    if not course.knockout:
        return []
    players = len(course.seeds if course.cut is None else course.cut)
    return bracket.double(players) if course.format == "double" else bracket.single(players)


def seats(course: Course) -> list[NodePlayers]:
    """Return the players in each match of the tree."""
    won = {node: series.winner for node, series in course.tree.items() if series.state != "open"}
    furthest = {player: node for node in sorted(course.tree) for player in _players(course.tree[node])}
    players = course.seeds if course.cut is None else course.cut
    return bracket.seated(nodes(course), players, won, course.out, furthest)


def _players(series: Series) -> list[Player]:
    return [player for player in (series.first, series.second) if player is not None]


def knockout_table(course: Course) -> list[KnockoutStanding]:
    """Return the standings in the tree, best first; empty if there is no tree."""
    if not course.knockout:
        return []
    paired = {node: series.round for node, series in course.tree.items()}
    players = course.seeds if course.cut is None else course.cut
    return knockout_standings(nodes(course), players, seats(course), paired, course.out, course.disqualified)


def places(course: Course) -> list[Placed]:
    """Return the place of every player, best first: the one answer to how a tournament stands and how it ended.

    Players in the tree come first, by how far they got. Those who went out in the same round of the tree share a place.
    The others follow in the order of the standings. Last come the disqualified, who have no place. Where all others
    left before the knockout, the one who stayed is first. Nobody is if all have left and no match was won.
    """
    listed = [Placed(each.place, each.player) for each in knockout_table(course) if each.place is not None]
    inside = {each.player for each in listed}
    rows = standings(course.seeds, course.played)
    others = [each.player for each in rows if each.player not in inside]
    if course.size and not course.knockout and len(course.there) == 1:
        others.sort(key=course.out.__contains__)
    placed = [player for player in others if player not in course.disqualified]
    barred = [player for player in others if player in course.disqualified]
    won = course.there or any(each.points for each in rows)
    best = FIRST if won or course.knockout else FIRST + 1
    listed += [Placed(max(best, place), player) for place, player in enumerate(placed, len(listed) + 1)]
    return [*listed, *(Placed(None, player) for player in barred)]


def table(course: Course) -> list[Standing]:
    """Return the standings outside the tree, in the order of the places."""
    rows = {each.player: each for each in standings(course.seeds, course.played)}
    return [replace(rows[each.player], place=each.place) for each in places(course)]


def advancing(course: Course) -> tuple[Player, ...]:
    """Return the players who go on into a tree after the Swiss rounds, as it stands now; empty if there is none."""
    if course.cut is not None:
        return tuple(player for player in course.cut if player not in course.disqualified)
    return tuple(each.player for each in table(course) if each.player not in course.out)[: course.size]


def following(course: Course) -> Round | None:
    """Return the round that follows once everything paired has been played; None at the end."""
    if course.knockout:
        return _tree(course)
    if course.format == "robin":
        return _robin(course)
    if course.round < course.rounds and len(course.there) > 1:
        return _swiss(course)
    going_on = advancing(course)
    return _tree(replace(course, cut=going_on)) if len(going_on) > 1 else None


def milestone(course: Course, paired: Round) -> Milestone | None:
    """Return what the round that follows means for everybody; None for a round like any other."""
    at, node = replace(course, cut=paired.cut or course.cut), next((each.node for each in paired.meetings), None)
    final = None if node is None else final_at(nodes(at), node)
    if final is None and paired.cut is None:
        return None
    playing = (player for each in paired.meetings for player in (each.first, each.second) if player is not None)
    advancing = paired.cut or tuple(playing)
    out = [each.player for each in places(course) if each.player not in advancing]
    return Milestone(final, advancing, tuple(player for player in out if player not in course.out))


def final_at(tree: Sequence[Node], node: int) -> Literal["final", "again"] | None:
    """Return whether a match of a tree is its final; "again" for the second one of a double knockout."""
    if tree[node].stage == "again":
        return "again"
    return "final" if tree[node].stage == "final" or node == len(tree) - 1 else None


def _tree(course: Course) -> Round | None:
    """Return the matches of the tree that can be played now."""
    found = [
        Matchup(match.first, match.second, "tree", node=number)
        for number, match in enumerate(seats(course))
        if match.open and match.first is not None and number not in course.tree
    ]
    return Round(tuple(found), None if course.tree else course.cut) if found else None


def _robin(course: Course) -> Round | None:
    """Return the next round's meetings between players who are still there; None if no round or no opponent is left."""
    if len(course.there) < 2:  # noqa: PLR2004 - it takes two to play
        return None
    points = _points(course)
    found: list[Matchup] = []
    for first, second in round_robin.meetings(course.seeds, course.round):
        there = [player for player in (first, second) if player is not None and player not in course.out]
        if len(there) == 2:  # noqa: PLR2004 - both are there
            found.append(Matchup(there[0], there[1], "everybody", (points[there[0]], points[there[1]])))
        elif there:
            found.append(Matchup(there[0], None, "rest", (points[there[0]], 0)))
    return Round(tuple(found)) if course.round < round_robin.rounds(len(course.seeds)) else None


def _swiss(course: Course) -> Round:
    """Return the next meetings, with their seats."""
    standing = [each for each in table(course) if each.player not in course.out]
    points = _points(course)
    found: list[Matchup] = []
    for pairing in swiss.pair(standing, course.played):
        if pairing.second is None:
            found.append(Matchup(pairing.first, None, pairing.why, (points[pairing.first], 0)))
        else:
            first, second = swiss.seating(pairing.first, pairing.second, course.played)
            found.append(Matchup(first, second, pairing.why, (points[first], points[second])))
    return Round(tuple(found))


def _points(course: Course) -> dict[Player, int]:
    return {standing.player: standing.points for standing in table(course)}
