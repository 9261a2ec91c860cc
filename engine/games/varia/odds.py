"""Exact chances, which players see before the dice are rolled."""

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from msgspec import Struct

Distribution: TypeAlias = tuple[tuple[int, Fraction], ...]
"""All possible totals of a roll with their chances, smallest total first."""


class Pool(Struct, frozen=True):
    """A roll to make: a number of equal dice, and a number added to their sum.

    `improved` is Improved minus Impaired: the dice are thrown once more for each one left over, and the best or the
    worst throw counts (rules, further rulings: several Improved or Impaired). A die that shows `reroll` or less is
    rerolled once. After the roll, every die takes the value `face`, if set (rules, roll pipeline).
    """

    dice: int
    sides: int
    plus: int = 0
    improved: int = 0
    reroll: int = 0
    face: int | None = None

    @property
    def throws(self) -> int:
        """The number of times the dice are thrown."""
        return 1 + abs(self.improved)


class _Odds(Struct, frozen=True):
    """The odds of a roll's totals, in whole numbers.

    Attributes:
        least: the smallest total.
        reached: the number of `ways` in which the total is `least` or less, `least + 1` or less, and so on.
        ways: the number of ways the roll can turn out.
    """

    least: int
    reached: tuple[int, ...]
    ways: int


def distribution(pool: Pool) -> Distribution:
    """Return the chance of each total of a roll."""
    odds, before, chances = _odds(pool), 0, []
    for place, reached in enumerate(odds.reached):
        chances.append((odds.least + place, Fraction(reached - before, odds.ways)))
        before = reached
    return tuple(chances)


def at_least(one: Pool, other: Pool) -> Fraction:
    """Return the chance that one roll's total reaches another's: equal totals hit (seed, Power, Focus, & The Clash)."""
    mine, theirs = _odds(one), _odds(other)
    hits, before = 0, 0
    for place, reached in enumerate(mine.reached):
        mark = mine.least + place - theirs.least
        if mark >= 0:
            hits += (reached - before) * theirs.reached[min(mark, len(theirs.reached) - 1)]
        before = reached
    return Fraction(hits, mine.ways * theirs.ways)


def expected_excess(one: Pool, other: Pool) -> Fraction:
    """Return by how much one roll's power exceeds another's on average; no power is below 0, and no excess is.

    That is the sum, over all numbers from 0, of the chance that the number reaches the other power and not the first.
    """
    mine, theirs = _odds(one), _odds(other)
    ways = sum(
        (mine.ways - _up_to(mine, number)) * _up_to(theirs, number) for number in range(mine.least + len(mine.reached))
    )
    return Fraction(ways, mine.ways * theirs.ways)


def _up_to(odds: _Odds, total: int) -> int:
    """Return in how many ways a roll's total is at most a number."""
    place = total - odds.least
    return 0 if place < 0 else odds.reached[min(place, len(odds.reached) - 1)]


def _odds(pool: Pool) -> _Odds:
    """Return the odds of a roll; the number added to it only shifts them."""
    if pool.face is not None:
        return _Odds(pool.dice * pool.face + pool.plus, (1,), 1)
    reached, ways = _thrown(pool.dice, pool.sides, pool.improved, pool.reroll)
    return _Odds(pool.dice + pool.plus, reached, ways)


@lru_cache(maxsize=4096)
def _thrown(dice: int, sides: int, improved: int, reroll: int) -> tuple[tuple[int, ...], int]:
    """Return the number of ways to roll at most each total, from one pip per die up, and the total number of ways.

    The ways for all dice together are a power of the ways for one die, encoded as the digits of one number.
    """
    weights = [reroll + (sides if face > reroll else 0) if reroll else 1 for face in range(1, sides + 1)]
    all_ways = sum(weights) ** dice
    digit = all_ways.bit_length() + 1
    power = sum(weight << digit * place for place, weight in enumerate(weights)) ** dice
    each = [power >> digit * place & (1 << digit) - 1 for place in range(dice * (sides - 1) + 1)]
    throws, up_to = 1 + abs(improved), list(accumulate(each))
    if improved < 0:
        reached = [all_ways**throws - (all_ways - passed) ** throws for passed in up_to]
    else:
        reached = [passed**throws for passed in up_to]
    return tuple(reached), all_ways**throws
