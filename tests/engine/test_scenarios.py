"""Every scenario file, and the runner itself: what differs is seen, and what cannot be read is pointed at."""

from pathlib import Path

import pytest

from cardsdb.scenarios import run_file, scenario_files
from engine.scenarios.file import ScenarioRefused

FOLDER = Path(__file__).parents[1] / "scenarios"
FILES = scenario_files([FOLDER])


@pytest.mark.parametrize("file", FILES, ids=[str(file.relative_to(FOLDER)) for file in FILES])
def test_scenario(file: Path) -> None:
    assert run_file(file).differences == []


GOOD = """game = "varia"
title = "One card"
source = "the runner's own test"
cards = [{ kind = "action", name = "Strike", cost = { ap = 2 }, power = 3, focus = 3, types = ["physical", "attack"] }]

[position]
step = "action"

[position.seats.A]
hand = ["Strike"]

[[step]]
pick = { seat = "A", kind = "action", choose = [{ card = "Strike", moment = 1 }] }

[[step]]
expect = { "seats.A.plan.0.power" = 3 }
"""


def scenario(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "one.toml"
    file.write_text(text, "utf-8")
    return file


def test_a_good_one_has_no_difference(tmp_path: Path) -> None:
    assert run_file(scenario(tmp_path, GOOD)).differences == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('power" = 3', 'power" = 4', "seats.A.plan.0.power is 3, not 4"),
        ("moment = 1", "moment = 2", "is not offered"),
        ('kind = "action", choose', 'kind = "fast_action", choose', "A is not asked 'fast_action'"),
        ('seat = "A", kind', 'seat = "B", kind', "B is not asked"),
        ("plan.0.power", "plan.7.power", "is not in the view"),
    ],
)
def test_what_differs_is_reported(tmp_path: Path, old: str, new: str, said: str) -> None:
    (difference,) = run_file(scenario(tmp_path, GOOD.replace(old, new))).differences
    assert said in difference


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            'refuse = { seat = "A", kind = "action", choose = ["lock"], reason = "refusal.not_offered" }',
            "it was accepted",
        ),
        ('offered = { seat = "A", kind = "action", choose = ["gap"] }', "is not offered"),
        ('not_offered = { seat = "A", kind = "action", choose = ["lock"] }', "is offered"),
        ('blocked = { seat = "A", kind = "action", choose = ["lock"] }', "is not blocked"),
        ('events = [{ fact = "hit" }]', "was not told"),
        ('hidden = { viewer = "B", words = ["action"] }', "was shown"),
        ('end = { ranking = ["A", "B"] }', "the match is not over"),
        ('deadline = "B"', "B is not asked anything"),
    ],
)
def test_every_kind_of_step_can_fail(tmp_path: Path, step: str, said: str) -> None:
    (difference,) = run_file(scenario(tmp_path, f"{GOOD}\n[[step]]\n{step}\n")).differences
    assert said in difference
    assert difference.startswith("step 3, ")


def test_dice_that_run_out_are_a_failure(tmp_path: Path) -> None:
    text = (
        GOOD
        + '\n[[step]]\npick = { seat = "A", kind = "action", choose = ["lock"] }\n'
        + "\n".join(f'[[step]]\ndeadline = "{seat}"\n' for seat in "BAB")
    )
    (difference,) = run_file(scenario(tmp_path, text)).differences
    assert "nothing loaded for power.A" in difference


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "said"),
    [
        ("title =", "titel =", 2, 1, "titel"),
        ('step = "action"', 'step = "acting"', 7, 1, "step"),
        ('hand = ["Strike"]', 'hands = ["Strike"]', 10, 1, "hands"),
        ('hand = ["Strike"]', 'hand = ["Stroke"]', 10, 1, "there is no card called 'Stroke'"),
        ("choose = [{", "chose = [{", 13, 39, "chose"),
        ("power = 3", "powr = 3", 4, 65, "powr"),
        ('game = "varia"', 'game = "chess"', 1, 1, "there is no game 'chess'"),
        ("[[step]]\nexpect", "[[step]]\nleave = 'A'\nexpect", 15, 3, "exactly one thing"),
        ('title = "One card"', 'title = "One card', 2, 18, "Illegal character"),
        ('source = "the', 'options = { turn_cap = 0 }\nsource = "the', 3, 13, "turn_cap"),
    ],
)
def test_what_cannot_be_read_is_pointed_at(
    tmp_path: Path, old: str, new: str, line: int, column: int, said: str
) -> None:
    with pytest.raises(ScenarioRefused) as refused:
        run_file(scenario(tmp_path, GOOD.replace(old, new, 1)))
    assert said in refused.value.why
    assert (refused.value.line, refused.value.column) == (line, column)
