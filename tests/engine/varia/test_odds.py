"""The hit-odds table of the rules, by enumeration, and the rolls of Improved and Impaired."""

from fractions import Fraction
from itertools import product

import pytest

from engine.varia.odds import Pool, at_least, distribution


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
