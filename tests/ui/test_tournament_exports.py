"""The report of a tournament as files: they read back as they were, and nothing in a spreadsheet acts."""

import csv
import re
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.tournament.rules.course import Placed
from bot.ui.tournaments import exports
from bot.ui.tournaments.exports import BracketExport, PlayerExport, SeriesExport, StandingsExport, TournamentExport
from bot.ui.tournaments.tournament_view import Entrant, TournamentView
from tests.ui.tournament_examples import LEAST, MOST, event, grown, placed, rounds

PAGE = Path(__file__).parents[2] / "docs" / "players" / "tournament-report.md"

ACTS = re.compile(r"\s*[=+\-@＝＋－＠\t\r\n]")


def cells(content: bytes) -> list[dict[str, str]]:
    """A file as a spreadsheet reads it."""
    return list(csv.DictReader(StringIO(content.decode("utf-8-sig"), newline="")))


@settings(deadline=None, max_examples=12)
@given(st.integers(LEAST, MOST), st.integers(0, 10**6), st.sampled_from(["single", "double"]))
def test_a_report_reads_back_as_it_was(players: int, seed: int, kind: str) -> None:
    table, meetings = rounds(players, 2, seed)
    tree = grown(players, kind, seed)
    ranking = [row.player for row in table]
    report = exports.report(event(players, over=True), placed(*ranking), table, meetings, tree)
    assert msgspec.json.decode(exports.as_json(report), type=TournamentExport, strict=True) == report
    assert report.version == exports.VERSION
    # A tree for one loss has a match fewer than players; one for two has twice as many, or one more.
    count = {"single": {players - 1}, "double": {2 * players - 2, 2 * players - 1}}
    assert len(report.tree) in count[kind]
    rows = cells(exports.standings_csv(report))
    assert [row["name"] for row in rows] == [event(players).entrants[player].name for player in ranking]
    assert [int(row["place"]) for row in rows] == list(range(1, players + 1))
    assert [int(row["points"]) for row in rows] == [row.points for row in table]
    lines = cells(exports.series_csv(report))
    assert [(int(line["round"]), line["state"]) for line in lines] == [
        (each.series.round + 1, each.series.state) for each in meetings
    ]


@settings(deadline=None)
@given(st.text(max_size=32))
@example(" \n")
def test_no_cell_acts_and_every_name_can_be_read_back(name: str) -> None:
    shown = TournamentView("Cup", {0: Entrant(name, 7), 1: Entrant("Ben", 8)})
    table, meetings = rounds(2, 1, 1)
    report = exports.report(shown, placed(0, 1), table, meetings)
    for content in (exports.standings_csv(report), exports.series_csv(report)):
        for row in cells(content):
            assert not any(ACTS.match(cell) for cell in row.values() if cell)
    told = cells(exports.standings_csv(report))[0]["name"]
    assert told in (name, f"'{name}")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "\t=1", "＝1", '=HYPERLINK("x")'])
def test_a_formula_becomes_a_text(name: str) -> None:
    shown = TournamentView("Cup", {0: Entrant(name, 7), 1: Entrant("Ben", 8)})
    table, meetings = rounds(2, 1, 1)
    report = exports.report(shown, placed(0, 1), table, meetings)
    assert cells(exports.standings_csv(report))[0]["name"] == f"'{name}"
    assert f"'{name}" in cells(exports.series_csv(report))[0].values()


def test_who_had_their_data_deleted_is_a_number_alone() -> None:
    table, meetings = rounds(2, 1, 1)
    shown = TournamentView("Cup", {0: Entrant("Ada", None), 1: Entrant("Ben", 8)})
    report = exports.report(shown, placed(0, 1), table, meetings)
    assert report.players[0] == PlayerExport(0, None, None, left=False, disqualified=False)
    for content in (exports.as_json(report), exports.standings_csv(report), exports.series_csv(report)):
        assert b"Ada" not in content


def test_an_event_of_a_tree_alone_has_places_and_no_points() -> None:
    places = [Placed(1, 2), Placed(2, 0), Placed(3, 1), Placed(3, 3)]
    report = exports.report(event(4), places, [], [], grown(4, "single", 1))
    rows = cells(exports.standings_csv(replace(report)))
    assert [(row["place"], row["name"], row["points"]) for row in rows] == [
        ("1", "Cleo", ""),
        ("2", "Ada", ""),
        ("3", "Ben", ""),
        ("3", "Dan", ""),
    ]


@pytest.mark.parametrize("of", [TournamentExport, PlayerExport, StandingsExport, SeriesExport, BracketExport])
def test_every_field_is_explained(of: type[msgspec.Struct]) -> None:
    page = PAGE.read_text("utf-8")
    assert [field for field in of.__struct_fields__ if f"`{field}`" not in page] == []
