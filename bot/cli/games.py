"""Commands that need no Discord and no database: simulations, scenarios, checking dice."""

import json
from pathlib import Path
from typing import Any

import typer

from bot.host import fairness
from cardsdb.scenarios import run_file, scenario_files
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import Seating
from engine.players.house import LEVELS
from engine.players.simulate import play, total
from engine.registry import GAMES
from engine.scenarios.file import ScenarioRefused


def simulate(key: str, games: int, seed: int, players: list[str]) -> int:
    """Play matches with the ready decks in turn, and print one line of totals."""
    if key not in GAMES:
        return _complain(f"there is no game {key!r}; there are: {', '.join(GAMES)}")
    unknown = next((name for name in players if name not in LEVELS), None)
    if unknown is not None:
        return _complain(f"there is no house player {unknown!r}; there are: {', '.join(LEVELS)}")
    game = GAMES[key]
    cards = game.cards(shipped_sets(game))
    decks = [deck_of(ready, cards) for card_set in shipped_sets(game) for ready in card_set.decks]
    seats = game.spec.least
    houses = [LEVELS[players[seat % len(players)]] for seat in range(seats)]

    def seatings(number: int) -> list[Seating]:
        return [Seating(decks[(number + seat) % len(decks)] if decks else None) for seat in range(seats)]

    played = [play(game, game.spec.options(), seatings(n), cards, houses, (seed, n)) for n in range(games)]
    totals = total(played)
    wins = ", ".join(f"seat {'ABCDEFGH'[seat]} {count}" for seat, count in totals.wins.items())
    typer.echo(
        f"{key}: {totals.games} games, {totals.picks} picks, wins: {wins or 'none'}, draws: {totals.draws}, "
        f"digest {totals.digest}"
    )
    return 0


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


def _complain(text: str) -> int:
    typer.echo(text, err=True)
    return 1
