"""`tableside cards sheet`: every card of a set in one picture, and plain refusals."""

from pathlib import Path

from PIL import Image
from typer.testing import CliRunner

from bot.cli import app
from cardsdb.sets import shipped_sets
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> tuple[int, str]:
    """The exit code, and what was said."""
    result = CliRunner().invoke(app, ["cards", "sheet", *arguments])
    return result.exit_code, (result.stdout + result.stderr).strip()


def test_a_sheet_shows_every_card_of_a_set(tmp_path: Path) -> None:
    code, said = run("varia", "--set", "guide", "--to", str(tmp_path / "sheets"), "--wide", "80")
    file = tmp_path / "sheets" / "varia-guide.png"
    assert (code, said) == (0, f"{file}: 14 cards")
    with Image.open(file) as sheet:
        assert sheet.width == 6 * 90 - 10
        assert sheet.height > 2 * 100


def test_the_sheets_in_the_documentation_are_small_and_show_every_set() -> None:
    sheets = {file.stem: file.stat().st_size for file in (ROOT / "docs" / "pictures" / "sheets").glob("*.png")}
    assert set(sheets) == {f"{name}-{each.key}" for name, game in GAMES.items() for each in shipped_sets(game)}
    assert max(sheets.values()) < 300_000


def test_what_cannot_be_drawn_is_said_in_a_line(tmp_path: Path) -> None:
    assert run("chess")[1].startswith("there is no game 'chess'; there are: varia")
    assert run("varia", "--set", "nothing", "--to", str(tmp_path)) == (1, "varia has no set 'nothing'")
