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

FIRST: Final = 1
"""The champion's place."""

_NAMED: Final[Mapping[int, Reached]] = {1: "final", 2: "semifinal", 4: "quarterfinal"}
"""The names of the rounds of a single knockout, by the number of their matches."""


class KnockoutStanding(Struct, frozen=True):
    """A player's line in the standings of a knockout.

    Attributes:
        place: 1 for the best, shared by those who went out in the same round of the tree; None if disqualified. Nobody
            is first in a tree that nobody has won: the best are second.
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

    Those who are still in come first. In the end the player who lasted longest is champion, unless nobody has won the
    last match, and those who were disqualified stand below everybody.

    Args:
        nodes: the tree.
        seeds: the players, best seed first.
        seats: the players in each match.
        paired: the round in which each match that has been paired is played, counted from 1.
        left: the players who have left, the disqualified among them.
        disqualified: the players who were disqualified.
    """
    won, lost, ends = _results(seats, paired, lives=2 if nodes[-1].stage == "again" else 1)
    playing = {player for number in paired if seats[number].open for player in _both(seats[number])}
    ranked = [player for player in bracket.ranking(nodes, seeds, seats) if player not in disqualified]
    champion = ranked[0] if seats[-1].winner is not None and ranked else None

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
    if seats[-1].decided and champion is None:
        places = {player: max(FIRST + 1, place) for player, place in places.items()}
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


def _results(
    seats: Sequence[NodePlayers], paired: Collection[int], *, lives: int
) -> tuple[Counter[Player], Counter[Player], dict[Player, int]]:
    """Return how many matches each player has won and lost, and the match in which a player went out."""
    won, lost, defeats = Counter[Player](), Counter[Player](), Counter[Player]()
    ends = dict[Player, int]()
    for number, match in enumerate(seats):
        # A second final that is not needed has a loser who is out already.
        losers = [player for player in match.losers if player not in ends]
        if losers and match.winner is not None and number in paired:
            won[match.winner] += 1
        for loser in losers:
            lost[loser] += number in paired
            defeats[loser] += 1
            # Two who both lose leave nobody to go on to a second chance.
            if defeats[loser] == lives or match.winner is None:
                ends[loser] = number
    return won, lost, ends


def _reached(nodes: Sequence[Node], number: int) -> Reached | None:
    """Return the name of the round that a match of the tree is in, if it has one."""
    node = nodes[number]
    if nodes[-1].stage == "again":
        return "final" if node.stage in ("final", "again") else None
    return _NAMED.get(sum(other.round == node.round for other in nodes))


def _both(match: NodePlayers) -> list[Player]:
    return [player for player in (match.first, match.second) if player is not None]
