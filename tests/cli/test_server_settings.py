"""`tableside guild`: a server's settings, read and changed in the terminal."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from bot.storage.database import Database
from bot.storage.migrate import migrate
from cardsdb.sets import shipped_sets
from engine.registry import GAMES

GUILD = "800"


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The database of a folder, which is the present one."""
    monkeypatch.chdir(tmp_path)

    async def prepared() -> None:
        database = Database(f"sqlite+aiosqlite:///{tmp_path}/tableside.db")
        await migrate(database)
        await database.close()

    asyncio.run(prepared())
    monkeypatch.setenv("TABLESIDE_DATABASE", f"sqlite+aiosqlite:///{tmp_path}/tableside.db")
    return str(tmp_path)


def run(*arguments: str) -> tuple[int, list[str]]:
    result = CliRunner().invoke(app, ["guild", GUILD, *arguments])
    return result.exit_code, [" ".join(line.split()) for line in (result.stdout + result.stderr).splitlines()]


@pytest.mark.usefixtures("url")
def test_what_is_changed_is_shown_and_kept() -> None:
    assert {"channels", "games", "threads yes", "openers", "barred"} <= set(run()[1])
    assert "games varia zarcana" in run("games", "zarcana", "varia")[1]
    assert "barred 7 8" in run("barred", "8", "7")[1]
    assert "openers 71" in run("openers", "71")[1]
    assert "turns moving" in run()[1]
    assert "turns still" in run("turns", "still")[1]
    code, shown = run("pace", "daily")
    assert code == 0
    assert {"games varia zarcana", "barred 7 8", "openers 71", "pace daily"} <= set(shown)
    assert "openers" in run("openers")[1]
    assert "timezone Europe/Berlin" in run("timezone", "berlin")[1]


@pytest.mark.usefixtures("url")
def test_a_games_settings_are_changed_shown_and_taken_back() -> None:
    assert "varia" in run()[1]
    run("varia", "pace", "daily")
    run("varia", "format", "Out", "of", "the", "Box")
    run("varia", "turn_cap", "30")
    assert "varia pace: daily, format: Out of the Box, turn_cap: 30" in run()[1]
    kept = [each.key for each in shipped_sets(GAMES["varia"])]
    code, shown = run("varia", "sets", *kept[2:])
    assert code == 0
    assert f"varia pace: daily, format: Out of the Box, turn_cap: 30, without: {kept[0]} {kept[1]}" in shown
    for what in ("pace", "format", "turn_cap", "sets"):
        run("varia", what)
    assert "varia" in run()[1]


@pytest.mark.usefixtures("url")
@pytest.mark.parametrize("wrong", [("pace", "fast"), ("turn_cap", "0"), ("colour", "red"), (), ("sets", "unheard-of")])
def test_what_cannot_be_set_for_a_game_is_one_line(wrong: tuple[str, ...]) -> None:
    code, said = run("varia", *wrong)
    assert (code, len(said)) == (1, 1)


@pytest.mark.usefixtures("url")
@pytest.mark.parametrize(
    "wrong", [("colour", "red"), ("games", "chess"), ("turns", "loud"), ("barred", "Ada"), ("timezone", "x")]
)
def test_what_cannot_be_set_is_one_line_that_names_the_settings(wrong: tuple[str, ...]) -> None:
    code, said = run(*wrong)
    assert code == 1
    assert len(said) == 1
    assert said[0].startswith(f"there is no setting '{wrong[0]}' with these values; the settings are: channels, games")
