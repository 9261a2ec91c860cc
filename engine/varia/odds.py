"""Chances, to the last fraction: what a player is told before the dice are thrown."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from msgspec import Struct

Distribution: TypeAlias = tuple[tuple[int, Fraction], ...]
"""Every total that a roll can have, with its chance, smallest total first."""


class Pool(Struct, frozen=True):
    """A roll to be made: some equal dice and a number added to their sum.

    `improved` is Improved less Impaired: the roll is made once more for each that is left over, and the best or the
    worst throw counts (rules, further rulings: several Improved or Impaired). A die that shows at most `reroll` is
    rolled once more. After the roll every die becomes `face`, where that is set (rules, roll pipeline).
    """

    dice: int
    sides: int
    plus: int = 0
    improved: int = 0
    reroll: int = 0
    face: int | None = None

    @property
    def throws(self) -> int:
        """How often the dice are thrown."""
        return 1 + abs(self.improved)


@lru_cache(maxsize=4096)
def distribution(pool: Pool) -> Distribution:
    """Return the chances of a roll's totals."""
    if pool.face is not None:
        return ((pool.dice * pool.face + pool.plus, Fraction(1)),)
    faces = _faces(pool)
    once = Counter({0: 1})
    for _ in range(pool.dice):
        thrown: Counter[int] = Counter()
        for (total, ways), (face, weight) in product(once.items(), faces.items()):
            thrown[total + face] += ways * weight
        once = thrown
    all_ways = sum(faces.values()) ** pool.dice
    chances, passed, before = [], 0, Fraction(0)
    for total in sorted(once, reverse=pool.improved < 0):
        passed += once[total]
        reached = Fraction(passed, all_ways) ** pool.throws
        chances.append((total + pool.plus, reached - before))
        before = reached
    return tuple(sorted(chances))


def _faces(pool: Pool) -> dict[int, int]:
    """Return in how many ways one die comes to each face, a low one having been rolled once more."""
    if not pool.reroll:
        return dict.fromkeys(range(1, pool.sides + 1), 1)
    return {face: pool.reroll + (pool.sides if face > pool.reroll else 0) for face in range(1, pool.sides + 1)}


@lru_cache(maxsize=4096)
def at_least(one: Pool, other: Pool) -> Fraction:
    """Return the chance that one roll's total reaches another's: equal totals hit (seed, Power, Focus, & The Clash)."""
    pairs = product(distribution(one), distribution(other))
    return sum((mine * theirs for (total, mine), (mark, theirs) in pairs if total >= mark), start=Fraction(0))
