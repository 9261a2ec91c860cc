"""Tournaments as pure functions: whoever comes late or drops out, everybody is ranked; pairings are as they must be."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations, product
from random import Random
from time import process_time
from typing import Literal

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.host.tournament.rules import bracket, course, round_robin
from bot.host.tournament.rules.course import Course
from bot.host.tournament.rules.knockout import KnockoutStanding
from bot.host.tournament.rules.standings import Player, Series, Standing, opponent, standings
from bot.host.tournament.rules.swiss import Pairing, pair

EVERY = range(2, 131)
CHANCES = st.integers(0, 10**9).map(Random)


def came(round_: int, first: Player, second: Player | None, chance: Random) -> Series:
    """A series with a random result; a bye is won."""
    if second is None:
        return Series(round_, first, None, "won", first)
    winner = chance.choice((first, second, None))
    return Series(round_, first, second, "drawn" if winner is None else "won", winner)


class Swiss:
    """A Swiss event of random results, drops and late entries."""

    def __init__(self, players: int, chance: Random) -> None:
        self.seeds = list(range(players))
        self.active = set(self.seeds)
        self.chance = chance
        self.played: list[Series] = []
        self.rounds = 0

    def table(self) -> list[Standing]:
        return [each for each in standings(self.seeds, self.played) if each.player in self.active]

    def play(self, *, moves: bool) -> tuple[list[Standing], list[Series], list[Pairing]]:
        """Play a round; return how everybody stood, what was played before, and who was paired."""
        table, before = self.table(), list(self.played)
        pairings = pair(table, before)
        self.played += [came(self.rounds, each.first, each.second, self.chance) for each in pairings]
        self.rounds += 1
        if moves:
            self.active -= {player for player in self.active if self.chance.random() < 0.08}
            late = range(len(self.seeds), len(self.seeds) + (self.chance.random() < 0.3))
            self.seeds += late
            self.active |= set(late)
        return table, before, pairings


def meetings(played: Iterable[Series]) -> set[frozenset[Player]]:
    return {frozenset((each.first, each.second)) for each in played if each.second is not None}


def perfect(table: Sequence[Standing], before: Sequence[Series], resting: Iterable[Player]) -> bool:
    """Whether everybody can meet somebody new, but for one of some who rest where the number is odd."""
    met = meetings(before)
    people = [each.player for each in table]
    graph = nx.Graph([two for two in combinations(people, 2) if frozenset(two) not in met])
    if len(people) % 2:
        graph.add_edges_from((player, "bye") for player in resting)
    return 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) >= len(people)


@given(players=st.integers(2, 24), chance=CHANCES, moves=st.booleans())
@settings(max_examples=25, deadline=None)
def test_in_swiss_nobody_meets_twice_or_rests_twice_while_that_can_be(
    players: int, chance: Random, *, moves: bool
) -> None:
    swiss = Swiss(players, chance)
    for _ in range(9):
        table, before, pairings = swiss.play(moves=moves)
        seen = Counter(player for each in pairings for player in (each.first, each.second) if player is not None)
        assert seen == Counter(each.player for each in table)
        met, people = meetings(before), [each.player for each in table]
        again = [each for each in pairings if frozenset((each.first, each.second)) in met]
        assert [each for each in pairings if each.why == "again"] == again
        assert not again or not perfect(table, before, people)
        rests = {each.player: each.byes for each in table}
        twice = [each for each in pairings if each.second is None and rests[each.first] > min(rests.values())]
        assert [each for each in pairings if each.why == "second_bye"] == twice
        fresh = [player for player in people if rests[player] == min(rests.values())]
        assert not twice or not perfect(table, before, fresh)


@pytest.mark.parametrize("moves", [False, True])
def test_swiss_of_every_size_ends_with_everybody_ranked(*, moves: bool) -> None:
    for players in EVERY:
        swiss = Swiss(players, Random(players))
        for _ in range(4):
            swiss.play(moves=moves)
        found = standings(swiss.seeds, swiss.played)
        assert [each.place for each in found] == list(range(1, len(swiss.seeds) + 1))
        assert {each.player for each in found} == set(swiss.seeds)


def test_pairing_256_players_takes_less_than_two_seconds_of_processor_time() -> None:
    swiss = Swiss(256, Random(4))
    for _ in range(9):
        table = swiss.table()
        begun = process_time()
        pair(table, swiss.played)
        assert process_time() - begun < 2
        swiss.play(moves=False)


def test_standings_are_a_worked_example() -> None:
    played = [
        Series(0, 1, 2, "won", 1),
        Series(0, 3, 4, "drawn"),
        Series(0, 5, None, "won", 5),
        Series(1, 1, 5, "won", 5),
        Series(1, 2, 3, "won", 2),
        Series(1, 4, None, "won", 4),
        Series(2, 5, 4),
    ]
    found = standings([1, 2, 3, 4, 5], played)
    assert [(each.player, each.points, each.buchholz, each.byes) for each in found] == [
        (5, 6, 3 + 7, 1),
        (4, 4, 1 + 5, 1),
        (1, 3, 9, 0),
        (2, 3, 4, 0),
        (3, 1, 7, 0),
    ]


def test_who_are_equal_are_told_apart_by_their_own_meeting() -> None:
    played = [Series(0, 1, 2, "won", 2), Series(1, 1, 3, "won", 1), Series(1, 2, 4, "won", 4)]
    found = standings([1, 2, 3, 4], [*played, Series(2, 3, 4, "won", 3)])
    equal = [each for each in found if each.points == 3]
    assert len(equal) == 4
    assert all(each.buchholz == 6 for each in equal)


@pytest.mark.parametrize("players", EVERY)
def test_in_a_round_robin_everybody_meets_everybody_once_and_rests_at_most_once(players: int) -> None:
    rounds = [round_robin.meetings(range(players), number) for number in range(round_robin.rounds(players))]
    met = [tuple(sorted((first, second))) for each in rounds for first, second in each if second is not None]
    assert sorted(met) == list(combinations(range(players), 2))
    rests = Counter(first for each in rounds for first, second in each if second is None)
    assert set(rests.values()) <= {1}
    begins = Counter(first for each in rounds for first, second in each if second is not None)
    assert max(begins.values()) - min(begins[player] for player in range(players)) <= 2


def run(
    nodes: Sequence[bracket.Node], players: int, chance: Random, drops: float
) -> tuple[list[Player], Counter[Player]]:
    """Play a tree to its end; return everybody as ranked, and how often each has lost a match that was played."""
    seeds, winners, out, lost = list(range(players)), dict[int, Player](), set[Player](), Counter[Player]()
    while True:
        seats = bracket.seated(nodes, seeds, winners, out)
        opened = [number for number, match in enumerate(seats) if match.open]
        if not opened:
            assert all(match.decided for match in seats)
            return bracket.ranking(nodes, seeds, seats), lost
        for number in opened:
            two = [seats[number].first, seats[number].second]
            winner = chance.choice([player for player in two if player is not None])
            winners[number] = winner
            lost.update(player for player in two if player is not None and player != winner)
        out |= {player for player in seeds if chance.random() < drops}


@pytest.mark.parametrize("players", EVERY)
def test_an_elimination_ends_with_everybody_ranked_and_who_is_out_has_lost_enough(players: int) -> None:
    for lives, nodes in ((1, bracket.single(players)), (2, bracket.double(players))):
        found, lost = run(nodes, players, Random(players), 0.0)
        assert sorted(found) == list(range(players))
        assert lost[found[0]] < lives
        assert all(lost[player] == lives for player in found[1:])
        found, _ = run(nodes, players, Random(players + 1), 0.05)
        assert sorted(found) == list(range(players))


@pytest.mark.parametrize("kind", ["single", "double"])
@pytest.mark.parametrize("players", [2, 5, 8, 21])
def test_the_standings_of_a_knockout_follow_every_match(kind: Literal["single", "double"], players: int) -> None:
    """Whoever has a match to play is still in, whoever is out has lost often enough, and the end is the ranking."""
    seeds, chance, tree = tuple(range(players)), Random(players), dict[int, Series]()
    lives, now = 2 if kind == "double" else 1, Course(kind, 0, 0, 0, seeds, frozenset())
    for round_ in range(1, 40):
        now = replace(now, round=round_, tree=tree)
        opened = {number: match for number, match in enumerate(course.seats(now)) if match.open}
        if not opened:
            break
        tree |= {number: Series(round_, match.first or 0, match.second) for number, match in opened.items()}
        for number in opened:
            table = course.knockout_table(replace(now, tree=dict(tree)))
            playing = {each.player for each in table if each.state == "playing"}
            waiting = [series for series in tree.values() if series.state == "open"]
            assert playing == {player for series in waiting for player in (series.first, series.second)}
            assert_places(table)
            assert all((each.lost == lives) == (each.state == "out") == (each.round is not None) for each in table)
            assert sum(each.won for each in table) == len(tree) - len(waiting)
            two = tree[number]
            winner = chance.choice([two.first, two.second])
            tree[number] = replace(two, state="won", winner=winner)
            lost = two.second if winner == two.first else two.first
            after = {each.player: each for each in course.knockout_table(replace(now, tree=dict(tree)))}
            assert after[lost or 0].round in (None, round_)
    table = course.knockout_table(now)
    assert [(each.place, each.player) for each in table] == [(each.place, each.player) for each in course.places(now)]
    assert [each.state for each in table] == ["champion", *["out"] * (players - 1)]


def assert_places(table: Sequence[KnockoutStanding]) -> None:
    """Each place is one more than the number of players ahead."""
    places = [each.place or 0 for each in table]
    assert places == [1 + sum(other < place for other in places) for place in places]


@pytest.mark.parametrize("kind", ["single", "double"])
def test_those_who_go_out_in_one_round_share_their_place(kind: Literal["single", "double"]) -> None:
    """In a single knockout of eight: champion, lost the final, two lost a semi-final, four a quarter-final."""
    seeds, tree = tuple(range(8)), dict[int, Series]()
    now = Course(kind, 0, 0, 1, seeds, frozenset())
    while opened := [(number, match) for number, match in enumerate(course.seats(now)) if match.open]:
        tree |= {number: Series(1, match.first or 0, match.second, "won", match.first) for number, match in opened}
        now = replace(now, tree=dict(tree))
    lines = [(each.place, each.reached) for each in course.knockout_table(now)]
    if kind == "single":
        semifinals, quarterfinals = [(3, "semifinal")] * 2, [(5, "quarterfinal")] * 4
        assert lines == [(1, None), (2, "final"), *semifinals, *quarterfinals]
    else:
        places = [1, 2, 3, 4, 5, 5, 7, 7]
        assert lines == [(place, "final" if place == 2 else None) for place in places]


def test_a_disqualified_champion_has_no_place_and_all_others_move_up() -> None:
    tree = {0: Series(1, 0, 3, "won", 0), 1: Series(1, 1, 2, "won", 1), 2: Series(2, 0, 1, "won", 0)}
    now = Course("single", 0, 0, 2, (0, 1, 2, 3), frozenset({0}), tree=tree, disqualified=frozenset({0}))
    lines = [(each.place, each.player) for each in course.places(now)]
    assert lines == [(1, 1), (2, 2), (2, 3), (None, 0)]


def test_who_wins_the_final_is_first_whoever_won_the_swiss_rounds() -> None:
    played = (
        Series(1, 0, 1, "won", 0),
        Series(1, 2, 3, "won", 2),
        Series(2, 0, 2, "won", 0),
        Series(2, 1, 3, "won", 1),
    )
    now = Course("swiss", 2, 2, 3, (0, 1, 2, 3), frozenset(), played, {0: Series(3, 0, 1, "won", 1)}, (0, 1))
    assert [each.player for each in course.places(now)] == [1, 0, 2, 3]
    assert [(each.place, each.player) for each in course.table(now)] == [(1, 1), (2, 0), (3, 2), (4, 3)]


def test_results_against_a_disqualified_player_stand() -> None:
    played = (Series(1, 0, 1, "won", 1), Series(1, 2, 3, "won", 2))
    now = Course("swiss", 2, 0, 1, (0, 1, 2, 3), frozenset({0, 2}), played, disqualified=frozenset({2}))
    assert [(each.place, each.player, each.points) for each in course.table(now)] == [
        (1, 1, 3),
        (2, 0, 0),
        (3, 3, 0),
        (None, 2, 3),
    ]


def test_a_player_who_left_a_knockout_before_their_match_has_left_and_is_not_out_in_a_round() -> None:
    first = Series(1, 0, 3, "won", 0)
    now = Course("single", 0, 0, 1, (0, 1, 2, 3), frozenset({2, 3}), tree={0: first})
    lines = [(each.player, each.state, each.round, each.won) for each in course.knockout_table(now)]
    assert lines == [(0, "in", None, 1), (1, "in", None, 0), (2, "left", None, 0), (3, "out", 1, 0)]


def test_a_second_loss_that_was_never_paired_ends_a_double_knockout_and_is_not_counted() -> None:
    played = {0: Series(1, 0, 3, "won", 0), 1: Series(1, 1, 2, "won", 1)}
    now = Course("double", 0, 0, 1, (0, 1, 2, 3), frozenset({3}), tree=played)
    lines = {each.player: (each.state, each.won, each.lost) for each in course.knockout_table(now)}
    assert lines == {0: ("in", 1, 0), 1: ("in", 1, 0), 2: ("in", 0, 1), 3: ("left", 0, 1)}


@pytest.mark.parametrize("players", EVERY)
def test_the_best_seeds_meet_no_sooner_than_they_must(players: int) -> None:
    nodes = bracket.single(players)
    seeds, winners = list(range(players)), dict[int, Player]()
    for number, node in enumerate(nodes):
        match = bracket.seated(nodes, seeds, winners, ())[number]
        there = [player for player in (match.first, match.second) if player is not None]
        best = min(there)
        left = 2 ** (nodes[-1].round - node.round + 1)
        assert len(there) == 1 or min(there) + max(there) == left - 1
        winners[number] = best


def met_again(nodes: Sequence[bracket.Node], chances: Iterable[Random]) -> Counter[int]:
    """Count the matches of each losers' round, from 1, whose players have met before, over even random tournaments."""
    again = Counter[int]()
    for chance in chances:
        ended, met = list[tuple[Player, Player]](), set[frozenset[Player]]()
        for node in nodes:
            first, second = (
                each.seed if isinstance(each, bracket.Seed) else ended[each.match][each.loses]
                for each in (node.first, node.second)
            )
            two = frozenset((first, second))
            again[node.round + 1] += node.stage == "losers" and two in met
            met.add(two)
            ended.append((first, second) if chance.random() < 0.5 else (second, first))
    return +again


