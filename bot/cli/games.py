"""Commands that need no Discord and no database: scenarios, checking sets and dice."""

import json
from pathlib import Path
from typing import Any

import typer

from bot.host import fairness
from cardsdb.scenarios import run_file, scenario_files
from cardsdb.sets import SetRefused, read_upload
from engine.registry import GAMES
from engine.scenarios.file import ScenarioRefused


def run_scenarios(paths: list[Path], *, explain: bool) -> int:
    """Run scenario files and folders, and print what differs and one line of totals."""
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


def check_sets(files: list[Path]) -> int:
    """Check card sets, and print their faults or a line for each that is sound."""
    failed = 0
    for file in files:
        try:
            found = read_upload(GAMES, file.read_bytes(), str(file))
        except SetRefused as refused:
            typer.echo(str(refused))
            failed += 1
        else:
            typer.echo(
                f"{file}: sound: {found.title} ({found.game}), {len(found.cards)} cards, {len(found.decks)} decks"
            )
    return 1 if failed else 0


def verify(files: list[Path]) -> int:
    """Check exported matches, and print a line for each."""
    failed = 0
    for file in files:
        try:
            verdict = fairness.verify(_read(file), GAMES)
        except fairness.Unverified as fault:
            typer.echo(f"{file}: does not hold: {fault}")
            failed += 1
        else:
            typer.echo(f"{file}: match {verdict.match} holds: {verdict.draws} draws in {verdict.entries} entries")
    return 1 if failed else 0


def _read(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text("utf-8"))
    except (ValueError, OSError) as error:
        raise fairness.Unverified(f"it cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise fairness.Unverified("it is not an exported match")
    return data
