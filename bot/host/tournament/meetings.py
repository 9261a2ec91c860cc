"""A tournament's series as they are displayed: the two players, why they meet, and the result."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from bot.host.tournament.rules.standings import Series
from bot.host.tournament.rules.swiss import Reason
from bot.host.tournament.tournament import Tournament
from bot.storage.tournaments import SeriesRow

Why: TypeAlias = Reason | Literal["everybody", "rest"]
"""Why a pairing was made: a reason from the Swiss system or, in a round robin, because everybody meets everybody, or
because each player rests once if the number of players is odd.
"""


class SeriesView(Struct, frozen=True):
    """A series as people see it.

    Attributes:
        series: the two players, the round, counted from 0, and the result.
        table: the number of the series' table in the round, from 1; None for a bye.
        why: why the players meet; None in a bracket, where the earlier matches explain this.
        games: the number of games won by the first and the second player.
        points: both players' match points when they were paired; zero for the missing opponent in a bye.
        id: the number by which its buttons name it.
        node: its match in the bracket, if it has one.
        how: how it was decided: played, bye, left, absent, missed, stopped, dice or organiser.
        void: whether its pairing was taken back.
    """

    series: Series
    table: int | None
    why: Why | None = None
    games: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    id: int = 0
    node: int | None = None
    how: str | None = None
    void: bool = False


def meeting_of(shown: Tournament, series: SeriesRow) -> SeriesView:
    """Return a series as people see it."""
    state: Any = series.state
    why: Any = None if series.node is not None else series.why
    played = Series(series.round - 1, series.first, series.second, state, series.winner)
    return SeriesView(
        series=played,
        table=None if series.second is None else series.number,
        why=why,
        games=(0, 0) if series.second is None else shown.games_won(series),
        points=(series.first_points, series.second_points),
        id=series.id,
        node=series.node,
        how=series.how,
        void=series.state == "void",
    )


def meetings_of(shown: Tournament, round_: int | None = None) -> list[SeriesView]:
    """Return all series of a tournament, or those of one round, counted from 1."""
    return [meeting_of(shown, each) for each in shown.series if round_ in (None, each.round)]
