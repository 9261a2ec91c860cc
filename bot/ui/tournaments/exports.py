"""A tournament's final report as files: everything as JSON, and standings and series as CSV for spreadsheets.

The fields are explained in docs/players/tournament-report.md, and have the same names in every language.
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from bot.host.tournament.meetings import SeriesView
from bot.host.tournament.rules.course import Placed
from bot.host.tournament.rules.standings import Player, Standing
from bot.ui.texts.words import namesakes
from bot.ui.tournaments.bracket import BracketTree, forks
from bot.ui.tournaments.tournament_view import TournamentView

VERSION: Final = 2
"""The version of the format. It increases if a field changes its meaning or disappears, but not for new fields."""

ACTING: Final = re.compile(r"\s*[=+\-@\t\r\n＝＋－＠]")
"""The beginning of a cell that a spreadsheet takes for a formula, including white space that it would skip."""


class PlayerExport(Struct, frozen=True):
    """A player's number, name and Discord id, which is a string because it is too long for many programs' numbers.

    The name and the id are null if the person's data has been deleted.
    """

    player: Player
    name: str | None
    user: str | None
    left: bool
    disqualified: bool


class StandingsExport(Struct, frozen=True):
    """A player's standing; the opponents' win rate is a percentage with two decimals.

    The place is null if the player was disqualified.
    """

    place: int | None
    player: Player
    points: int
    opponents_points: int
    opponents_win_rate: float
    direct: int
    byes: int


class SeriesExport(Struct, frozen=True):
    """A series: the round and table, counted from 1, the games won, and the winner, null if there is none.

    In a bye, `second` and `table` are null.
    """

    round: int
    table: int | None
    first: Player
    second: Player | None
    games_first: int
    games_second: int
    state: Literal["open", "won", "drawn", "lost"]
    winner: Player | None
    why: str | None


class BracketExport(Struct, frozen=True):
    """A match in the bracket: its number, stage and round (from 1), its two players, and the one who advanced."""

    number: int
    stage: str
    round: int
    first: Player | None
    second: Player | None
    games_first: int
    games_second: int
    winner: Player | None


class TournamentExport(Struct, frozen=True):
    """A tournament's report.

    `ranking` lists all players, best first, and `places` their places. Players who went out in the same round of a
    bracket share a place, and a disqualified player has none. `standings` is empty if only a bracket was played, and
    `tree` is empty if there was no bracket. `seeds` lists the players in the bracket, best seed first.
    """

    version: int
    title: str
    over: bool
    players: list[PlayerExport]
    ranking: list[Player]
    places: list[int | None]
    standings: list[StandingsExport]
    series: list[SeriesExport]
    seeds: list[Player]
    tree: list[BracketExport]


def report(
    tournament: TournamentView,
    places: Sequence[Placed],
    table: Sequence[Standing],
    meetings: Iterable[SeriesView],
    tree: BracketTree | None = None,
) -> TournamentExport:
    """Return a report with everything about a tournament."""
    return TournamentExport(
        VERSION,
        tournament.title,
        tournament.over,
        _people(tournament),
        [each.player for each in places],
        [each.place for each in places],
        [_row(row) for row in table],
        [_series(meeting) for meeting in meetings],
        [] if tree is None else list(tree.seeds),
        [] if tree is None else _matches(tree),
    )


def _people(tournament: TournamentView) -> list[PlayerExport]:
    return [
        PlayerExport(
            player,
            None if each.user is None else each.name,
            None if each.user is None else str(each.user),
            each.left,
            each.disqualified,
        )
        for player, each in sorted(tournament.entrants.items())
    ]


def _row(row: Standing) -> StandingsExport:
    rate = round(float(100 * row.opponents), 2)
    return StandingsExport(row.place, row.player, row.points, row.buchholz, rate, row.direct, row.byes)


def _series(meeting: SeriesView) -> SeriesExport:
    series = meeting.series
    return SeriesExport(
        series.round + 1,
        meeting.table,
        series.first,
        series.second,
        *meeting.games,
        series.state,
        series.winner,
        meeting.why,
    )


def _matches(tree: BracketTree) -> list[BracketExport]:
    return [
        BracketExport(
            fork.number,
            node.stage,
            node.round + 1,
            seats.first,
            seats.second,
            *tree.games.get(at, (0, 0)),
            seats.winner,
        )
        for at, (fork, node, seats) in enumerate(zip(forks(tree), tree.nodes, tree.seats, strict=True))
        if fork.number is not None
    ]


def as_json(shown: TournamentExport) -> bytes:
    """Return a report as JSON."""
    return msgspec.json.format(msgspec.json.encode(shown))


def standings_csv(shown: TournamentExport) -> bytes:
    """Return a report's standings as CSV for spreadsheets: a line for each player, in ranking order."""
    people = {each.player: each for each in shown.players}
    rows = {each.player: each for each in shown.standings}
    titles = [
        "place",
        "name",
        "user",
        "left",
        "disqualified",
        *(field for field in StandingsExport.__struct_fields__ if field not in ("place", "player")),
    ]
    lines = []
    for place, player in zip(shown.places, shown.ranking, strict=True):
        row, person = rows.get(player), people[player]
        figures = ["" if row is None else getattr(row, title) for title in titles[5:]]
        lines.append([place, person.name, person.user, person.left, person.disqualified, *figures])
    return _csv(titles, lines)


def series_csv(shown: TournamentExport) -> bytes:
    """Return a report's series as CSV for spreadsheets: a line for each series, with names instead of numbers.

    Names that several players have are followed by the player's number, counted from 1.
    """
    same = namesakes({each.player: each.name for each in shown.players if each.name is not None})
    people = {
        each.player: f"{each.name} ({each.player + 1})" if each.player in same else each.name for each in shown.players
    }
    lines = []
    for each in shown.series:
        named = [None if who is None else people[who] for who in (each.first, each.second)]
        winner = None if each.winner is None else people[each.winner]
        lines.append(
            [each.round, each.table, *named, each.games_first, each.games_second, each.state, winner, each.why]
        )
    return _csv(SeriesExport.__struct_fields__, lines)


def _csv(titles: Sequence[str], lines: Iterable[Sequence[Any]]) -> bytes:
    """Return a CSV file in UTF-8, with a byte order mark because some spreadsheets would assume another encoding."""
    file = StringIO()
    writer = csv.writer(file)
    writer.writerow(titles)
    writer.writerows([_cell(each) for each in line] for line in lines)
    return file.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> str:
    """Return a cell that is safe to open: an apostrophe turns anything that looks like a formula into text."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "" if value is None else str(value)
    return f"'{text}" if ACTING.match(text) else text
