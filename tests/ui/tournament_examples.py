"""Tournaments to be shown: entrants, and rounds and trees with random results."""

from random import Random
from typing import Any, Final

from msgspec.structs import replace

from bot.host.tournament.meetings import SeriesView
from bot.host.tournament.rules import bracket, round_robin, swiss
from bot.host.tournament.rules.course import Placed
from bot.host.tournament.rules.knockout import KnockoutStanding, knockout_standings
from bot.host.tournament.rules.standings import Player, Series, Standing, standings
from bot.ui.tournaments.bracket import BracketTree
from bot.ui.tournaments.tournament_view import Entrant, TournamentView

LEAST, MOST = 2, 130
"""The sizes of tournaments that everything is tried for."""

NAMES: Final = (
    *("Ada", "Ben", "Cleo", "Dan", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaia", "Liam", "Mona", "Noor"),
    *(
        "Oskar",
        "Pia",
        "Maximiliane von Hohenstein-Fuchs",
        "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
        "Łukasz Żółć",
        "\U00012000",
    ),
)
"""Short names, long ones, and one that the font has no letter of."""


def event(
    players: int, left: tuple[Player, ...] = (), *, over: bool = False, champion: Player | None = None
) -> TournamentView:
    """A tournament of so many, some of whom have left; nobody has the same name."""
    entrants = {}
    for player in range(players):
        again, name = divmod(player, len(NAMES))
        called = NAMES[name] if not again else f"{NAMES[name][:30]} {again + 1}"
        entrants[player] = Entrant(called, 10**18 + player, player in left)
    return TournamentView("Autumn Cup of the Harbour Club", entrants, over, champion=champion)


def advancing(table: list[Standing], left: tuple[Player, ...], cut: int) -> list[Player]:
    """The best of a table who have not left."""
    return [row.player for row in table if row.player not in left][:cut]


def placed(*players: Player) -> list[Placed]:
    """Places of players who are given best first, none of them shared."""
    return [Placed(place, player) for place, player in enumerate(players, 1)]


def grown(players: int, kind: str, seed: int, played: int | None = None) -> BracketTree:
    """A tree in which so many matches have been played, or all; of those to be played one has begun."""
    chance, seeds = Random(seed), list(range(players))
    nodes = bracket.double(players) if kind == "double" else bracket.single(players)
    winners: dict[int, Player] = {}
    games: dict[int, tuple[int, int]] = {}
    while True:
        seats = bracket.seated(nodes, seeds, winners, ())
        waiting = [node for node, each in enumerate(seats) if each.open]
        room = None if played is None else played - len(winners)
        if not waiting or room == 0:
            games |= dict.fromkeys(waiting[:1], (1, 0))
            tree = BracketTree(nodes, seeds, seats, games)
            return replace(tree, standings=knockout(tree))
        for node in waiting[:room]:
            first, lost = chance.random() < 0.6, chance.randint(0, 1)
            winners[node] = _there(seats[node].first if first else seats[node].second)
            games[node] = (2, lost) if first else (lost, 2)


def knockout(tree: BracketTree, left: tuple[Player, ...] = ()) -> list[KnockoutStanding]:
    """The standings of a tree in which every match whose players are known has been paired."""
    paired = {number: tree.nodes[number].round + 1 for number, seats in enumerate(tree.seats) if seats.ready}
    return knockout_standings(tree.nodes, tree.seeds, tree.seats, paired, left)


def _there(player: Player | None) -> Player:
    assert player is not None
    return player


def rounds(
    players: int, number: int, seed: int, left: tuple[Player, ...] = ()
) -> tuple[list[Standing], list[SeriesView]]:
    """Rounds of Swiss with random results; some leave after the first. Of the last round one series is still open."""
    chance, seeds = Random(seed), list(range(players))
    meetings: list[SeriesView] = []
    for at in range(number):
        played = [each.series for each in meetings]
        table = [each for each in standings(seeds, played) if at == 0 or each.player not in left]
        points = {each.player: each.points for each in table}
        for place, pairing in enumerate(swiss.pair(table, played), 1):
            is_open = at == number - 1 and place == 1 and pairing.second is not None
            series, games = _came(at, pairing.first, pairing.second, chance, is_open=is_open)
            both = (points[pairing.first], 0 if pairing.second is None else points[pairing.second])
            meetings.append(SeriesView(series, None if pairing.second is None else place, pairing.why, games, both))
    return standings(seeds, [each.series for each in meetings]), meetings


def _came(at: int, first: Player, second: Player | None, chance: Random, *, is_open: bool) -> tuple[Series, Any]:
    if second is None:
        return Series(at, first, None, "won", first), (0, 0)
    if is_open:
        return Series(at, first, second), (1, 0)
    winner = chance.choice((first, first, second, second, None))
    if winner is None:
        return Series(at, first, second, "drawn"), (1, 1)
    return Series(at, first, second, "won", winner), (2, 1) if winner == first else (0, 2)


def everybody(players: int) -> list[SeriesView]:
    """The first round of a round robin, before anything is played."""
    pairs = round_robin.meetings(list(range(players)), 0)
    return [
        SeriesView(Series(0, first, second), None if second is None else at, "rest" if second is None else "everybody")
        for at, (first, second) in enumerate(pairs, 1)
    ]
