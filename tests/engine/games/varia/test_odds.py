"""The hit-odds table of the rules, by enumeration, and the rolls of Improved and Impaired."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.varia.odds import Pool, at_least, distribution, expected_excess
from engine.games.varia.rolls import bounded
from engine.games.varia.rulings import MOST_DICE, MOST_ROLLS
from tests.engine.clicks import lines_of


@pytest.mark.parametrize(
    ("lead", "sixteenths"),
    [(-5, 0), (-4, 0), (-3, 1), (-2, 3), (-1, 6), (0, 10), (1, 13), (2, 15), (3, 16), (4, 16)],
)
def test_attack_v_block_one_die_each(lead: int, sixteenths: int) -> None:
    counted = sum(attack + lead >= block for attack, block in product(range(1, 5), repeat=2))
    assert counted == sixteenths
    assert at_least(Pool(1, 4, 3 + lead), Pool(1, 4, 3)) == Fraction(sixteenths, 16)


@pytest.mark.parametrize("improved", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("dice", [0, 1, 2])
def test_best_and_worst_of_several_throws(dice: int, improved: int) -> None:
    throws = list(product(range(1, 5), repeat=dice))
    rolls = list(product([sum(throw) for throw in throws], repeat=1 + abs(improved)))
    kept = [max(roll) if improved > 0 else min(roll) for roll in rolls]
    wanted = {total: Fraction(kept.count(total), len(kept)) for total in kept}
    assert dict(distribution(Pool(dice, 4, 0, improved))) == wanted


def test_no_die_is_no_chance() -> None:
    assert distribution(Pool(0, 4, 2)) == ((2, Fraction(1)),)
    assert at_least(Pool(0, 4), Pool(0, 4)) == 1


@pytest.mark.parametrize("reroll", [1, 2, 3])
@pytest.mark.parametrize("dice", [1, 2])
def test_low_dice_rolled_once_more(dice: int, reroll: int) -> None:
    """Every die is thrown with a second one beside it, which counts where the first shows too little."""
    counted: Counter[int] = Counter()
    for throws in product(product(range(1, 5), repeat=2), repeat=dice):
        counted[sum(first if first > reroll else second for first, second in throws)] += 1
    ways = 16**dice
    assert dict(distribution(Pool(dice, 4, 0, reroll=reroll))) == {
        total: Fraction(count, ways) for total, count in counted.items()
    }


@given(*[st.builds(Pool, *(st.integers(*each) for each in ((0, 4), (4, 6), (-9, 9), (-2, 2), (0, 3))))] * 2)
def test_the_chance_to_reach_is_counted_from_all_totals(one: Pool, other: Pool) -> None:
    pairs = product(distribution(one), distribution(other))
    assert at_least(one, other) == sum(mine * theirs for (total, mine), (mark, theirs) in pairs if total >= mark)


def test_set_dice_have_one_total() -> None:
    assert distribution(Pool(3, 6, 2, improved=1, face=3)) == ((11, Fraction(1)),)


def test_a_roll_has_its_limits() -> None:
    pool = bounded(99, 6, improved=-99, reroll=9)
    assert (pool.dice, pool.throws, pool.reroll) == (MOST_DICE, 1 + MOST_ROLLS, 5)


POOLS = [
    Pool(0, 6, 3),
    Pool(1, 6),
    Pool(2, 6, -4),
    Pool(2, 6, 1, improved=1),
    Pool(3, 6, -9, improved=-1, reroll=2),
    Pool(2, 6, -1, face=4),
]


@pytest.mark.parametrize("one", POOLS, ids=str)
@pytest.mark.parametrize("other", POOLS, ids=str)
def test_an_expected_excess_is_the_average_over_every_pair_of_totals(one: Pool, other: Pool) -> None:
    pairs = product(distribution(one), distribution(other))
    assert expected_excess(one, other) == sum(
        max(0, max(0, mine) - max(0, theirs)) * share * other_share for (mine, share), (theirs, other_share) in pairs
    )


def test_an_expected_excess_is_not_worked_out_pair_by_pair() -> None:
    """There are ten thousand pairs."""
    keen, dull = Pool(20, 6, 5, improved=5, reroll=5), Pool(20, 6, 4, improved=-5, reroll=4)
    assert lines_of(lambda: expected_excess(keen, dull)) < 5_000
