"""What the games of a series come to, and what a course has next: pure functions of what was played."""

from hypothesis import given
from hypothesis import strategies as st

from bot.host.tournament.rules.course import Course, following, places, usual_rounds
from bot.host.tournament.rules.score import Score
from bot.host.tournament.rules.standings import Series

ADA, BEN = 0, 1
WINNERS = st.lists(st.sampled_from([ADA, BEN, None]), max_size=9)
BEST_OF = st.sampled_from([1, 3])


def after(*winners: int | None, best_of: int = 1, knockout: bool = False) -> Score:
    return Score(ADA, BEN, winners, best_of, knockout)


def test_one_game_decides_even_where_it_is_drawn() -> None:
    assert not after().decided
    assert (after(BEN).decided, after(BEN).leader) == (True, BEN)
    assert (after(None).decided, after(None).leader) == (True, None)


def test_in_a_knockout_a_drawn_game_is_played_again_and_must_not_be_drawn_then() -> None:
    drawn = after(None, knockout=True)
    assert (drawn.decided, drawn.replay) == (False, True)
    assert after(None, ADA, knockout=True).decided
    assert not after(ADA, best_of=3, knockout=True).replay


def test_two_wins_of_three_decide_and_the_third_game_is_not_played() -> None:
    assert after(ADA, ADA, best_of=3).decided
    assert not after(ADA, BEN, best_of=3).decided
    assert after(ADA, None, None, best_of=3).leader == ADA


def test_seats_take_turns() -> None:
    assert [after(*[ADA] * games, best_of=3).seating for games in range(3)] == [(ADA, BEN), (BEN, ADA), (ADA, BEN)]


@given(WINNERS, BEST_OF, st.booleans())
def test_a_series_ends_and_who_has_won_more_leads(winners: list[int | None], best_of: int, knockout: bool) -> None:  # noqa: FBT001
    score = after(best_of=best_of, knockout=knockout)
    for winner in winners:
        if score.decided:
            break
        # A replay always has a winner: the host sees to that.
        score = score.after([ADA if winner is None and score.replay else winner])
    first, second = score.won
    assert max(first, second) <= best_of // 2 + 1
    if score.decided and score.leader is None:
        assert not knockout
        assert len(score.winners) == best_of
    if len(score.winners) >= 2 * best_of:
        assert score.decided


def test_a_swiss_tournament_has_as_many_rounds_as_leave_one_without_a_loss() -> None:
    assert [usual_rounds(players) for players in (2, 3, 4, 5, 8, 9, 32, 33)] == [1, 2, 2, 3, 3, 4, 5, 6]


def test_the_best_of_the_swiss_rounds_who_have_not_left_are_the_seeds_of_the_tree() -> None:
    played = (Series(1, 0, 1, "won", 0), Series(1, 2, 3, "won", 2))
    course = Course("swiss", 1, 2, 1, (0, 1, 2, 3), frozenset({0}), played)
    paired = following(course)
    assert paired is not None
    assert (paired.cut, [(each.first, each.second) for each in paired.meetings]) == ((2, 1), [(2, 1)])


def test_who_sat_second_before_sits_first() -> None:
    played = (
        Series(1, 0, 1, "won", 0),
        Series(1, 2, 3, "won", 2),
        Series(2, 0, 2, "won", 0),
        Series(2, 1, 3, "won", 1),
    )
    course = Course("swiss", 3, 0, 2, (0, 1, 2, 3), frozenset(), played)
    paired = following(course)
    assert paired is not None
    assert (3, 0) in {(each.first, each.second) for each in paired.meetings}


def test_a_tournament_that_everybody_has_left_has_no_next_round() -> None:
    for format_ in ("swiss", "robin", "single", "double"):
        course = Course(format_, 3, 0, 0, (0, 1, 2), frozenset({0, 1, 2}))
        assert following(course) is None
        assert sorted(each.player for each in places(course)) == [0, 1, 2]
