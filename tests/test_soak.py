"""`make soak`: every part can be started alone, prints its time, and ends in time."""

import fcntl
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.soak import LIMIT, PARTS, PYTHON, Part, main, soak

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


def does(code: str) -> Part:
    return Part("a trial", ((sys.executable, "-c", code),))


def test_no_part_may_take_longer_than_forty_minutes() -> None:
    assert LIMIT == 40 * 60


@pytest.mark.parametrize("name", PARTS)
def test_what_a_part_starts_is_there(name: str) -> None:
    for command in PARTS[name].commands:
        if command[:2] == PYTHON:
            assert find_spec(command[2]) is not None
        else:
            assert command[0] == "make"
            assert re.search(rf"^{command[1]}:", MAKEFILE, re.MULTILINE)
        assert [each for each in command if each.startswith("tests/") and not (ROOT / each).exists()] == []


@pytest.mark.parametrize("name", PARTS)
def test_each_part_is_known_to_make_and_to_the_page(name: str) -> None:
    assert f"soak-{name}" in MAKEFILE
    assert f"`{name}`" in (ROOT / "docs" / "developers" / "testing.md").read_text("utf-8")


HEAD = "# Soak\n\n| Part | Commit | Date | Result | Figures |\n|---|---|---|---|---|\n"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page on which nothing is noted yet."""
    page = tmp_path / "soak.md"
    page.write_text(HEAD, "utf-8")
    return page


def test_each_part_prints_its_time_and_one_that_fails_fails_all(capfd: pytest.CaptureFixture[str], page: Path) -> None:
    parts = {"good": does("print('done')"), "bad": does("raise SystemExit(3)"), "last": does("print('as well')")}
    assert not soak(list(parts), parts, page=page)
    said = capfd.readouterr().out
    assert re.findall(r"^(\w+): (\w+) after \d+\.\d minutes$", said, re.MULTILINE) == [
        ("good", "well"),
        ("bad", "FAILED"),
        ("last", "well"),
    ]
    assert "as well" in said
    assert soak(["good"], parts, page=page)


def test_the_page_has_the_latest_row_of_each_part(page: Path) -> None:
    assert soak(["one", "two"], {"one": does("print('seed 1')"), "two": does("print('seed 2')")}, page=page)
    assert not soak(["one"], {"one": does("print('seed 3 | lost'); raise SystemExit(1)")}, page=page)
    written = page.read_text("utf-8")
    assert written.startswith(HEAD)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in written.removeprefix(HEAD).splitlines()]
    assert [(row[0], row[3].split()[1], row[4]) for row in rows] == [
        ("two", "well", "seed 2"),
        ("one", "FAILED", "seed 3 / lost"),
    ]
    assert all(re.fullmatch(r"[0-9a-f]{7,}\+?|unknown", row[1]) for row in rows)


HOLDS = "import fcntl, signal; file = open({lock!r}, 'w'); fcntl.flock(file, fcntl.LOCK_EX); signal.pause()"
STARTS = "import subprocess, sys; subprocess.run([sys.executable, '-c', {code!r}])"


def test_a_part_that_takes_too_long_is_ended_with_all_that_it_started(tmp_path: Path, page: Path) -> None:
    lock = tmp_path / "lock"
    endless = does(STARTS.format(code=HOLDS.format(lock=str(lock))))
    assert not soak(["endless"], {"endless": endless}, limit=1.0, page=page)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # would wait for ever for what is left running


def test_a_part_that_there_is_not_is_refused() -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["tortoise"])
    assert stopped.value.code == 2
