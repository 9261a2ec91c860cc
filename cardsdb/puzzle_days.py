"""Whose day it is: the puzzle of a date, the same everywhere for the same games and puzzles."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Final

from msgspec import Struct

from cardsdb.puzzle_files import shipped_puzzles
from engine.dice import FairDice

FIRST_DAY: Final = date(2026, 1, 1)
"""The first date that has a puzzle."""

ATTEMPTS: Final = 8
"""How many orders are drawn to find one that is not that of the cycle before, nor begins with its last puzzle."""


class Listed(Struct, frozen=True, order=True):
    """A puzzle in a list: its game, its number and its theme."""

    game: str
    number: int
    theme: str

    @property
    def key(self) -> str:
        """The puzzle's key, as `Puzzle.key`."""
        return f"{self.game}-{self.number}"


class PuzzleDay(Struct, frozen=True):
    """The puzzle of a date.

    Attributes:
        puzzle: the puzzle.
        cycle: how often all puzzles of the list have had their day before.
        place: its place in this cycle's order, from 0.
    """

    puzzle: Listed
    cycle: int
    place: int

    @property
    def again(self) -> bool:
        """Whether the list is used up and has begun again, so that some have solved this puzzle before."""
        return self.cycle > 0


def listed(games: Iterable[str]) -> tuple[Listed, ...]:
    """Return the shipped puzzles of some games."""
    return tuple(Listed(each.game, each.number, each.theme) for game in games for each in shipped_puzzles(game))


def puzzle_day(day: date, puzzles: Iterable[Listed]) -> PuzzleDay | None:
    """Return the puzzle of a date; None if there are no puzzles, or before `FIRST_DAY`.

    It follows from the date and the puzzles alone, not from their order. In a cycle, each has one day, and two days
    side by side have different themes or games wherever the list allows it. The next cycle has another order.
    With other puzzles, as after an update or with other games, all days are drawn anew.
    """
    known, days = tuple(sorted(set(puzzles))), (day - FIRST_DAY).days
    if not known or days < 0:
        return None
    cycle, place = divmod(days, len(known))
    return PuzzleDay(_orders(known, cycle)[cycle][place], cycle, place)


@lru_cache(maxsize=64)
def _orders(puzzles: tuple[Listed, ...], last: int) -> tuple[tuple[Listed, ...], ...]:
    """Return the orders of all cycles up to a number: each depends on the one before."""
    found: list[tuple[Listed, ...]] = []
    for cycle in range(last + 1):
        found.append(_order(puzzles, cycle, found[-1] if found else ()))
    return tuple(found)


def _order(puzzles: Sequence[Listed], cycle: int, before: tuple[Listed, ...]) -> tuple[Listed, ...]:
    """Return the order of a cycle."""
    order: tuple[Listed, ...] = ()
    for attempt in range(ATTEMPTS):
        drawn = FairDice.seeded("puzzle days", cycle, attempt).shuffle("order", puzzles)
        order = _apart(drawn, before[-1:])
        if order != before and order[:1] != before[-1:]:
            break
    return order


def _apart(drawn: list[Listed], before: tuple[Listed, ...]) -> tuple[Listed, ...]:
    """Return puzzles in nearly the order drawn, but with different themes side by side, also after an earlier one."""
    left, order, themes = list(drawn), list(before), Counter(map(_theme, drawn))
    while left:
        last = _theme(order[-1]) if order else None
        others = [each for each in left if _theme(each) != last]
        fitting = [each for each in others if _leaves_room(themes, _theme(each), len(left))]
        chosen = next(iter(fitting or others or left))
        left.remove(chosen)
        themes[_theme(chosen)] -= 1
        order.append(chosen)
    return tuple(order[len(before) :])


def _theme(puzzle: Listed) -> tuple[str, str]:
    """Return what two days that follow each other should not share."""
    return puzzle.game, puzzle.theme


def _leaves_room(themes: Counter[tuple[str, str]], chosen: tuple[str, str], left: int) -> bool:
    """Whether the remaining puzzles can still be kept apart after one of a theme is chosen."""
    rest = left - 1
    return all(
        count - 1 <= rest // 2 if theme == chosen else count <= (rest + 1) // 2 for theme, count in themes.items()
    )
