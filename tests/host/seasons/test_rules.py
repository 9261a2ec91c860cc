"""The table of a season equals a slow count that shares no code with it, and the count notices planted faults."""

from collections.abc import Callable, Sequence
from functools import cmp_to_key, partial
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.seasons import rules
from bot.host.seasons.rules import Evening, Line

PEOPLE = range(1, 8)
EVENINGS = st.lists(st.dictionaries(st.sampled_from(PEOPLE), st.integers(1, 5), max_size=len(PEOPLE)), max_size=6)
POINTS = st.lists(st.integers(0, 5), min_size=1, max_size=5).map(lambda each: sorted(each, reverse=True))
BEST = st.integers(0, 4)
LASTS = st.none() | st.dictionaries(st.sampled_from(PEOPLE), st.integers(1, 3), max_size=3)

Season = tuple[Sequence[Evening], Sequence[int], int, Evening | None]
SEASONS = st.tuples(EVENINGS, POINTS, BEST, LASTS)


def given_for(place: int, points: Sequence[int]) -> int:
    worth = dict(enumerate(points, 1))
    return worth.get(place, points[-1])


def total(user: int, evenings: Sequence[Evening], points: Sequence[int], best: int) -> int:
    """The most points that any choice of as many evenings as count brings."""
    there = [given_for(evening[user], points) for evening in evenings if user in evening]
    count = len(there) if best == 0 else min(best, len(there))
    return max(sum(chosen) for chosen in combinations(there, count))


def compare(one: int, other: int, season: Season) -> int:
    """Compare two people criterion by criterion: below 0 if the one is ahead."""
    evenings, points, best, last = season
    if last and (one in last) != (other in last):
        return -1 if one in last else 1
    if last and one in last and last[one] != last[other]:
        return last[one] - last[other]
    totals = [total(user, evenings, points, best) for user in (one, other)]
    places = [[evening[user] for evening in evenings if user in evening] for user in (one, other)]
    if totals[0] != totals[1]:
        return totals[1] - totals[0]
    if places[0].count(1) != places[1].count(1):
        return places[1].count(1) - places[0].count(1)
    if bool(places[0]) != bool(places[1]):
        return -1 if places[0] else 1
    if places[0] and min(places[0]) != min(places[1]):
        return min(places[0]) - min(places[1])
    return latest(one, other, evenings)


def latest(one: int, other: int, evenings: Sequence[Evening]) -> int:
    """Compare two people by the latest evening in which they differ."""
    for evening in evenings[::-1]:
        if (one in evening) != (other in evening):
            return -1 if one in evening else 1
        if one in evening and evening[one] != evening[other]:
            return evening[one] - evening[other]
    return 0


def counted(season: Season) -> dict[int, tuple[int, int]]:
    """Everybody's place and points, by comparing each with each."""
    evenings, points, best, last = season
    people = sorted({user for evening in (*evenings, last or {}) for user in evening})
    return {
        user: (
            1 + sum(compare(other, user, season) < 0 for other in people),
            total(user, evenings, points, best),
        )
        for user in people
    }


def disagrees(table: Sequence[Line], season: Season) -> bool:
    evenings, points, best, last = season
    earlier: Season = (evenings, points, best, None) if last is not None else (evenings[:-1], points, best, None)
    before = {user: place for user, (place, _) in counted(earlier).items()}
    return (
        {line.user: (line.place, line.points) for line in table} != counted(season)
        or [line.place for line in table] != sorted(line.place for line in table)
        or any(line.before != before.get(line.user) for line in table)
        or any(line.wins != sum(evening.get(line.user) == 1 for evening in evenings) for line in table)
        or any(line.points != sum(each.points for each in line.results if each and each.counts) for line in table)
        or any(best and sum(bool(each and each.counts) for each in line.results) > best for line in table)
    )


@given(SEASONS)
def test_the_table_is_that_of_a_slow_count(season: Season) -> None:
    assert not disagrees(rules.table(*season), season)


@given(SEASONS, st.permutations(list(PEOPLE)))
def test_no_place_depends_on_who_somebody_is(season: Season, others: list[int]) -> None:
    evenings, points, best, last = season
    names = dict(zip(PEOPLE, others, strict=True))
    renamed = [{names[user]: place for user, place in evening.items()} for evening in evenings]
    final = None if last is None else {names[user]: place for user, place in last.items()}
    places = {names[line.user]: line.place for line in rules.table(evenings, points, best, last)}
    assert {line.user: line.place for line in rules.table(renamed, points, best, final)} == places


@given(SEASONS, st.sampled_from(PEOPLE))
def test_one_more_evening_costs_nobody_points(season: Season, user: int) -> None:
    evenings, points, best, _ = season
    before = {line.user: line.points for line in rules.table(evenings, points, best)}
    after = {line.user: line.points for line in rules.table([*evenings, {user: 5}], points, best)}
    assert all(after[each] >= before[each] for each in before)


FIRST, SECOND = {1: 1, 2: 2, 3: 3, 4: 3}, {1: 2, 2: 1, 3: 4, 4: 3}
SEASON: Season = ([FIRST, SECOND, {5: 1, 2: 2, 1: 2}], [5, 3, 2, 0], 2, None)
FAULTS: dict[str, Callable[[Season], Sequence[Line]]] = {
    "all evenings count": lambda season: rules.table(season[0], season[1], 0),
    "ties are shared at once": lambda season: [replace(line, place=1) for line in rules.table(*season)],
    "the last place that has points is worth nothing": lambda season: rules.table(season[0], [5, 3, 0], season[2]),
    "an evening is missing": lambda season: rules.table(season[0][1:], season[1], season[2]),
    "nobody has moved": lambda season: [replace(line, before=line.place) for line in rules.table(*season)],
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_slow_count_notices_a_planted_fault(fault: str) -> None:
    assert not disagrees(rules.table(*SEASON), SEASON)
    assert disagrees(FAULTS[fault](SEASON), SEASON)


TIES: dict[str, tuple[Sequence[Evening], list[int], list[int]]] = {
    "more evenings won": ([{1: 1, 2: 2}, {1: 4, 2: 2}], [4, 2, 0], [1, 2]),
    "the better single place": ([{1: 2, 2: 3}, {1: 4, 2: 3}], [9, 1], [1, 2]),
    "the better latest place": ([{1: 2, 2: 3}, {1: 3, 2: 2}], [9, 1], [2, 1]),
    "who was there last": ([{1: 2}, {2: 2}], [9, 1], [2, 1]),
}


@pytest.mark.parametrize("tie", TIES)
def test_equal_points_are_decided_as_it_is_told(tie: str) -> None:
    evenings, points, order = TIES[tie]
    table = rules.table(evenings, points, 0)
    assert len({line.points for line in table}) == 1
    assert [line.user for line in table] == order
    assert sorted(order, key=cmp_to_key(partial(compare, season=(evenings, points, 0, None)))) == order


def test_equals_stay_equal() -> None:
    assert [line.place for line in rules.table([{1: 3, 2: 3, 3: 1}], [5, 3, 2], 0)] == [1, 2, 2]
    assert {line.user: line.before for line in rules.table([{1: 1}, {2: 1}], [1], 0)} == {1: 1, 2: None}


def test_the_final_evening_comes_before_all_points() -> None:
    table = rules.table([{1: 1, 2: 2, 3: 3}], [5, 3, 1], 0, {3: 1, 2: 2})
    assert [(line.user, line.place, line.before, line.last) for line in table] == [
        (3, 1, 3, 1),
        (2, 2, 2, 2),
        (1, 3, 1, None),
    ]
