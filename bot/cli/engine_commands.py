"""Commands that need neither Discord nor a database: run scenarios, check card sets, verify dice."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from bot.ui.cards.sets import fault_line
from bot.ui.games import RENDERERS
from bot.ui.games.card_pages import page_of
from bot.ui.texts.words import Words
from cardsdb.lesson_check import check_lesson
from cardsdb.scenarios import run_file, scenario_files
from cardsdb.sets import fitted, game_of_shipped, read_shipped, read_upload, shipped_sets
from cardsdb.source import SetRefused
from engine.contract import CardSet
from engine.registry import GAMES
from engine.scenarios.file_format import ScenarioRefused

ENGLISH: Final = Words(None)


def run_scenarios(
    paths: Annotated[list[Path], typer.Argument(exists=True, help="Files, or folders of files.")],
    *,
    explain: Annotated[bool, typer.Option("--explain", help="Also print what was offered at each step.")] = False,
) -> int:
    """Run scenario files, print each step that differs from its expected result, and end with a line of totals."""
    failed = 0
    files = scenario_files(paths)
    for file in files:
        try:
            report = run_file(file)
        except ScenarioRefused as refused:
            typer.echo(str(refused))
            failed += 1
            continue
        for note in report.notes if explain else ():
            typer.echo(f"{file}: {note}")
        for difference in report.differences:
            typer.echo(f"{file}: {difference}")
        failed += bool(report.differences)
    typer.echo(f"{len(files)} scenarios, {len(files) - failed} passed, {failed} failed")
    return 1 if failed or not files else 0


def check_lessons(
    files: Annotated[list[Path], typer.Argument(exists=True, help="Lessons, or folders of lessons.")],
) -> int:
    """Check lessons: play each as its file says, with every wrong answer, and print what is wrong with it."""
    failed = 0
    found = scenario_files(files)
    for file in found:
        try:
            faults = check_lesson(file)
        except ScenarioRefused as refused:
            faults = [str(refused)]
        for fault in faults:
            typer.echo(f"{file}: {fault}")
        failed += bool(faults)
    typer.echo(f"{len(found)} lessons, {len(found) - failed} sound, {failed} faulty")
    return 1 if failed or not found else 0


def check_sets(
    files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, help="Set files in TOML.")],
    *,
    texts: Annotated[bool, typer.Option("--texts", help="Print what each card of a valid set says.")] = False,
) -> int:
    """Check card sets, and print each fault with its line.

    A shipped set is checked where it stands, beside the others. Any other is checked as /set upload does.
    """
    failed = 0
    for file in files:
        try:
            found = _read(file)
        except SetRefused as refused:
            for fault in refused.faults:
                typer.echo(f"{file}: {fault_line(fault, ENGLISH)}")
            if refused.more:
                typer.echo(f"{file}: {ENGLISH.plain('set.fault.more', count=refused.more)}")
            if refused.stage != "decks":
                typer.echo(f"{file}: {ENGLISH.plain(f'set.faulty.{refused.stage}')}")
            failed += 1
        else:
            counts = [
                ENGLISH.plain("set.cards", count=len(found.cards)),
                ENGLISH.plain("set.decks", count=len(found.decks)),
            ]
            typer.echo(f"{file}: valid: {found.title} ({found.game}), {', '.join(counts)}")
            for text in _texts(found) if texts else ():
                typer.echo(f"\n{text}")
    return 1 if failed else 0


def _read(file: Path) -> CardSet:
    """Return the set in a file: a shipped one if it stands among those, else one for a server. Raises SetRefused."""
    game = game_of_shipped(GAMES, file)
    if game is not None:
        return read_shipped(game, file.read_bytes(), str(file))
    return read_upload(GAMES, file.read_bytes(), str(file))


def _texts(card_set: CardSet) -> Iterator[str]:
    """Yield the text on each card in a valid set, as players read it."""
    game = GAMES[card_set.game]
    cards = fitted(game, card_set, [each for each in shipped_sets(game) if each.key != card_set.key])
    for card in card_set.cards:
        page = page_of(RENDERERS[card_set.game], card.name, cards, ENGLISH)
        if page is not None:
            # The asterisks are Discord's emphasis: no name or figure contains one of its own.
            yield "\n".join([f"{page.title} ({page.kind})", page.text.replace("*", "")])
