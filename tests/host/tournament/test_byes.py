"""A bye costs nothing: among players with equal points, those who had one end neither last nor first."""

from collections.abc import Callable, Sequence
from itertools import groupby
from random import Random

import pytest

from bot.host.tournament.rules.course import Course, following, table, usual_rounds
from bot.host.tournament.rules.standings import Player, Series, Standing, opponent, standings

TOURNAMENTS = 100
FAIR = (0.4, 0.6)
"""Between which shares of their group those who had a bye end on average: 0 is first, 1 is last."""

Order = Callable[[Course], Sequence[Standing]]


def played(players: int, chance: Random) -> Course:
    """A Swiss tournament of equal players, whose results are coins."""
    seeds, rounds, series = tuple(range(players)), usual_rounds(players), list[Series]()
    for number in range(rounds):
        paired = following(Course("swiss", rounds, 0, number, seeds, frozenset(), tuple(series)))
        assert paired is not None
        for each in paired.meetings:
            winner = each.first if each.second is None else chance.choice((each.first, each.second))
            series.append(Series(number, each.first, each.second, "won", winner))
    return Course("swiss", rounds, 0, rounds, seeds, frozenset(), tuple(series))


def share_of_rested(courses: Sequence[Course], order: Order) -> float:
    """Where those who had a bye end among players with equal points, on average."""
    shares: list[float] = []
    for course in courses:
        for _, group in groupby(order(course), key=lambda standing: standing.points):
            equal = list(group)
            rested = [place for place, standing in enumerate(equal) if standing.byes]
            if 0 < len(rested) < len(equal):
                shares += [place / (len(equal) - 1) for place in rested]
    return sum(shares) / len(shares)


def without_virtual_opponents(course: Course) -> Sequence[Standing]:
    """The standings in which a bye has no opponent, as they once were."""
    rows = standings(course.seeds, course.played)
    points = {row.player: row.points for row in rows}

    def met(player: Player) -> int:
        others = [opponent(each, player) for each in course.played if player in (each.first, each.second)]
        return sum(points[other] for other in others if other is not None)

    return sorted(rows, key=lambda row: (-row.points, -met(row.player)))


@pytest.mark.parametrize("players", [5, 9, 13, 17])
def test_a_bye_costs_nothing_in_the_tie_breaks(players: int) -> None:
    chance = Random(players)
    courses = [played(players, chance) for _ in range(TOURNAMENTS)]
    assert FAIR[0] < share_of_rested(courses, table) < FAIR[1]
    assert share_of_rested(courses, without_virtual_opponents) > FAIR[1], "the share would notice a bye that costs"
