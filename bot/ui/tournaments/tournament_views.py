"""Conversion of the host's tournaments to the form that pictures, texts and files use."""

from typing import Any

from bot.host.tournament.rules import course
from bot.host.tournament.rules.standings import Series
from bot.host.tournament.tournament import Tournament
from bot.storage.privacy import GONE
from bot.storage.tournaments import SeriesRow
from bot.ui.tournaments.bracket import BracketTree
from bot.ui.tournaments.tournament_view import Entrant, SeriesView, TournamentView


def view_of(shown: Tournament) -> TournamentView:
    """Return a tournament with its entrants, leaving out people who have only been invited."""
    entrants = {
        each.number: Entrant(each.name, None if each.user == GONE else each.user, left=each.status != "in")
        for each in shown.entrants
        if each.status != "invited"
    }
    return TournamentView(shown.row.title, entrants, over=shown.row.status == "over")


def meeting_of(shown: Tournament, series: SeriesRow) -> SeriesView:
    """Convert a series, whose rounds count from 1, to a meeting, whose rounds count from 0."""
    state: Any = series.state
    why: Any = None if series.node is not None else series.why
    played = Series(series.round - 1, series.first, series.second, state, series.winner)
    games = (0, 0) if series.second is None else shown.score(series).won
    table = None if series.second is None else series.number
    return SeriesView(played, table, why, games, (series.first_points, series.second_points))


def meetings_of(shown: Tournament, round_: int | None = None) -> list[SeriesView]:
    """Return all meetings, or those of one round."""
    return [meeting_of(shown, each) for each in shown.series if round_ in (None, each.round)]


def tree_of(shown: Tournament) -> BracketTree | None:
    """Return the bracket, or None if the tournament has none or has not started."""
    played = shown.course
    if not played.knockout or shown.row.status in ("draft", "open"):
        return None
    games = {each.node: shown.score(each).won for each in shown.series if each.node is not None}
    return BracketTree(course.nodes(played), played.cut or played.seeds, course.seats(played), games)
