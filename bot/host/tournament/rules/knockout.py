"""The standings of a knockout: each player's results, and the round in which the player went out."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules import bracket
from bot.host.tournament.rules.bracket import Node, NodePlayers
from bot.host.tournament.rules.standings import Player

State: TypeAlias = Literal["champion", "playing", "in", "out", "left"]


class KnockoutStanding(Struct, frozen=True):
    """A player's line in the standings of a knockout.

    Attributes:
        place: 1 for the best; never shared, since seeds decide last.
        won: the number of matches won, of those that were paired: without byes and without opponents who had left.
        lost: the number of matches lost, of those that were paired.
        round: the round in which the player went out, counted from 1; None for a player who is not out.
    """

    place: int
    player: Player
    won: int
    lost: int
    state: State
    round: int | None


def knockout_standings(
    nodes: Sequence[Node],
    seeds: Sequence[Player],
    seats: Sequence[NodePlayers],
    paired: Mapping[int, int],
    left: Collection[Player],
) -> list[KnockoutStanding]:
    """Return the standings of a tree, best first.

    Those who are still in come first, and in the end the order is that of `bracket.ranking`.

    Args:
        nodes: the tree.
        seeds: the players, best seed first.
        seats: the players in each match.
        paired: the round in which each match that has been paired is played, counted from 1.
        left: the players who have left.
    """
    lives = 2 if nodes[-1].stage == "again" else 1
    won, lost, defeats = Counter[Player](), Counter[Player](), Counter[Player]()
    ends = dict[Player, int | None]()
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
            ends[loser] = paired.get(number)
    playing = {player for number in paired if seats[number].open for player in _both(seats[number])}
    champion = seats[-1].winner

    def state_of(player: Player) -> State:
        if player == champion:
            return "champion"
        if player in ends and ends[player] is not None:
            return "out"
        if player in left or player in ends:
            return "left"
        return "playing" if player in playing else "in"

    states = {player: state_of(player) for player in seeds}
    staying = [player for player in seeds if states[player] not in ("out", "left")]
    staying.sort(key=lambda player: (lost[player], -won[player]))
    gone = [player for player in bracket.ranking(nodes, seeds, seats) if states[player] in ("out", "left")]
    return [
        KnockoutStanding(place, player, won[player], lost[player], states[player], ends.get(player))
        for place, player in enumerate([*staying, *gone], 1)
    ]


def _both(match: NodePlayers) -> list[Player]:
    return [player for player in (match.first, match.second) if player is not None]
