"""Twelve of the shipped puzzles are proved again, on the first of their deals; `make soak` proves all of them."""

from datetime import date, timedelta

import pytest

from cardsdb.puzzle_days import listed, puzzle_day
from cardsdb.puzzle_files import puzzle_table, shipped_puzzle, shipped_puzzles
from engine.puzzles.checking import faults
from engine.puzzles.file_format import Deals, Puzzle
from engine.registry import GAMES

EACH = 3
PUZZLES = [each for game in GAMES for each in shipped_puzzles(game)[:EACH]]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
def test_a_puzzle_holds(puzzle: Puzzle) -> None:
    assert list(faults(puzzle_table(GAMES[puzzle.game]), puzzle, Deals(puzzle.deals.seed, 20))) == []


def test_every_game_has_puzzles_that_are_found_by_their_keys() -> None:
    assert len(PUZZLES) == EACH * len(GAMES)
    assert [shipped_puzzle(each.key) for each in PUZZLES] == PUZZLES
    assert shipped_puzzle("varia-0") is None


def test_every_day_has_a_puzzle() -> None:
    known = listed(GAMES)
    days = [puzzle_day(date(2026, 12, 1) + timedelta(number), known) for number in range(len(known))]
    assert all(day is not None and shipped_puzzle(day.puzzle.key) is not None for day in days)
