"""`tableside lesson check`: our own lessons and the one in the docs are sound, and faults are named."""

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from cardsdb.lesson_check import check_lesson
from cardsdb.lesson_files import lesson_paths, next_lesson, shipped_lessons

EXAMPLE = re.search(r"```toml\n(.*?)```", Path("docs/hosts/writing-lessons.md").read_text("utf-8"), re.DOTALL)


def example() -> str:
    assert EXAMPLE is not None
    return EXAMPLE[1]


def written(folder: Path, text: str) -> Path:
    file = folder / "lesson.toml"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.parametrize("path", lesson_paths(), ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_lesson_is_sound(path: Path) -> None:
    assert check_lesson(path) == []


def test_lessons_are_numbered_without_a_gap() -> None:
    by_game: dict[str, list[int]] = {}
    for lesson in shipped_lessons().values():
        by_game.setdefault(lesson.game, []).append(lesson.header.number)
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in by_game.values())
    last = list(shipped_lessons())[-1]
    assert next_lesson(last) is None


def test_the_lesson_in_the_docs_is_sound(tmp_path: Path) -> None:
    assert check_lesson(written(tmp_path, example())) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[lesson]\nnumber = 1", "[lesson]\nnumber = 0", "number"),
        ('choose = [{ card = "Anvil Aesthete" }]', 'choose = [{ card = "Kiln Kicker" }]', "Kiln Kicker"),
        (
            "That hits for 30. Pip would have a card left.",
            " ".join(["word"] * 15),
            "this sentence has more than 14 words",
        ),
        ('{ card = "Mallet Minder" }], say = "That', '{ card = "Kiln Kicker" }], say = "That', "is not offered"),
        ('would have a card left."', 'would have a card left.", happens = true', "wrong and happens"),
        ('"Doubt Doodler", "Glare Gauge"', '"Doubt Doodler", "Marble Mauler", "Glare Gauge"', "does not win"),
        ('about = "Your cards are your health."\n', "", "about"),
        ('say = "The other card goes back under your deck. Then Pip turns over 4 cards."\n', "", "before the plan"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    text = example()
    assert old in text
    result = CliRunner().invoke(app, ["lesson", "check", str(written(tmp_path, text.replace(old, new)))])
    assert said in result.output
    assert result.exit_code == 1
