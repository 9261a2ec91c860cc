"""The puzzle of a date: laws about any list of puzzles, and what happens when a list is used up."""

from collections import Counter
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardsdb import puzzle_days
from cardsdb.puzzle_days import FIRST_DAY, Listed, puzzle_day

LISTS = st.lists(
    st.builds(Listed, st.sampled_from(["varia", "zarcana"]), st.integers(1, 99), st.sampled_from("abc")),
    min_size=1,
    max_size=12,
    unique_by=lambda each: each.key,
)


def days(puzzles: list[Listed], count: int) -> list[Listed]:
    found = [puzzle_day(FIRST_DAY + timedelta(number), puzzles) for number in range(count)]
    return [each.puzzle for each in found if each is not None]


@given(LISTS, st.integers(0, 20_000))
def test_the_day_follows_from_the_date_and_the_puzzles_alone(puzzles: list[Listed], late: int) -> None:
    day = FIRST_DAY + timedelta(late % (40 * len(puzzles)))
    once = puzzle_day(day, puzzles)
    puzzle_days._orders.cache_clear()
    assert puzzle_day(day, [*reversed(puzzles), *puzzles]) == once


@given(LISTS, st.integers(0, 5))
def test_in_each_cycle_every_puzzle_has_one_day(puzzles: list[Listed], cycle: int) -> None:
    size = len(puzzles)
    shown = days(puzzles, size * (cycle + 1))[size * cycle :]
    assert sorted(shown) == sorted(puzzles)
    today = puzzle_day(FIRST_DAY + timedelta(size * cycle), puzzles)
    assert today is not None
    assert (today.cycle, today.place, today.again) == (cycle, 0, cycle > 0)


def neighbours(shown: list[Listed]) -> int:
    """How many days have the game and the theme of the day before."""
    return sum((one.game, one.theme) == (other.game, other.theme) for one, other in pairwise(shown))


@given(LISTS)
def test_themes_differ_from_day_to_day_wherever_the_list_allows_it(puzzles: list[Listed]) -> None:
    size = len(puzzles)
    most = max(Counter((each.game, each.theme) for each in puzzles).values())
    if most <= size // 2:
        assert neighbours(days(puzzles, 4 * size)) == 0
    if most <= (size + 1) // 2:
        assert neighbours(days(puzzles, size)) == 0


def test_an_order_that_does_not_look_at_themes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzles = [Listed("varia", number, "ab"[number % 2]) for number in range(8)]
    assert neighbours(days(puzzles, 32)) == 0
    puzzle_days._orders.cache_clear()
    monkeypatch.setattr(puzzle_days, "_apart", lambda drawn, _: tuple(drawn))
    assert neighbours(days(puzzles, 32)) > 0
    puzzle_days._orders.cache_clear()


@given(LISTS.filter(lambda each: len(each) > 3))
def test_a_list_that_is_used_up_begins_again_in_another_order_and_with_another_puzzle(puzzles: list[Listed]) -> None:
    size = len(puzzles)
    shown = days(puzzles, 2 * size)
    if len({(each.game, each.theme) for each in puzzles}) > 2:
        assert shown[:size] != shown[size:]
        assert shown[size - 1] != shown[size]


def test_one_puzzle_is_there_every_day_and_no_puzzle_never() -> None:
    only = Listed("varia", 3, "block")
    assert days([only], 5) == [only] * 5
    assert puzzle_day(FIRST_DAY, []) is None
    assert puzzle_day(date(2025, 12, 31), [only]) is None
