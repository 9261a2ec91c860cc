"""Swiss pairing: everyone meets an opponent with a similar standing, and nobody the same one twice."""

from collections.abc import Sequence
from typing import Any, Final, Literal

import networkx as nx
from msgspec import Struct

from bot.host.tournament.rules.standings import Player, Series, Standing, opponent

NEIGHBOURS: Final = 8
"""How many of the players ranked below a player and not met yet are considered at first; the number is doubled until
everyone can be paired."""

RUNNING: Final = 2
"""How many times running a player can have the same seat, unless the opponent has had it as often."""

_BYE: Final = -1
"""The place of the bye, which one player gets if the number of players is odd."""

Reason = Literal["equal", "near", "again", "bye", "second_bye"]
"""Why two players meet: they have equal points; nobody with equal points was left; everyone left has been met before.
Or why a player has a bye: the player is the lowest of those with the fewest byes; or else some would meet again."""


class Pairing(Struct, frozen=True):
    """Two players who are to meet, the higher-ranked first, or one player with a bye; and the reason."""

    first: Player
    second: Player | None
    why: Reason


class _Field:
    """The players to be paired, in the order of the standings, and their history."""

    def __init__(self, table: Sequence[Standing], played: Sequence[Series]) -> None:
        self.table = table
        place = {standing.player: number for number, standing in enumerate(table)}
        self.met: dict[int, dict[int, int]] = {number: {} for number in range(len(table))}
        for series in played:
            for player in (series.first, series.second):
                other = None if player is None else opponent(series, player)
                if player in place and other in place:
                    times = self.met[place[player]]
                    times[place[other]] = times.get(place[other], 0) + 1
        self.fewest = min((standing.byes for standing in table), default=0)
        self.scale = len(table) ** 2 + 1

    def cost(self, high: int, low: int) -> int:
        """Return the cost of pairing two players: meeting again first, then the gap in points, then in place."""
        points = self.table[high].points - self.table[low].points
        again = self.met[high].get(low, 0)
        return (again * self.wrong + points * points) * self.scale + (low - high)

    def cost_of_bye(self, number: int) -> int:
        """Return the cost of a bye: for having more byes than others first, then for a higher standing."""
        standing = self.table[number]
        lowest = self.table[-1].points
        return ((standing.byes - self.fewest) * self.wrong + (standing.points - lowest) ** 2) * self.scale + (
            len(self.table) - number
        )

    @property
    def wrong(self) -> int:
        """A cost higher than any possible sum of differences in points."""
        return len(self.table) * (self.table[0].points - self.table[-1].points + 1) ** 2 + 1


def pair(table: Sequence[Standing], played: Sequence[Series]) -> list[Pairing]:
    """Return the next pairings, the highest-ranked first; `table` holds the standings of the players to be paired.

    If possible, nobody meets an opponent twice. Among the pairings that allow this, the result is one in which nobody
    has a second bye, if possible, and in which the points of opponents are as close as possible.
    """
    field = _Field(table, played)
    reach = NEIGHBOURS
    while True:
        found = _matched(field, reach, anew=True)
        if found is not None:
            return _told(field, found)
        if reach >= len(table):
            break
        reach *= 2
    found = _matched(field, reach, anew=False)
    return _told(field, found or [])


def seating(one: Player, other: Player, played: Sequence[Series]) -> tuple[Player, Player]:
    """Return two players who are to meet in the order of their seats; `played` is in the order of its rounds.

    A player who has had one seat twice running gets the other, unless the opponent has had the same one twice running
    too. Otherwise the first seat goes to the player who has had it less often, or else less lately.
    """
    histories = {player: _seats_of(player, played) for player in (one, other)}

    def claim(player: Player) -> tuple[int, int, int]:
        history = histories[player]
        lately = history[-RUNNING:]
        is_forced = len(lately) == RUNNING and len(set(lately)) == 1
        forced = 0 if not is_forced else 1 - 2 * lately[-1]
        return (forced, history.count(0), int(history[-1:] == [0]))

    first, second = sorted((one, other), key=claim)
    return first, second


def _seats_of(player: Player, played: Sequence[Series]) -> list[int]:
    """Return the seats that a player has had, 0 for the first, without the rounds in which they had a bye."""
    met = [series for series in played if series.second is not None and player in (series.first, series.second)]
    return [int(series.second == player) for series in met]


def _matched(field: _Field, reach: int, *, anew: bool) -> list[tuple[int, int]] | None:
    """Return the pairing of places with the lowest total cost, or None if not everyone can be paired.

    `anew` excludes pairs of players who have already met. A player who has had more byes than the minimum is
    considered for another only when everyone is within reach.
    """
    graph: Any = nx.Graph()
    count = len(field.table)
    graph.add_nodes_from(range(count))
    for high in range(count):
        others = [low for low in range(high + 1, count) if not anew or low not in field.met[high]]
        graph.add_weighted_edges_from((high, low, -field.cost(high, low)) for low in others[:reach])
    if count % 2:
        wide = reach >= count
        resting = [number for number in range(count) if wide or field.table[number].byes == field.fewest]
        graph.add_weighted_edges_from((number, _BYE, -field.cost_of_bye(number)) for number in resting[-reach:])
    pairs = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(pairs) < count:
        return None
    return sorted((max(pair), min(pair)) if _BYE in pair else (min(pair), max(pair)) for pair in pairs)


def _told(field: _Field, pairs: Sequence[tuple[int, int]]) -> list[Pairing]:
    found = [_pairing(field, high, low) for high, low in pairs]
    return sorted(found, key=lambda pairing: pairing.second is None)


def _pairing(field: _Field, high: int, low: int) -> Pairing:
    first = field.table[high]
    if low == _BYE:
        return Pairing(first.player, None, "bye" if first.byes == field.fewest else "second_bye")
    second = field.table[low]
    if low in field.met[high]:
        return Pairing(first.player, second.player, "again")
    return Pairing(first.player, second.player, "equal" if first.points == second.points else "near")
