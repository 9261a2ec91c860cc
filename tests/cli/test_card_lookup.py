"""`tableside cards show`: all that is known about a card, and the scenarios that test it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from cardsdb.scenarios import run_file
from engine.scenarios.file_format import ScenarioRefused

SCENARIO = """
game = "varia"
title = "Hush stops a blow"
source = "rules, blocks"
{about}
cards = ["guide", "{deck}"]
[position]
step = "movement"
distance = "engaged"
[[step]]
expect = {{ "seats.A.hp" = 30 }}
"""


def run(*arguments: str) -> tuple[int, str]:
    """The exit code, and what was said."""
    result = CliRunner().invoke(app, ["cards", "show", *arguments])
    return result.exit_code, (result.stdout + result.stderr).strip()


def scenario(folder: Path, about: str) -> Path:
    file = folder / "hush.toml"
    file.write_text(SCENARIO.format(about=about, deck="mistbinder"), "utf-8")
    return file


def test_a_card_is_shown_with_its_data_and_the_scenarios_about_it(tmp_path: Path) -> None:
    file = scenario(tmp_path, 'about = ["Hush"]')
    code, said = run("hush", "--scenarios", str(file))
    lines = said.splitlines()
    assert code == 0
    assert lines[0].startswith("Hush (Varia, ")
    assert '"name": "Hush"' in said
    assert lines[-1] == f"tested by {file}: Hush stops a blow"


def test_a_scenario_that_does_not_say_its_cards_is_found_by_their_names(tmp_path: Path) -> None:
    file = scenario(tmp_path, "")
    file.write_text(file.read_text("utf-8") + '[[step]]\nhidden = { viewer = "B", words = ["Hush"] }\n', "utf-8")
    assert run("Hush", "--scenarios", str(file))[1].splitlines()[-1] == f"used in {file}: Hush stops a blow"


def test_a_scenario_about_an_unknown_card_is_refused(tmp_path: Path) -> None:
    file = scenario(tmp_path, 'about = ["Hush", "Husk"]')
    with pytest.raises(ScenarioRefused, match="there is no card 'Husk'"):
        run_file(file)


def test_an_unknown_card_is_said_in_a_line(tmp_path: Path) -> None:
    assert run("Nothing At All", "--scenarios", str(tmp_path)) == (1, "there is no card 'Nothing At All'")
    assert run("Hush", "--game", "chess")[1].startswith("there is no game 'chess'; there are: varia")
