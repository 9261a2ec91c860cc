"""The contracts between rooms: their exceptions only become fewer, and a wrong import is named."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

ROOT: Final = Path(__file__).parents[1]

PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))

UI: Final = "The rooms of what people see stand in order"
MESSENGER: Final = "The rooms of the messenger have no circle"


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code in which a test may plant a wrong import."""
    copy = tmp_path_factory.mktemp("rooms")
    for package in PROJECT["tool"]["importlinter"]["root_packages"]:
        shutil.copytree(ROOT / package, copy / package, ignore=lambda _, names: {"__pycache__"} & {*names})
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def broken(rooms: Path) -> list[str]:
    """The names of the contracts that the code in a folder breaks."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    run = subprocess.run(  # noqa: S603 - the linter's own command
        [sys.executable, "-c", command, "--no-cache"],
        cwd=rooms,
        env=os.environ | {"PYTHONPATH": str(rooms), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Contracts: " in run.stdout, run.stderr
    return re.findall(r"^(.+) BROKEN\b", run.stdout, re.MULTILINE)


def test_what_people_see_has_no_exceptions() -> None:
    contracts = PROJECT["tool"]["importlinter"]["contracts"]
    [contract] = [contract for contract in contracts if contract["name"] == UI]
    assert "ignore_imports" not in contract


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("bot/ui/games/finish.py", "from bot.ui import tournaments", UI),
        ("bot/ui/pictures/laurel.py", "from bot.ui import people", UI),
        ("bot/ui/loose.py", '"""A module that the contract does not know."""', UI),
        ("bot/messenger/emojis.py", "from bot.messenger import calls", MESSENGER),
    ],
)
def test_a_wrong_import_breaks_its_contract(rooms: Path, file: str, line: str, contract: str) -> None:
    planted = rooms / file
    before = planted.read_text("utf-8") if planted.exists() else None
    planted.write_text(f"{before or ''}\n{line}\n", "utf-8")
    try:
        assert broken(rooms) == [contract]
    finally:
        planted.unlink() if before is None else planted.write_text(before, "utf-8")


def test_the_code_as_it_is_breaks_no_contract(rooms: Path) -> None:
    assert broken(rooms) == []
