"""The standings of a knockout: each player's results, and the round in which the player went out."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules import bracket
from bot.host.tournament.rules.bracket import Node, NodePlayers
from bot.host.tournament.rules.standings import Player, shared_places

State: TypeAlias = Literal["champion", "playing", "in", "out", "left", "disqualified"]


Reached: TypeAlias = Literal["final", "semifinal", "quarterfinal"]
"""A round near the end of a tree, which has a name. In a double knockout only the final has one."""

_NAMED: Final[Mapping[int, Reached]] = {1: "final", 2: "semifinal", 4: "quarterfinal"}
"""The names of the rounds of a single knockout, by the number of their matches."""


class KnockoutStanding(Struct, frozen=True):
    """A player's line in the standings of a knockout.

    Attributes:
        place: 1 for the best, shared by those who went out in the same round of the tree; None if disqualified.
        won: the number of matches won, of those that were paired: without byes and without opponents who had left.
        lost: the number of matches lost, of those that were paired.
        round: the round in which the player went out, counted from 1; None for a player who is not out.
        reached: the name of the round in which the player went out, if it has one.
    """

    place: int | None
    player: Player
    won: int
    lost: int
    state: State
    round: int | None
    reached: Reached | None = None


def knockout_standings(
    nodes: Sequence[Node],
    seeds: Sequence[Player],
    seats: Sequence[NodePlayers],
    paired: Mapping[int, int],
    left: Collection[Player],
    disqualified: Collection[Player] = (),
) -> list[KnockoutStanding]:
    """Return the standings of a tree, best first.

    Those who are still in come first. In the end the player who lasted longest is champion, and those who were
    disqualified stand below everybody.

    Args:
        nodes: the tree.
        seeds: the players, best seed first.
        seats: the players in each match.
        paired: the round in which each match that has been paired is played, counted from 1.
        left: the players who have left, the disqualified among them.
        disqualified: the players who were disqualified.
    """
    lives = 2 if nodes[-1].stage == "again" else 1
    won, lost, defeats = Counter[Player](), Counter[Player](), Counter[Player]()
    ends = dict[Player, int]()
    for number, match in enumerate(seats):
        winner, loser = match.winner, match.loser
        # A second final that is not needed has a loser who is out already.
        if winner is None or loser is None or loser in ends:
            continue
        if number in paired:
            won[winner] += 1
            lost[loser] += 1
        defeats[loser] += 1
        if defeats[loser] == lives:
            ends[loser] = number
    playing = {player for number in paired if seats[number].open for player in _both(seats[number])}
    ranked = [player for player in bracket.ranking(nodes, seeds, seats) if player not in disqualified]
    champion = ranked[0] if seats[-1].decided and ranked else None

    def state_of(player: Player) -> State:
        if player == champion:
            return "champion"
        if player in disqualified:
            return "disqualified"
        if player in ends and ends[player] in paired:
            return "out"
        if player in left or player in ends:
            return "left"
        return "playing" if player in playing else "in"

    states, depths = {player: state_of(player) for player in seeds}, bracket.depths(nodes, seeds, seats)
    staying = [player for player in seeds if states[player] not in ("out", "left", "disqualified")]
    staying.sort(key=lambda player: (lost[player], -won[player]))
    gone = [player for player in ranked if states[player] in ("out", "left")]
    equal = {player: (lost[player], won[player]) for player in staying} | {player: (depths[player],) for player in gone}
    places = shared_places([*staying, *gone], equal)
    barred = [player for player in seeds if states[player] == "disqualified"]
    return [
        KnockoutStanding(
            places.get(player),
            player,
            won[player],
            lost[player],
            states[player],
            paired.get(ends[player]) if states[player] == "out" else None,
            _reached(nodes, ends[player]) if states[player] == "out" else None,
        )
        for player in [*staying, *gone, *barred]
    ]


def _reached(nodes: Sequence[Node], number: int) -> Reached | None:
    """Return the name of the round that a match of the tree is in, if it has one."""
    node = nodes[number]
    if nodes[-1].stage == "again":
        return "final" if node.stage in ("final", "again") else None
    return _NAMED.get(sum(other.round == node.round for other in nodes))


def _both(match: NodePlayers) -> list[Player]:
    return [player for player in (match.first, match.second) if player is not None]
