"""Seats in Swiss rounds: nobody has one seat three times running, unless both players would."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.host.tournament.rules.course import Course, following
from bot.host.tournament.rules.standings import Player, Series, standings
from bot.host.tournament.rules.swiss import pair, seating

Seating: TypeAlias = Callable[[Player, Player, Sequence[Series]], tuple[Player, Player]]

CHANCES = st.integers(0, 10**9).map(Random)


def seats_of(player: Player, played: Sequence[Series]) -> str:
    """Return the seats that a player has had, A for the first."""
    met = [series for series in played if series.second is not None]
    return "".join("A" if player == each.first else "B" for each in met if player in (each.first, each.second))


def check_seats(players: int, chance: Random, seat: Seating) -> None:
    """Play a random Swiss tournament, and check the seats in every round."""
    seeds, played = list(range(players)), list[Series]()
    for round_ in range(8):
        table = standings(seeds, played)
        paired = list[Series]()
        for each in pair(table, played):
            if each.second is None:
                paired.append(Series(round_, each.first, None, "won", each.first))
                continue
            first, second = seat(each.first, each.second, played)
            before = [seats_of(player, played)[-2:] for player in (first, second)]
            same = before[0] == before[1]
            assert same or (before[0] != "AA" and before[1] != "BB"), (played, first, second)
            winner = chance.choice((first, second, None))
            paired.append(Series(round_, first, second, "drawn" if winner is None else "won", winner))
        played += paired


@given(players=st.integers(2, 16), chance=CHANCES)
@settings(max_examples=40, deadline=None)
def test_nobody_has_one_seat_three_times_running_unless_both_would(players: int, chance: Random) -> None:
    check_seats(players, chance, seating)


def test_seats_that_only_even_out_over_the_tournament_are_noticed() -> None:
    def evened_out(one: Player, other: Player, played: Sequence[Series]) -> tuple[Player, Player]:
        first, second = sorted((one, other), key=[each.first for each in played if each.second is not None].count)
        return first, second

    with pytest.raises(AssertionError):
        check_seats(9, Random(0), evened_out)


def test_a_tournament_seats_its_players_by_their_last_two_seats() -> None:
    # The player 0 has had the first seat less often than 1, but twice running, while 1 had the second one last.
    played = (
        Series(1, 1, 2, "won", 1),
        Series(1, 3, 0, "won", 0),
        Series(2, 1, 3, "won", 1),
        Series(2, 0, 2, "won", 0),
        Series(3, 1, 4, "won", 1),
        Series(3, 0, 5, "won", 0),
        Series(4, 4, 1, "won", 1),
        Series(4, 2, 3, "won", 2),
    )
    paired = following(Course("swiss", 5, 0, 4, (0, 1, 2, 3, 4, 5), frozenset({2, 3, 4, 5}), played))
    assert paired is not None
    assert [(each.first, each.second) for each in paired.meetings] == [(1, 0)]
