"""The rooms of the host import each other one way, and the contract that says so catches an import the other way."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[2]
CONTRACT = "The rooms of the host stand in order"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("tree")
    for package in ("engine", "cardsdb", "bot", "cogs", "sandbox"):
        shutil.copytree(HERE / package, there / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(HERE / "pyproject.toml", there)
    return there


def lint(tree: Path) -> str:
    """Return what the linter says of the contract about the rooms of the host, and of what breaks it."""
    run = subprocess.run(  # noqa: S603 - our own interpreter, with arguments of our own
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.stdout


@pytest.mark.parametrize(
    ("low", "high"),
    [
        ("bot.host.match.unit_of_work", "bot.host.tournament.progress"),
        ("bot.host.match.timer_handlers", "bot.host.lobby.lobby"),
        ("bot.host.kernel.host", "bot.host.features"),
        ("bot.host.ratings.rating", "bot.host.collections.stakes"),
    ],
)
def test_an_import_that_closes_a_circle_breaks_the_contract(copy: Path, low: str, high: str) -> None:
    module = copy / (low.replace(".", "/") + ".py")
    text = module.read_text()
    module.write_text(f"{text}\nimport {high}\n")
    try:
        said = lint(copy)
    finally:
        module.write_text(text)
    assert f"{CONTRACT} BROKEN" in said
    assert f"{low} -> {high}" in said


def test_a_new_room_has_to_be_given_its_place(copy: Path) -> None:
    room = copy / "bot" / "host" / "attic.py"
    room.write_text('"""A room."""\n')
    try:
        said = lint(copy)
    finally:
        room.unlink()
    assert f"{CONTRACT} BROKEN" in said
    assert "attic" in said


def test_the_rooms_as_they_are_keep_the_contract(copy: Path) -> None:
    assert f"{CONTRACT} KEPT" in lint(copy)
