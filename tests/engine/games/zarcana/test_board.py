"""Spaces and their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.zarcana import board

STEPS = st.integers(-2000, 2000)


@given(STEPS, STEPS)
def test_a_name_leads_back_to_its_space(column: int, row: int) -> None:
    space = board.at(column, row)
    assert board.named(board.name(space)) == space
    assert (board.column_of(space), board.row_of(space)) == (column, row)


@given(STEPS, STEPS)
def test_neighbours_touch_by_their_sides(column: int, row: int) -> None:
    around = {(board.column_of(each), board.row_of(each)) for each in (board.at(column, row) + s for s in board.AROUND)}
    assert around == {(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)}


@pytest.mark.parametrize(
    ("column", "row", "name"),
    [(2, 4, "C4"), (0, 1, "A1"), (25, 3, "Z3"), (26, 3, "AA3"), (-1, 2, "-A2"), (-27, 0, "-AA0"), (5, -3, "F-3")],
)
def test_columns_are_letters_and_rows_are_numbers(column: int, row: int, name: str) -> None:
    assert board.name(board.at(column, row)) == name


@pytest.mark.parametrize("text", ["", "4C", "c4", "C", "4", "C4 ", "--C4", "ABCD1", "C12345"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="^" + text.replace("-", r"\-") + "$"):
        board.named(text)
