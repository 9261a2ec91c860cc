"""How hard a puzzle is for people: house players say it first, and once enough people have tried it, they do."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

ENOUGH: Final = 20
"""The number of tries from which people's share counts: a puzzle that half of them find is then called normal nine
times in ten."""

PARTS: Final = 3
"""A puzzle is easy if two of so many people find its answer, and hard if at most one does."""

SECONDS: Final = 3.0
"""The time up to which a line is locked in without thinking, or with the answer known."""

ACCOUNT: Final = 7 * 86_400.0
"""The age, in seconds, below which an account may have been made for the try."""


class PersonsTry(Struct, frozen=True):
    """A person's first try of a puzzle.

    Attributes:
        right: whether it was the answer.
        seconds: the time from the beginning to the lock.
        account: the age of the person's account at the lock, in seconds.
    """

    right: bool
    seconds: float
    account: float

    @property
    def counts(self) -> bool:
        """Whether it tells how hard the puzzle is."""
        return self.seconds > SECONDS and self.account >= ACCOUNT


def difficulty(first: str, tries: Iterable[PersonsTry]) -> str:
    """Return a puzzle's difficulty; `first` is that of its file, which stands until enough tries count."""
    found = [each.right for each in tries if each.counts]
    if len(found) < ENOUGH:
        return first
    if PARTS * sum(found) >= (PARTS - 1) * len(found):
        return "easy"
    return "hard" if PARTS * sum(found) <= len(found) else "normal"
