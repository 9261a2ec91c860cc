"""The displayed data of a tournament: its players and its series, made from the host's."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.standings import Player, Series
from bot.host.tournament.rules.swiss import Reason
from bot.host.tournament.tournament import Tournament
from bot.storage.privacy import GONE
from bot.storage.tournaments import SeriesRow
from bot.ui.pictures.text import written
from bot.ui.words import Rendered, Words, inert

Why: TypeAlias = Reason | Literal["everybody", "rest"]
"""Why a pairing was made: Swiss gives its reasons; in a round robin all players meet, and rest once each if
their number is odd.
"""


class Entrant(Struct, frozen=True):
    """A participant.

    Attributes:
        name: the name on the server, for pictures and for texts read aloud.
        user: the person's id; None if their data was deleted, in which case the name is not shown either.
        left: whether they have dropped out or were removed.
    """

    name: str
    user: int | None
    left: bool = False


class TournamentView(Struct, frozen=True):
    """A tournament.

    Attributes:
        title: the title its organiser gave it.
        entrants: everybody who has ever taken part.
        over: whether everything is played.
    """

    title: str
    entrants: Mapping[Player, Entrant]
    over: bool = False


class SeriesView(Struct, frozen=True):
    """A series as people see it.

    Attributes:
        series: the two players, the round, and the result.
        table: the number of its table in the round, from 1; None for a bye.
        games: the games won by the first and second player.
        why: why they meet; None in a bracket, where the matches before it explain that.
        points: the match points of both when they were paired; zero for the missing opponent in a bye.
    """

    series: Series
    table: int | None
    why: Why | None = None
    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)


def view_of(shown: Tournament) -> TournamentView:
    """Return a tournament with its entrants."""
    entrants = {
        each.number: Entrant(each.name, None if each.user == GONE else each.user, left=each.status != "in")
        for each in shown.entrants
        if each.status != "invited"
    }
    return TournamentView(shown.row.title, entrants, over=shown.row.status == "over")


def meeting_of(shown: Tournament, series: SeriesRow) -> SeriesView:
    """Return a series as a meeting, whose rounds count from 0."""
    state: Any = series.state
    why: Any = None if series.node is not None else series.why
    played = Series(series.round - 1, series.first, series.second, state, series.winner)
    games = (0, 0) if series.second is None else shown.score(series).won
    table = None if series.second is None else series.number
    return SeriesView(played, table, why, games, (series.first_points, series.second_points))


def meetings_of(shown: Tournament, round_: int | None = None) -> list[SeriesView]:
    """Return all meetings, or those of one round."""
    return [meeting_of(shown, each) for each in shown.series if round_ in (None, each.round)]


def spoken_name(tournament: TournamentView, player: Player, words: Words) -> str:
    """Return a player's name to be read aloud."""
    entrant = tournament.entrants[player]
    return words.plain("player.gone") if entrant.user is None else entrant.name


def drawable_name(tournament: TournamentView, player: Player, words: Words) -> str:
    """Return a player's name to be drawn; their number if the font has none of its letters."""
    name = spoken_name(tournament, player, words)
    return name if written(name).strip("? ") else words.plain("standings.nameless", number=player + 1)


def mention(tournament: TournamentView, player: Player, words: Words) -> Rendered:
    """Return a player for a message: Discord shows a mention with the current name."""
    user = tournament.entrants[player].user
    return inert(spoken_name(tournament, player, words)) if user is None else Rendered(f"<@{user}>")


def score(games: tuple[int, int]) -> str:
    """Return the games won by both."""
    return f"{games[0]}–{games[1]}"
