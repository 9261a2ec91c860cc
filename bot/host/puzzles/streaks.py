"""The dates of the puzzles of the day: until when one is open, and a person's streak, which forgives missed days."""

from collections import Counter
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from msgspec import Struct

from cardsdb.puzzle_days import FIRST_DAY

CLOSES: Final = time(12, tzinfo=UTC)
"""When a puzzle closes on the day after its date: then the date is over everywhere."""

FORGIVEN: Final = 2
"""How many missed days in a calendar month do not break a streak."""

DAY: Final = timedelta(days=1)


class Streak(Struct, frozen=True):
    """The numbers of dates with a try in a person's streak now, and in the longest one."""

    now: int = 0
    longest: int = 0


def day_of(now: float) -> date:
    """Return the date at a time, in seconds since 1970: its puzzle is today's."""
    return datetime.fromtimestamp(now, UTC).date()


def number_of(day: date) -> int:
    """Return the number of a date among all that have a puzzle, from 1."""
    return (day - FIRST_DAY) // DAY + 1


def opens(day: date) -> float:
    """Return when the puzzle of a date opens."""
    return datetime.combine(day, time(tzinfo=UTC)).timestamp()


def closes(day: date) -> float:
    """Return when the puzzle of a date closes: a try before that time counts for the date."""
    return datetime.combine(day + DAY, CLOSES).timestamp()


def is_open(day: date, now: float) -> bool:
    """Whether a try counts for a date."""
    return day <= day_of(now) and now < closes(day)


def open_days(now: float) -> list[date]:
    """Return the dates for which a try counts, the newest first."""
    today = day_of(now)
    return [day for day in (today, today - DAY) if is_open(day, now)]


def streak(tried: Collection[date], now: float) -> Streak:
    """Return a person's streak, from the dates that the person has tried.

    A date that is still open is not missed. The third missed date in a calendar month ends the streak; the next one
    begins with a try, and earlier dates are not missed in it.
    """
    length, longest, missed = 0, 0, Counter[tuple[int, int]]()
    day, first_open = min(tried, default=day_of(now)), open_days(now)[-1]
    while day <= day_of(now):
        if day in tried:
            length += 1
            longest = max(longest, length)
        elif length and day < first_open:
            missed[day.year, day.month] += 1
            if missed[day.year, day.month] > FORGIVEN:
                length = 0
                missed.clear()
        day += DAY
    return Streak(length, longest)
