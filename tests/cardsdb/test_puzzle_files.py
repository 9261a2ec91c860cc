"""Puzzle files: what is written is read again, and what is no puzzle is refused with its file's name."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from cardsdb.puzzle_files import puzzle_file, puzzles_in, write
from engine.contract import CardRef, Message
from engine.puzzles.file_format import Answer, Deals, Margin, Pins, Puzzle, PuzzleRefused, Source, pick_text, read_pick

PUZZLE = Puzzle(
    format=1,
    game="varia",
    number=7,
    question="lose_fewest",
    seat=1,
    theme="block",
    difficulty="hard",
    found_by=("hard",),
    pins=Pins(2, {"guide": "ab"}),
    source=Source(1, 3, "easy", {"turn_cap": 20}, ("Cogwright", "Mistbinder"), ("A0 stay", "B0"), "cd"),
    deals=Deals(5, 400),
    margin=Margin(2.5, 2.25, 0.95),
    answers=(
        Answer(-1.5, -2, 0, ("B1 plan:3", "B2 lock"), (Message("pick", {"card": CardRef("strike", 3)}),), ("ef", "01")),
        Answer(-4, -6, -3, ("B1 lock",), (), ("23",)),
    ),
)


def test_a_puzzle_is_read_as_it_was_written(tmp_path: Path) -> None:
    file = write(tmp_path, PUZZLE)
    assert file == tmp_path / "varia" / "0007.json"
    assert puzzles_in(tmp_path, "varia") == (PUZZLE,)
    assert puzzles_in(tmp_path, "zarcana") == ()


def test_a_person_can_read_a_file(tmp_path: Path) -> None:
    lines = write(tmp_path, PUZZLE).read_text("utf-8").splitlines()
    assert '   "line": ["B1 plan:3", "B2 lock"],' in lines
    assert max(map(len, lines)) < 120


def test_the_key_names_game_and_number_and_the_first_row_is_right() -> None:
    assert PUZZLE.key == "varia-7"
    assert PUZZLE.right.value == -1.5
    assert PUZZLE.right.picks == (("B1", ("plan:3",)), ("B2", ("lock",)))
    assert PUZZLE.source.step == 2


@pytest.mark.parametrize("pick", [("A0", ()), ("B12", ("plan:3",)), ("C1", ("c:1", "m12"))])
def test_a_pick_is_a_line_of_text(pick: tuple[str, tuple[str, ...]]) -> None:
    assert read_pick(pick_text(pick)) == pick


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        msgspec.json.encode(replace(PUZZLE, format=2)),
        msgspec.json.encode(replace(PUZZLE, answers=())),
        msgspec.json.encode({**msgspec.to_builtins(PUZZLE), "more": 1}),
        msgspec.json.encode(replace(PUZZLE, number=8)),
    ],
)
def test_a_file_that_is_no_puzzle_is_refused_by_its_name(content: bytes, tmp_path: Path) -> None:
    file = puzzle_file(tmp_path, "varia", 7)
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(PuzzleRefused, match=r"0007\.json"):
        puzzles_in(tmp_path, "varia")
