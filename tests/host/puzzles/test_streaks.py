"""The streak of the puzzles of the day: equal to a slow independent count, and what it must not forgive."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.host.puzzles.streaks import Streak, closes, day_of, is_open, open_days, streak

DAY = timedelta(days=1)
FIRST = date(2027, 1, 1)


def at(day: date, hour: int = 13) -> float:
    return datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp()


def between(first: date, last: date) -> Iterator[date]:
    yield from (first + number * DAY for number in range((last - first).days + 1))


def breaks(first: date, day: date, tried: frozenset[date]) -> bool:
    """Whether a stretch from one date to another has a month with more than two missed dates, counted from scratch."""
    missed = [each.isoformat()[:7] for each in between(first, day) if each not in tried]
    return any(missed.count(month) > 2 for month in missed)


def slowly(tried: frozenset[date], closed: date) -> Streak:
    """Return the streak after all dates up to `closed`, the last one that is not open any more."""
    lengths, rest = [0], sorted(tried)
    alive = False
    while rest:
        last = max(closed, rest[-1])
        open_ = frozenset(each for each in between(closed + DAY, last) if each not in tried)
        broken = next((day for day in between(rest[0], last) if breaks(rest[0], day, tried | open_)), None)
        lengths.append(sum(broken is None or day < broken for day in rest))
        alive = broken is None
        rest = [] if broken is None else [day for day in rest if day > broken]
    return Streak(lengths[-1] if alive else 0, max(lengths))


@given(st.frozensets(st.integers(0, 80), max_size=60), st.integers(0, 85), st.sampled_from([3, 13]))
def test_a_streak_equals_a_slow_count(numbers: frozenset[int], today: int, hour: int) -> None:
    tried = frozenset(FIRST + number * DAY for number in numbers if number <= today)
    now = FIRST + today * DAY
    closed = now - (1 if hour >= 12 else 2) * DAY
    assert streak(tried, at(now, hour)) == slowly(tried, closed)


@given(st.frozensets(st.integers(0, 80), min_size=1, max_size=60))
def test_the_longest_streak_stays(numbers: frozenset[int]) -> None:
    tried = frozenset(FIRST + number * DAY for number in numbers)
    longest = [streak({each for each in tried if each <= day}, at(day)).longest for day in between(FIRST, max(tried))]
    assert longest == sorted(longest)
    assert streak(tried, at(max(tried) + 400 * DAY)) == Streak(0, longest[-1])


def test_two_missed_days_of_a_month_are_forgiven_and_a_third_is_not() -> None:
    days = [FIRST + number * DAY for number in (0, 2, 4)]
    assert streak(days, at(days[-1])) == Streak(3, 3)
    assert streak(days, at(days[-1] + DAY)) == Streak(3, 3)
    assert streak(days, at(days[-1] + 2 * DAY)) == Streak(0, 3)
    assert streak([*days, days[-1] + 2 * DAY], at(days[-1] + 2 * DAY)) == Streak(1, 3)


def test_another_month_forgives_anew() -> None:
    days = [date(2027, 1, 29), date(2027, 2, 1), date(2027, 2, 4)]
    assert streak(days, at(days[-1])) == Streak(3, 3)


def test_a_date_is_open_until_noon_of_the_next_one() -> None:
    noon = at(FIRST + DAY, 12)
    assert closes(FIRST) == noon
    assert is_open(FIRST, noon - 1)
    assert not is_open(FIRST, noon)
    assert not is_open(FIRST, at(FIRST, 0) - 1), "a date has not begun yet"
    assert open_days(noon - 1) == [FIRST + DAY, FIRST]
    assert open_days(noon) == [FIRST + DAY]
    assert day_of(noon) == FIRST + DAY