def dropping(nodes: Sequence[bracket.Node], orders: Mapping[int, Sequence[int]]) -> list[bracket.Node]:
    """Return a double-elimination tree whose losers' rounds, by their numbers, are reached in other orders."""
    found = list(nodes)
    for round_, others in orders.items():
        here = [at for at, node in enumerate(nodes) if (node.stage, node.round) == ("losers", round_)]
        sources = [nodes[at].second for at in here]
        coming = sorted(each.match for each in sources if isinstance(each, bracket.From))
        for at, other in zip(here, others, strict=True):
            found[at] = replace(nodes[at], second=bracket.From(coming[other], loses=True))
    return found


def test_who_has_met_meets_again_as_late_as_can_be() -> None:
    """Of all ways to drop in, none lets fewer of sixteen meet again in the earliest rounds."""
    ours = bracket.double(16)
    found = met_again(ours, map(Random, range(400)))
    earliest = min(found)
    for first, second in product(permutations(range(4)), permutations(range(2))):
        other = met_again(dropping(ours, {1: first, 3: second}), map(Random, range(400)))
        assert min(other) < earliest or other[earliest] > 0.8 * found[earliest]


@pytest.mark.parametrize("players", [32, 64, 128])
def test_nobody_of_many_meets_again_in_the_first_four_losers_rounds(players: int) -> None:
    nodes = bracket.double(players)
    assert min(met_again(nodes, map(Random, range(40)))) > 4
    backwards = {1: range(players // 4)[::-1], 3: range(players // 8)[::-1]}
    assert min(met_again(dropping(nodes, backwards), map(Random, range(40)))) == 4


def test_a_series_names_the_opponent_of_either() -> None:
    series = Series(0, 1, 2)
    assert (opponent(series, 1), opponent(series, 2), opponent(Series(0, 1, None), 1)) == (2, 1, None)


@given(kind=st.sampled_from(["single", "double"]), players=st.integers(2, 20), chance=CHANCES)
@settings(max_examples=40, deadline=None)
def test_a_tree_ends_even_if_nobody_comes_to_some_matches(
    kind: Literal["single", "double"], players: int, chance: Random
) -> None:
    now = Course(kind, 0, 0, 0, tuple(range(players)), frozenset())
    while (paired := course.following(now)) is not None:
        for each in paired.meetings:
            assert each.second is not None
            assert each.node is not None
            both = (each.first, each.second)
            assert not now.out & {*both}, "nobody is paired who has gone"
            winner = None if chance.random() < 0.3 else chance.choice(both)
            series = Series(now.round, *both, "lost" if winner is None else "won", winner)
            out = now.out if winner is not None else now.out | {*both}
            now = replace(now, tree={**now.tree, each.node: series}, out=out)
        now = replace(now, round=now.round + 1)
    last, places = course.seats(now)[-1], course.places(now)
    assert last.decided
    assert {each.player for each in places} == {*range(players)}
    assert [each.player for each in places if each.place == 1] == [each for each in [last.winner] if each is not None]
    lines = {each.player: each for each in course.knockout_table(now)}
    for series in now.tree.values():
        if series.state == "lost":
            assert {lines[player].state for player in (series.first, series.second) if player is not None} == {"out"}


def test_a_final_that_both_lose_has_two_second_places_and_no_champion() -> None:
    played = {
        0: Series(1, 0, 3, "won", 0),
        1: Series(1, 1, 2, "won", 1),
        2: Series(2, 0, 1, "lost"),
    }
    now = Course("single", 0, 0, 2, (0, 1, 2, 3), frozenset({0, 1}), tree=played)
    assert [(each.player, each.place) for each in course.places(now)] == [(0, 2), (1, 2), (2, 3), (3, 3)]
    assert [each.reached for each in course.knockout_table(now)] == ["final", "final", "semifinal", "semifinal"]
