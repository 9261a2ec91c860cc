"""`tableside replay --fork`: any step of a finished match becomes a scenario that holds, with nobody's words in it."""

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.host.fairness.export_files import decoded
from bot.host.fairness.replays import ExportedMatch, PositionTask, opened, position_at
from bot.host.fairness.scenarios import NoSuchStep, scenario_at
from cardsdb.scenarios import run_file
from engine.contract import letter
from engine.registry import GAMES
from engine.scenarios.file_format import ScenarioRefused, read_scenario
from tests.support.finished import HOUSE, finished

STEPS = 6


def matches(key: str) -> list[bytes]:
    """Matches of a game: one with moves that were taken back, one with homebrew cards, one with a house player."""
    game = GAMES[key]
    return [
        finished(key, 4, back=game.spec.rewinds),
        finished(key, 5, homebrew=game.card_set.homebrew),
        finished(key, 6, seats=min(3, game.spec.most), house=True),
    ]


def steps_of(match: ExportedMatch) -> int:
    return sum(match.match.game.outcome(step.state) is None for step in match.steps())


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_step_becomes_a_scenario_that_holds(key: str, tmp_path: Path) -> None:
    chance = Random(f"scenarios of {key}")
    for number, content in enumerate(matches(key)):
        match = opened(decoded(content), GAMES)
        last = steps_of(match)
        for step in {1, last, *chance.sample(range(1, last), STEPS)}:
            file = tmp_path / f"{number}-{step}.toml"
            file.write_text(scenario_at(match, step), "utf-8")
            assert run_file(file).differences == []
            scenario = read_scenario(file.read_text("utf-8"), str(file))
            assert scenario.state is not None
            state = match.match.game.load(
                decoded(scenario.state.content.encode()), scenario.state.rules, match.match.cards
            )
            task = PositionTask(content.decode(), GAMES, step)
            assert match.match.game.dump(state) == position_at(task).state
            assert {each.what for each in scenario.step} <= {"pick", "leave", "offered", "end"}
            words = {f"w{seat}" for seat in range(3)} | {seat.deck.name for seat in match.told.seats if seat.deck}
            assert not [word for word in words | {HOUSE} if f'"{word}"' in file.read_text("utf-8")]
        with pytest.raises(NoSuchStep) as refusal:
            scenario_at(match, last + 1)
        assert refusal.value.steps == last


def test_one_command_writes_it_and_a_change_of_the_rules_would_show(tmp_path: Path) -> None:
    (tmp_path / "match-5.json").write_bytes(finished("varia", 4))
    made = CliRunner().invoke(app, ["replay", str(tmp_path / "match-5.json"), "--fork", "9"])
    file = tmp_path / "match-5-step-9.toml"
    assert (made.exit_code, file.exists()) == (0, True)
    assert CliRunner().invoke(app, ["scenario", "run", str(file)]).exit_code == 0
    text = file.read_text("utf-8")
    other = text.replace(f'seat = "{letter(0)}"', 'seat = "?"').replace(
        f'seat = "{letter(1)}"', f'seat = "{letter(0)}"'
    )
    file.write_text(other.replace('seat = "?"', f'seat = "{letter(1)}"'), "utf-8")
    assert run_file(file).differences
    beyond = CliRunner().invoke(app, ["replay", str(tmp_path / "match-5.json"), "--fork", "999"])
    assert (beyond.exit_code, "1 to" in beyond.stderr) == (1, True)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"players":', '"prayers":'),
        ("rules = 2", "rules = 99"),
        ("[state]", "options = { hp = 30 }\n[state]"),
        ("\n{\n", "\n[\n"),
    ],
)
def test_a_damaged_state_is_refused_with_its_place(old: str, new: str, tmp_path: Path) -> None:
    match = opened(decoded(finished("varia", 4)), GAMES)
    text = scenario_at(match, 9)
    assert old in text
    file = tmp_path / "damaged.toml"
    file.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(ScenarioRefused) as refused:
        run_file(file)
    assert str(file) in str(refused.value)
