"""Simulations: a row of matches for each number of seats and combination of options, played in several processes."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from functools import lru_cache, partial
from itertools import product
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec
import typer
from msgspec import Struct
from pydantic import BaseModel, ValidationError

from bot.cli import simulation_tables
from bot.process_pool import ProcessPool
from bot.ui.texts.words import Words
from cardsdb.sets import deck_of, shipped_cards, shipped_sets
from engine.contract import AnyGame, Cards, Deck, IllegalDeck, Seating
from engine.dice import FairDice
from engine.players.levels import HOUSE_PLAYERS
from engine.players.players import HousePlayer
from engine.players.policies import POLICIES
from engine.players.simulation import SimulatedMatch, Totals, play, total
from engine.registry import GAMES

PLAYERS: Final[dict[str, HousePlayer]] = {**HOUSE_PLAYERS, **POLICIES}
"""The available players, by name."""

RANGE: Final = re.compile(r"(?P<first>[0-9]{1,3})(-(?P<last>[0-9]{1,3}))?")
"""A number of seats, or the first and last numbers in a range."""

CHUNK: Final = 4
"""How many matches are sent to a process at a time."""

MEMORY: Final = 1 << 30
"""How many bytes a process may take for its matches."""

SECONDS: Final = 3600.0
"""How many seconds they may take; strong players think for minutes about a match."""


class SimulationRefused(Exception):
    """The simulation is impossible as requested; the message says why in one line."""


class PairingRow(Struct, frozen=True):
    """A table row: matches with the same game, players and options.

    Attributes:
        game: the game's key.
        players: the names of the players, one per seat, as seated in the first match.
        options: the table options that were named; all others have the game's defaults.
        seed: determines the dice, together with the number of the deal within the row.
    """

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int

    @property
    def label(self) -> str:
        """The label that distinguishes the row from others."""
        return ", ".join([f"{self.game}, {len(self.players)} seats", *(f"{k}={v}" for k, v in self.options.items())])

    def dealt(self, number: int) -> tuple[int, tuple[str, ...]]:
        """Return the number of a match's deal, which determines dice and decks, and the players at its seats.

        Different players play each deal from every seat, one match after another, so that luck favours nobody.
        """
        if len(set(self.players)) == 1:
            return number, self.players
        deal, moved = divmod(number, len(self.players))
        return deal, self.players[moved:] + self.players[:moved]


class Numbered(Struct, frozen=True):
    """One match as a line of JSON: its row, its number within the row, and how it went."""

    row: PairingRow
    number: int
    match: SimulatedMatch


class Output(Struct, frozen=True):
    """What a simulation writes besides its table.

    Attributes:
        lines: the file in which each match becomes a line of JSON, if any.
        resume: whether to continue after the matches that are already in that file.
        pairings: whether to print how the decks did against each other.
        picture: the file for a picture of all results, if any.
    """

    lines: Path | None = None
    resume: bool = False
    pairings: bool = False
    picture: Path | None = None


def simulate(rows: Sequence[PairingRow], games: int, jobs: int, output: Output) -> int:
    """Play some matches for each row and print a table, each line as soon as its row has been played.

    Raises SimulationRefused, before any match is played, if a row is impossible or a file cannot be used.
    """
    for row in rows:
        _check(row)
    draw = None if output.picture is None else _drawing(output.picture)
    done = _read(output.lines) if output.resume else []
    played = []
    with _written(output.lines, done) as file, _pool(jobs) as spread:
        typer.echo(simulation_tables.title(rows[0].game, rows[0].players, rows[0].seed, games))
        for row in rows:
            before = [each.match for each in done if each.row == row][:games]
            fresh = _shown(row, spread(row, range(len(before), games)), len(before), games, file)
            totals = total([*before, *fresh], (row.dealt(number)[1] for number in range(games)))
            played.append((row.label, totals))
            for line in simulation_tables.lines(len(row.players), row.options, totals, first=row is rows[0]):
                typer.echo(line)
    if output.pairings:
        for label, totals in played:
            title = f"{label}: wins of the row's deck against the column's"
            typer.echo("\n".join(["", title, *simulation_tables.pairings(totals)]))
    if draw is not None:
        draw(played)
    return 0


def _drawing(file: Path) -> Callable[[Sequence[tuple[str, Totals]]], None]:
    """Return a function that draws the results to a file. Raises SimulationRefused if drawing is impossible."""
    try:
        from bot.cli import simulation_charts  # noqa: PLC0415 - its library is not a dependency of the bot
    except ImportError as error:
        raise SimulationRefused("--picture needs matplotlib: pip install tableside[charts]") from error
    if not file.parent.is_dir():
        raise SimulationRefused(f"--picture {file}: no such folder")
    return partial(simulation_charts.draw, file)


def _read(lines: Path | None) -> list[Numbered]:
    """Return the matches in a file, skipping any line that was cut off. Raises SimulationRefused if one is missing."""
    if lines is None:
        raise SimulationRefused("--resume goes on in the file that --json names")
    found: list[Numbered] = []
    for text in lines.read_text("utf-8").splitlines() if lines.exists() else ():
        with suppress(msgspec.DecodeError):
            found.append(msgspec.json.decode(text, type=Numbered))
    passed = Counter[bytes]()
    for each in found:
        row = msgspec.json.encode(each.row)
        if each.number != passed[row]:
            raise SimulationRefused(f"--resume: the matches in {lines} are not those of one simulation")
        passed[row] += 1
    return found


def rows_of(
    game: str, players: Sequence[str], seats: str | None, options: Sequence[str], seed: int
) -> list[PairingRow]:
    """Return a row for each number of seats combined with each value of the options. Raises SimulationRefused.

    Args:
        game: a game's key.
        players: names of players, starting with seat A; the list repeats if there are more seats.
        seats: numbers of seats, and ranges of them, like "2,4-6"; None for the smallest number that the game allows.
        options: table options like "name=value" or "name=value,value".
        seed: determines the dice.
    """
    if game not in GAMES:
        raise SimulationRefused(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    unknown = next((name for name in players if name not in PLAYERS), None)
    if unknown is not None:
        raise SimulationRefused(f"there is no house player {unknown!r}; there are: {', '.join(PLAYERS)}")
    counts = _seats(GAMES[game], seats)
    return [
        PairingRow(game, tuple(players[seat % len(players)] for seat in range(count)), chosen, seed)
        for count in counts
        for chosen in _options(GAMES[game], options)
    ]


def _seats(game: AnyGame, text: str | None) -> list[int]:
    if text is None:
        return [game.spec.least]
    return list(dict.fromkeys(count for part in text.split(",") for count in _range(game, part.strip())))


def _range(game: AnyGame, text: str) -> range:
    """Parse a number of seats, or a range like "2-6". Raises SimulationRefused."""
    read = RANGE.fullmatch(text)
    if read is None:
        raise SimulationRefused(f"--seats takes numbers and ranges like 2,4-6, and not {text!r}")
    first, last = int(read["first"]), int(read["last"] or read["first"])
    if not game.spec.least <= first <= last <= game.spec.most:
        raise SimulationRefused(f"{game.spec.key} has {game.spec.least} to {game.spec.most} seats, and not {text}")
    return range(first, last + 1)


def _options(game: AnyGame, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return every combination of the named values, each converted to the game's own type."""
    named: dict[str, list[Any]] = {}
    for text in texts:
        name, equals, values = text.partition("=")
        if not equals:
            raise SimulationRefused(f"--option takes name=value, and not {text!r}")
        named.setdefault(name, []).extend(_value(game, name, value.strip()) for value in values.split(","))
    columns = [list(dict.fromkeys(values)) for values in named.values()]
    return [dict(zip(named, values, strict=True)) for values in product(*columns)]


