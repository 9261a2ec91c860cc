"""Commands that need no Discord and no database: scenarios, checking sets and dice."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import typer

from bot.host import fairness
from bot.ui.games import RENDERERS
from bot.ui.sets import fault_line
from bot.ui.words import Words
from cardsdb import packs
from cardsdb.scenarios import run_file, scenario_files
from cardsdb.sets import SetRefused, fitted, read_upload, shipped_sets
from engine.contract import CardSet
from engine.registry import GAMES
from engine.scenarios.file import ScenarioRefused

ENGLISH: Final = Words(None)


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


def check_sets(files: list[Path], *, texts: bool) -> int:
    """Check card sets, and print their faults or a line for each that is sound; with `texts` what its cards say."""
    failed = 0
    for file in files:
        try:
            found = read_upload(GAMES, file.read_bytes(), str(file))
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
            typer.echo(f"{file}: sound: {found.title} ({found.game}), {', '.join(counts)}")
            for text in _texts(found) if texts else ():
                typer.echo(f"\n{text}")
    return 1 if failed else 0


def _texts(card_set: CardSet) -> Iterator[str]:
    """Put each card of a sound set in words, as people read it."""
    game = GAMES[card_set.game]
    cards = fitted(game, card_set, shipped_sets(game))
    for card in card_set.cards:
        page = RENDERERS[card_set.game].card(card.name, cards, ENGLISH)
        if page is not None:
            # The emphasis is for Discord; no name and no figure has an asterisk of its own.
            yield "\n".join([f"{page.title} ({page.kind})", page.text.replace("*", "")])


def verify(files: list[Path]) -> int:
    """Check exported matches and packs, and print a line for each."""
    failed = 0
    for file in files:
        try:
            line = _verified(_read(file))
        except (fairness.Unverified, packs.FalsePack) as fault:
            line = f"does not hold: {fault}"
            failed += 1
        typer.echo(f"{file}: {line}")
    return 1 if failed else 0


def _verified(data: dict[str, Any]) -> str:
    """Say what a file holds that holds. Raises Unverified and FalsePack."""
    if data.get("format") == packs.FORMAT:
        return f"pack {data['pack']} holds: {', '.join(packs.verify(data, GAMES))}"
    verdict = fairness.verify(data, GAMES)
    return f"match {verdict.match} holds: {verdict.draws} draws in {verdict.entries} entries"


def _read(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text("utf-8"))
    except (ValueError, OSError) as error:
        raise fairness.Unverified(f"it cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise fairness.Unverified("it is not an exported match")
    return data
