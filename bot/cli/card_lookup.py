"""Looking up a card: its text, its data, its rulings, and the scenarios that test it."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import BaseModel

from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import names_of, page_of
from bot.ui.texts.words import Words
from cardsdb.scenarios import scenario_files
from cardsdb.sets import shipped_cards, shipped_sets
from engine.registry import GAMES
from engine.scenarios.file_format import Scenario, ScenarioRefused, read_scenario

ENGLISH: Final = Words(None)

SCENARIOS: Final = Path("tests/scenarios")
"""The folder of this repository's scenario files."""


class NoCard(Exception):
    """No game has a card with this name; the message says so in one line."""


def show(
    name: Annotated[str, typer.Argument(help="The card's name.")],
    *,
    game: Annotated[str | None, typer.Option(help=f"Which game, of {', '.join(GAMES)}; all without it.")] = None,
    scenarios: Annotated[
        list[Path] | None, typer.Option(exists=True, help="Scenario files, or folders of files.")
    ] = None,
) -> int:
    """Print a card's text, data and rulings, and the scenarios that test it."""
    if game is not None and game not in GAMES:
        raise NoCard(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    files = scenario_files(scenarios if scenarios is not None else [SCENARIOS] if SCENARIOS.exists() else [])
    pages = [page for key in GAMES if game in (None, key) for page in _pages(key, name, files)]
    if not pages:
        raise NoCard(f"there is no card {name!r}")
    typer.echo("\n\n".join(pages))
    return 0


def _pages(game: str, name: str, files: Sequence[Path]) -> Iterator[str]:
    """Yield everything known about a game's card with this name, if the game has one."""
    cards, renderer = shipped_cards(GAMES[game]), RENDERERS[game]
    wanted = next((each for each in names_of(renderer, cards) if each.casefold() == name.casefold()), None)
    page = None if wanted is None else page_of(renderer, wanted, cards, ENGLISH)
    if wanted is None or page is None:
        return
    # The asterisks are Discord's emphasis: no name or figure contains one of its own.
    title = ENGLISH.plain(f"{game}.name")
    parts = [f"{page.title} ({title}, {page.kind})", page.text.replace("*", "")]
    parts += [ENGLISH.plain(ruling) for ruling in page.rulings]
    data = next((each for each in _definitions(game) if each.name == wanted), None)
    if isinstance(data, BaseModel):
        parts.append(json.dumps(data.model_dump(mode="json", exclude_defaults=True), ensure_ascii=False, indent=2))
    about, using = _scenarios(game, wanted, files)
    parts += [f"tested by {file}: {scenario.title}" for file, scenario in about]
    parts += [f"used in {file}: {scenario.title}" for file, scenario in using]
    yield "\n".join(parts)


def _definitions(game: str) -> Iterator[Any]:
    for each in shipped_sets(GAMES[game]):
        yield from each.cards


Found = list[tuple[Path, Scenario]]


def _scenarios(game: str, name: str, files: Sequence[Path]) -> tuple[Found, Found]:
    """Return the scenarios about a card, and other scenarios that name the card. Skip files that cannot be read."""
    about: Found = []
    using: Found = []
    for file in files:
        text = file.read_text("utf-8")
        try:
            scenario = read_scenario(text, str(file))
        except ScenarioRefused:
            continue
        if scenario.game == game and name in scenario.about:
            about.append((file, scenario))
        elif scenario.game == game and f'"{name}"' in text:
            using.append((file, scenario))
    return about, using
