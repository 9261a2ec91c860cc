"""The dates of a recurrence are those of a slow count: day by day in a calendar, minute by minute on the clocks."""

from calendar import monthcalendar
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.host.people.time_zones import zone
from bot.host.recurring.dates import AHEAD, RHYTHMS, Plan

ZONES: Final = (
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Africa/Cairo",
    "Asia/Kolkata",
    "Pacific/Chatham",
    "-5",
)
"""Zones whose clocks change, twice a year or around Ramadan, by an hour or a half, and some whose clocks do not."""

BERLIN: Final = "Europe/Berlin"
QUARTER: Final = timedelta(minutes=15)
COUNT: Final = 30
"""How many evenings are compared: more than half a year of them."""

plans = st.builds(
    Plan,
    st.sampled_from(RHYTHMS),
    st.integers(date(2024, 1, 1).toordinal(), date(2030, 12, 31).toordinal()),
    st.integers(0, 24 * 60 - 1),
    st.sampled_from(AHEAD),
)


def shown_at(day: date, minute: int, where: str) -> float:
    """Return the first moment at which the clocks of a zone show a time on a day, found by looking at them.

    If they never do, it is as long after the last moment before it as if the clocks had not been changed.
    """
    clock = zone(where)
    wanted = datetime.combine(day, time(minute // 60, minute % 60))
    moment = datetime(day.year, day.month, day.day, 0, minute % 15, tzinfo=zone("UTC")) - timedelta(days=1)
    earlier: datetime | None = None
    while True:
        face = moment.astimezone(clock).replace(tzinfo=None)
        if face == wanted:
            return moment.timestamp()
        if face > wanted:
            assert earlier is not None
            return (moment - QUARTER + (wanted - earlier)).timestamp()
        earlier, moment = face, moment + QUARTER


def days_of(plan: Plan) -> list[date]:
    """Return the days of the first evenings, counted in a calendar."""
    first, found = date.fromordinal(plan.day), list[date]()
    day = first
    while len(found) < COUNT:
        number = int(plan.rhythm[1:])
        if plan.rhythm[0] == "w":
            held = (day - first).days % (7 * number) == 0
        else:
            month = [week[plan.weekday] for week in monthcalendar(day.year, day.month) if week[plan.weekday]]
            held = day.day == (month[-1] if number == 5 else month[number - 1])
        found += [day] if held else []
        day += timedelta(days=1)
    return found


def evenings_of(plan: Plan, where: str) -> list[tuple[float, float]]:
    """Return when the first evenings begin, and when they are announced."""
    found, plan = [], plan.aligned()
    for _ in range(COUNT):
        found.append((plan.begins(where), plan.announced(where)))
        plan = plan.later()
    return found


def a_week_later(plan: Plan, where: str) -> list[tuple[float, float]]:
    """Return the evenings as somebody would count them who forgets that clocks are changed."""
    first, announced = plan.begins(where), plan.announced(where)
    return [(first + 7 * 86400 * week, announced + 7 * 86400 * week) for week in range(COUNT)]


def differing(plan: Plan, where: str, counted: Callable[[Plan, str], list[tuple[float, float]]]) -> list[date]:
    """Return the days on which an evening or its announcement is not at the time of the slow count."""
    days, ahead = days_of(plan), timedelta(days=plan.ahead)
    slow = [(shown_at(day, plan.minute, where), shown_at(day - ahead, plan.minute, where)) for day in days]
    return [day for day, right, found in zip(days, slow, counted(plan, where), strict=True) if right != found]


@given(plans, st.sampled_from(ZONES))
def test_evenings_are_at_the_same_time_by_the_clocks(plan: Plan, where: str) -> None:
    assert differing(plan, where, evenings_of) == []


def test_a_count_in_seconds_is_found_to_be_wrong() -> None:
    plan = Plan("w1", date(2027, 1, 1).toordinal(), 20 * 60, 5)
    summer = [day for day in days_of(plan) if day > date(2027, 3, 28)]
    assert differing(plan, BERLIN, a_week_later) == summer
    assert summer


@pytest.mark.parametrize(("day", "clock"), [(date(2027, 3, 28), "03:30"), (date(2027, 10, 31), "02:30")])
def test_an_hour_that_is_not_there_moves_one_evening_and_one_that_is_there_twice_counts_once(
    day: date, clock: str
) -> None:
    plan = Plan("w1", day.toordinal() - 7, 2 * 60 + 30, 1)
    faces = [f"{datetime.fromtimestamp(begins, zone(BERLIN)):%H:%M}" for begins, _ in evenings_of(plan, BERLIN)]
    assert faces[:3] == ["02:30", clock, "02:30"]
    assert len({begins for begins, _ in evenings_of(plan, BERLIN)}) == COUNT


@given(plans, st.sampled_from(ZONES), st.integers(0, 400 * 86400))
def test_the_evening_after_a_moment_is_the_first_of_all_that_are_later(plan: Plan, where: str, later: int) -> None:
    plan = plan.aligned()
    moment = plan.begins(where) + later
    coming = plan.after(moment, where)
    each, before = plan, [plan.begins(where)]
    while before[-1] <= moment:
        each = each.later()
        before.append(each.begins(where))
    assert coming.begins(where) == before[-1] > moment
