"""How hard a puzzle is for people: enough tries that count say it, and nothing else moves it."""

from collections.abc import Callable, Iterable
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.players.levels import LEVELS
from engine.puzzles.difficulty import ACCOUNT, ENOUGH, PersonsTry, difficulty

FIRST = st.sampled_from(sorted(LEVELS))
FAIR = st.builds(PersonsTry, st.booleans(), st.floats(3.1, 9e5), st.floats(ACCOUNT, 9e9))
HASTY = st.builds(PersonsTry, st.booleans(), st.floats(0, 3), st.floats(0, 9e9))
YOUNG = st.builds(PersonsTry, st.booleans(), st.floats(0, 9e5), st.floats(0, ACCOUNT, exclude_max=True))

Rule = Callable[[str, Iterable[PersonsTry]], str]


def people(found: int, tried: int) -> list[PersonsTry]:
    return [PersonsTry(number < found, 60, 2 * ACCOUNT) for number in range(tried)]


@pytest.mark.parametrize(
    ("found", "tried", "said"),
    [(19, 19, "normal"), (20, 20, "easy"), (14, 20, "easy"), (13, 20, "normal"), (7, 20, "normal"), (6, 20, "hard")],
)
def test_from_twenty_tries_on_the_share_counts(found: int, tried: int, said: str) -> None:
    assert difficulty("normal", people(found, tried)) == said


def test_enough_tries_call_a_puzzle_that_half_find_normal_nine_times_in_ten() -> None:
    normal = [found for found in range(ENOUGH + 1) if difficulty("easy", people(found, ENOUGH)) == "normal"]
    assert sum(comb(ENOUGH, found) for found in normal) / 2**ENOUGH == pytest.approx(0.9, abs=0.02)


def nothing_else_moves_it(rule: Rule, first: str, fair: list[PersonsTry], others: list[PersonsTry]) -> None:
    assert rule(first, [*others, *fair]) == rule(first, fair)


def a_right_try_never_makes_it_harder(rule: Rule, first: str, fair: list[PersonsTry]) -> None:
    levels = list(LEVELS)
    right, wrong = ([*fair, PersonsTry(each, 60, 2 * ACCOUNT)] for each in (True, False))
    assert levels.index(rule(first, right)) <= levels.index(rule(first, wrong))


@given(FIRST, st.lists(FAIR, max_size=60), st.lists(HASTY | YOUNG, max_size=60))
def test_hasty_tries_and_young_accounts_do_not_move_it(
    first: str, fair: list[PersonsTry], others: list[PersonsTry]
) -> None:
    nothing_else_moves_it(difficulty, first, fair, others)


@given(FIRST, st.lists(FAIR, max_size=60))
def test_more_right_tries_make_it_easier(first: str, fair: list[PersonsTry]) -> None:
    a_right_try_never_makes_it_harder(difficulty, first, fair)
    assert len(fair) >= ENOUGH or difficulty(first, fair) == first


def test_rules_that_count_all_tries_or_the_wrong_ones_are_caught() -> None:
    def all_tries(first: str, tries: Iterable[PersonsTry]) -> str:
        return difficulty(first, [PersonsTry(each.right, 60, 2 * ACCOUNT) for each in tries])

    def wrong_ones(first: str, tries: Iterable[PersonsTry]) -> str:
        return difficulty(first, [PersonsTry(not each.right, each.seconds, each.account) for each in tries])

    for seconds, account in ((3, 2 * ACCOUNT), (60, ACCOUNT - 1)):
        other = PersonsTry(right=True, seconds=seconds, account=account)
        with pytest.raises(AssertionError):
            nothing_else_moves_it(all_tries, "hard", people(6, 20), [other] * 20)
    with pytest.raises(AssertionError):
        a_right_try_never_makes_it_harder(wrong_ones, "normal", people(13, 19))