def _value(game: AnyGame, name: str, text: str) -> Any:
    fields = game.spec.options.model_fields
    if name not in fields:
        raise SimulationRefused(f"{game.spec.key} has no table option {name!r}; it has: {', '.join(fields)}")
    try:
        return game.spec.options.model_validate({name: text}).model_dump(mode="json")[name]
    except ValidationError as error:
        raise SimulationRefused(f"--option {name}={text}: {error.errors()[0]['msg']}") from error


class SimulatedTable(Struct, frozen=True):
    """The rules, cards and decks with which a game's matches are played."""

    game: AnyGame
    cards: Cards
    decks: tuple[Deck, ...]


@lru_cache
def _table(key: str) -> SimulatedTable:
    game = GAMES[key]
    sets = shipped_sets(game)
    cards = shipped_cards(game)
    return SimulatedTable(game, cards, tuple(deck_of(ready, cards) for each in sets for ready in each.decks))


def _seatings(row: PairingRow, deal: int) -> list[Seating]:
    """Assign the ready-made decks to seats in turn, so that each deck takes every seat.

    With two seats, each deck meets all decks equally often. A round has as many deals as there are decks. In each new
    round, the decks at neighbouring seats are one place further apart in the list.
    """
    decks = _table(row.game).decks
    if not decks:
        return [Seating()] * len(row.players)
    apart = 1 + deal // len(decks)
    return [Seating(decks[(deal + seat * apart) % len(decks)]) for seat in range(len(row.players))]


