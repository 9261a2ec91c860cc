"""Elimination: a tree of matches, each between winners or losers of earlier ones; enough losses eliminate a player."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.standings import Player

Stage = Literal["winners", "losers", "final", "again"]
"""The part of the tree that a match is in: among players without a loss, among players with one, the final between the
two, and the replay of the final if the unbeaten player has lost the first one."""


class Seed(Struct, frozen=True):
    """A place in the tree that is taken by a player's seed, 0 for the best; a bye if there is no such seed."""

    seed: int


class From(Struct, frozen=True):
    """A place in the tree that is taken by the winner or the loser of an earlier match."""

    match: int
    loses: bool = False


Source: TypeAlias = Seed | From


class Node(Struct, frozen=True):
    """A match in the tree: its stage, its round counted from 0, and the sources of its players."""

    stage: Stage
    round: int
    first: Source
    second: Source


class NodePlayers(Struct, frozen=True):
    """The players in a match of the tree; None for a place that nobody takes.

    Attributes:
        ready: whether its players are known.
        winner: the player who advances; None while that is open, if both have lost, or if nobody takes either place.
        decided: whether it is known who advances, if anybody does.
    """

    first: Player | None
    second: Player | None
    ready: bool
    decided: bool
    winner: Player | None

    @property
    def open(self) -> bool:
        """Whether two players are waiting to play the match."""
        return self.ready and not self.decided

    @property
    def loser(self) -> Player | None:
        """The player who does not advance while another does."""
        if self.winner is None:
            return None
        return self.second if self.winner == self.first else self.first

    @property
    def losers(self) -> list[Player]:
        """The players who do not advance: both if neither was there."""
        players = [player for player in (self.first, self.second) if player is not None]
        return [player for player in players if self.decided and player != self.winner]


DROPS: Final[Mapping[int, Sequence[int]]] = {
    1: (),
    2: (0,),
    3: (0b1, 0),
    4: (0b10, 0b0, 0),
    5: (0b010, 0b10, 0b0, 0),
    6: (0b1000, 0b110, 0b01, 0b1, 0),
    7: (0b01000, 0b1000, 0b110, 0b00, 0b1, 0),
    8: (0b001000, 0b01000, 0b1000, 0b110, 0b00, 0b1, 0),
}
"""Where the losers of each winners' round but the first drop in, by the number of winners' rounds.

The loser of match `m` takes the place `m ^ mask` of the losers' round. Among all masks these let the fewest pairs meet
again in the earliest losers' round in which any must, then in the next one, and so on, if every match is even.
"""


def order(size: int) -> list[int]:
    """Return a tree's seeds from top to bottom: the best two can meet only in the last round, and so on."""
    seeds = [0]
    while len(seeds) < size:
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) - 1 - seed)]
    return seeds


def single(players: int) -> list[Node]:
    """Return the single-elimination tree, ordered so that every match follows those that feed into it."""
    nodes: list[Node] = []
    _winners(nodes, players)
    return nodes


def double(players: int) -> list[Node]:
    """Return the double-elimination tree, ordered in the same way."""
    nodes: list[Node] = []
    rounds = _winners(nodes, players)
    left: list[Source] = [From(match, loses=True) for match in rounds[0]]
    number = 0
    for later, mask in zip(rounds[1:], DROPS[len(rounds)], strict=True):
        left = _round(nodes, "losers", number, left)
        coming: list[Source] = [From(later[place ^ mask], loses=True) for place in range(len(later))]
        left = _round(nodes, "losers", number + 1, [each for both in zip(left, coming, strict=True) for each in both])
        number += 2
    nodes.append(Node("final", 0, From(rounds[-1][0]), left[0]))
    last = len(nodes) - 1
    nodes.append(Node("again", 0, From(last), From(last, loses=True)))
    return nodes


def _winners(nodes: list[Node], players: int) -> list[range]:
    """Add the winners' tree, and return the matches in each of its rounds."""
    size = 2
    while size < players:
        size *= 2
    sources: list[Source] = [Seed(seed) for seed in order(size)]
    rounds: list[range] = []
    while len(sources) > 1:
        begin = len(nodes)
        sources = _round(nodes, "winners", len(rounds), sources)
        rounds.append(range(begin, len(nodes)))
    return rounds


def _round(nodes: list[Node], stage: Stage, number: int, sources: Sequence[Source]) -> list[Source]:
    """Add a round in which neighbours meet, and return its winners as sources for the next one."""
    begin = len(nodes)
    nodes += [Node(stage, number, *sources[at : at + 2]) for at in range(0, len(sources), 2)]
    return [From(match) for match in range(begin, len(nodes))]


def seated(
    nodes: Sequence[Node],
    seeds: Sequence[Player],
    winners: Mapping[int, Player | None],
    out: Collection[Player],
    furthest: Mapping[Player, int] | None = None,
) -> list[NodePlayers]:
    """Return the players in each match of a tree. If nobody advances from a match, the next opponent has a bye.

    Args:
        nodes: the tree.
        seeds: the players, best seed first.
        winners: the winners of the matches that are over, None for one that both players have lost.
        out: the players who have left, whose opponents advance.
        furthest: the last match of each player that has been paired: someone who left after it has come that far.
    """
    found: list[NodePlayers] = []
    for number, node in enumerate(nodes):
        first, second = (_comes(source, seeds, found) for source in (node.first, node.second))
        if first is _UNKNOWN or second is _UNKNOWN:
            found.append(NodePlayers(None, None, ready=False, decided=False, winner=None))
            continue
        one, two = (each if isinstance(each, int) else None for each in (first, second))
        winner, decided = winners.get(number), True
        if node.stage == "again" and one == found[-1].first:
            # The unbeaten player has won the final: there is nothing left to play.
            winner = one
        if winner is None:
            staying = [each for each in (one, two) if each is not None and _goes_on(each, number, out, furthest or {})]
            winner = staying[0] if len(staying) == 1 and number not in winners else None
            decided = winner is not None or not staying or number in winners
        found.append(NodePlayers(one, two, ready=True, decided=decided, winner=winner))
    return found


def _goes_on(player: Player, number: int, out: Collection[Player], furthest: Mapping[Player, int]) -> bool:
    """Whether a player can go on from a match that is not played."""
    return player not in out or furthest.get(player, -1) > number


_UNKNOWN = object()


def _comes(source: Source, seeds: Sequence[Player], found: Sequence[NodePlayers]) -> object:
    if isinstance(source, Seed):
        return seeds[source.seed] if source.seed < len(seeds) else None
    before = found[source.match]
    if not before.decided:
        return _UNKNOWN
    return before.loser if source.loses else before.winner


def ranking(nodes: Sequence[Node], seeds: Sequence[Player], seats: Sequence[NodePlayers]) -> list[Player]:
    """Return all players, best first: those who lasted longer rank higher, and better seeds break ties."""
    last, champion = depths(nodes, seeds, seats), seats[-1].winner
    places = {player: place for place, player in enumerate(seeds)}
    return sorted(seeds, key=lambda player: (player != champion, -last[player], places[player]))


def depths(nodes: Sequence[Node], seeds: Sequence[Player], seats: Sequence[NodePlayers]) -> dict[Player, int]:
    """Return how deep in the tree each player's last match is; matches of one stage and round are equally deep."""
    deepest = {(node.stage, node.round): number for number, node in enumerate(nodes)}
    found = dict.fromkeys(seeds, -1)
    for node, match in zip(nodes, seats, strict=True):
        for player in (match.first, match.second):
            if player is not None:
                found[player] = deepest[node.stage, node.round]
    return found
