"""`tableside puzzle`: the same seed makes the same files, whatever stops it; what does not hold is told."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from typer.testing import CliRunner

from bot.cli import app, puzzles
from tests.cardsdb.test_puzzle_files import PUZZLE

GAME = "warmage"
SEED = "7"
"""A seed whose first match is short, and gives a puzzle."""


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["puzzle", *arguments])
    return result.exit_code, result.output


def make(folder: Path, count: int, *more: str) -> tuple[int, str]:
    place = ("--folder", str(folder / "puzzles"), "--progress", str(folder / "progress"))
    return run("make", GAME, "--seed", SEED, "--count", str(count), *place, *more)


def notes(folder: Path) -> Path:
    return folder / "progress" / f"{GAME}-{SEED}.jsonl"


def written(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "puzzles" / GAME).iterdir()}


def test_the_same_seed_makes_the_same_files_also_after_a_stop_and_in_several_processes(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    code, said = make(whole, 1, "--jobs", "2")
    assert code == 0
    assert "(1 of 1; " in said
    assert "positions in" in said
    first = notes(whole).read_bytes()
    notes(stopped).parent.mkdir(parents=True)
    notes(stopped).write_bytes(first[: len(first) // 2])  # a line that was cut off by a kill
    assert make(stopped, 1)[0] == 0
    assert written(stopped) == written(whole)
    assert notes(stopped).read_bytes() == notes(whole).read_bytes()

    assert run("check", GAME, "--folder", str(whole / "puzzles"), "--deals", "40", "--seed", "7")[0] == 0
    file = next((whole / "puzzles" / GAME).iterdir())
    file.write_text(file.read_text("utf-8").replace('"digest": "', '"digest": "0'), "utf-8")
    code, said = run("check", GAME, "--folder", str(whole / "puzzles"), "--deals", "20", "--jobs", "2")
    assert code == 1
    assert "the same picks lead to another position now" in said
    assert said.endswith("1 puzzles, 0 hold, 1 do not\n")


def test_a_match_that_is_done_is_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make(tmp_path, 1)[0] == 0
    before = written(tmp_path)
    for file in (tmp_path / "puzzles" / GAME).iterdir():
        file.unlink()
    monkeypatch.setattr(puzzles, "search", None)
    assert make(tmp_path, 1)[0] == 0
    assert written(tmp_path) == before


@given(st.lists(st.lists(st.sampled_from("aaaaabbcde"), unique=True), max_size=60))
def test_no_kind_has_more_than_its_part_and_the_rarest_comes_first(matches: list[list[str]]) -> None:
    kinds = Counter[tuple[str, str]]()
    for themes in matches:
        found = [replace(PUZZLE, theme=theme) for theme in themes]
        puzzle = puzzles.chosen(found, kinds)
        if puzzle is None:
            assert all(kinds[each.kind] * puzzles.PLENTY >= kinds.total() + puzzles.PLENTY for each in found)
            continue
        assert puzzle in found
        assert kinds[puzzle.kind] == min(kinds[each.kind] for each in found)
        kinds[puzzle.kind] += 1
        assert max(kinds.values()) <= kinds.total() / puzzles.PLENTY + 2


def test_a_game_without_puzzles_is_refused() -> None:
    assert run("make", "bids") == (1, "there are no puzzles of 'bids'\n")
    assert run("make", "chess") == (1, "there are no puzzles of 'chess'\n")