def _play(row: PairingRow, number: int) -> SimulatedMatch:
    at = _table(row.game)
    deal, names = row.dealt(number)
    players = [PLAYERS[name] for name in names]
    return play(at.game, _chosen(row), _seatings(row, deal), at.cards, players, (row.seed, deal))


def _chosen(row: PairingRow) -> BaseModel:
    return GAMES[row.game].spec.options.model_validate(row.options)


def _check(row: PairingRow) -> None:
    """Start a match with each deck. Raises SimulationRefused if options, seats and decks do not fit together."""
    at = _table(row.game)
    try:
        for deal in range(max(1, len(at.decks))):
            at.game.new(_chosen(row), _seatings(row, deal), at.cards, FairDice.seeded("check"))
    except IllegalDeck as refused:
        raise SimulationRefused(f"{row.label}: {Words(None).label(refused.reasons[0])}") from refused


class Spread(Struct, frozen=True):
    """Plays a row's matches in order, in a pool's processes or in this process."""

    pool: ProcessPool | None

    def __call__(self, row: PairingRow, numbers: range) -> Iterator[SimulatedMatch]:
        """Play the matches with these numbers, and yield them in order as they finish."""
        if self.pool is None:
            yield from (_play(row, number) for number in numbers)
            return
        chunks = (numbers[first : first + CHUNK] for first in range(0, len(numbers), CHUNK))
        for played in [self.pool.begin(_played, row, chunk) for chunk in chunks]:
            yield from played.result()


def _played(row: PairingRow, numbers: range) -> list[SimulatedMatch]:
    return [_play(row, number) for number in numbers]


@contextmanager
def _pool(jobs: int) -> Iterator[Spread]:
    if jobs == 1:
        yield Spread(None)
        return
    with closing(ProcessPool("simulation", MEMORY, SECONDS, jobs)) as pool:
        yield Spread(pool)


@contextmanager
def _written(lines: Path | None, done: Sequence[Numbered]) -> Iterator[TextIO | None]:
    """Open the file for the matches, if any, and write the ones that have already been played."""
    try:
        opened = nullcontext(None) if lines is None else lines.open("w", encoding="utf-8", buffering=1)
    except OSError as error:
        raise SimulationRefused(f"--json {lines}: {error.strerror}") from error
    with opened as file:
        if file is not None:
            file.writelines(_text(each) for each in done)
        yield file


def _text(each: Numbered) -> str:
    return msgspec.json.encode(each).decode() + "\n"


def _shown(
    row: PairingRow, played: Iterable[SimulatedMatch], first: int, games: int, file: TextIO | None
) -> Iterator[SimulatedMatch]:
    """Yield the matches, numbered from `first`, while showing progress and writing each match to the file."""
    with typer.progressbar(played, games - first, row.label, file=sys.stderr) as bar:
        for number, match in enumerate(bar, first):
            if file is not None:
                file.write(_text(Numbered(row, number, match)))
            yield match
