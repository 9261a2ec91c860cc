"""The commands that need no Discord: scenario run, cards check, verify."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from bot import __version__
from bot.cli import app
from cardsdb.sets import example
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(file for key in GAMES for file in (ROOT / "cardsdb" / key).glob("*.toml"))
SCENARIOS = ROOT / "tests" / "scenarios" / "varia"


def run(*arguments: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output.strip().splitlines()


def test_scenario_run_counts_what_passes_and_fails(tmp_path: Path) -> None:
    code, lines = run("scenario", "run", str(SCENARIOS))
    count = len(list(SCENARIOS.glob("*.toml")))
    assert (code, lines) == (0, [f"{count} scenarios, {count} passed, 0 failed"])
    good = next(SCENARIOS.glob("*.toml")).read_text("utf-8")
    (tmp_path / "unreadable.toml").write_text("game = 'varia'\nwrong = 1\n")
    (tmp_path / "good.toml").write_text(good)
    (tmp_path / "differs.toml").write_text(good + "\n[[step]]\nend = { ranking = ['A', 'B', 'C'] }\n")
    code, lines = run("scenario", "run", str(tmp_path))
    assert code == 1
    assert lines[-1] == "3 scenarios, 1 passed, 2 failed"
    assert any("unreadable.toml:2:1" in line for line in lines)
    assert any("differs.toml" in line and "end:" in line for line in lines)


def test_scenario_run_explains_what_was_offered() -> None:
    code, lines = run("scenario", "run", str(SCENARIOS / "three-action-timeline.toml"), "--explain")
    assert code == 0
    assert any("step 1, pick; open: A action" in line for line in lines)


def test_a_folder_without_scenarios_is_no_success(tmp_path: Path) -> None:
    assert run("scenario", "run", str(tmp_path))[0] == 1


def test_verify_names_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    (tmp_path / "b.json").write_text("[]")
    code, lines = run("verify", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert code == 1
    assert "cannot be read" in lines[0]
    assert "not an exported match" in lines[1]


def test_verify_refuses_another_format(tmp_path: Path) -> None:
    data: dict[str, Any] = {"format": 99}
    (tmp_path / "a.json").write_text(json.dumps(data))
    code, lines = run("verify", str(tmp_path / "a.json"))
    assert code == 1
    assert "format" in lines[0]


def test_cards_are_checked_as_an_upload_is(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(example(GAMES["varia"]), "utf-8")
    bad.write_text(example(GAMES["varia"]).replace("power = 3", "power = 300"), "utf-8")
    valid = f"{good}: valid: Kitchen fights (varia), 13 cards, 1 deck"
    assert run("cards", "check", str(good)) == (0, [valid])
    fault = f"{bad}: Line 12 | Kettle Swing | power: this can be at most 40"
    unread = f"{bad}: I haven't checked names and decks yet, so there may be more."
    assert run("cards", "check", str(good), str(bad)) == (1, [valid, fault, unread])


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.name)
def test_a_shipped_set_is_valid_where_it_stands(file: Path) -> None:
    code, lines = run("cards", "check", "--texts", str(file))
    assert (code, lines[0].split(": ")[:2]) == (0, [str(file), "valid"])


def test_a_new_card_in_a_shipped_set_may_not_take_the_name_of_another_sets(tmp_path: Path) -> None:
    """The sets are copied, because a test does not change the files that come with Tableside."""
    copy = shutil.copytree(ROOT / "cardsdb", tmp_path / "cardsdb")
    file = copy / "varia" / "cogwright.toml"
    file.write_text(file.read_text("utf-8").replace("Wound Up", "Battle Heat"), "utf-8")
    checked = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "bot.cli", "cards", "check", str(file)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 1
    assert "Battle Heat" in checked.stdout


def test_the_cards_of_a_valid_set_are_put_in_words(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text(example(GAMES["varia"]), "utf-8")
    code, lines = run("cards", "check", "--texts", str(good))
    assert code == 0
    place = lines.index("Hot Soup (Action)")
    assert lines[place + 1 : place + 3] == ["✴️ 3 AP · power 2+1d6 · focus 2+1d4", "Physical Attack – Fire"]
    assert "On-Hit: your opponent gains 1 stack of Scalded." in lines
    assert not any("*" in line for line in lines)


def test_the_version_is_told() -> None:
    told = CliRunner().invoke(app, ["--version"])
    assert (told.exit_code, told.output) == (0, f"tableside {__version__}\n")
