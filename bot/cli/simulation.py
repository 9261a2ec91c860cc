"""Simulations: a row of matches for each number of seats and each value of the table options, on several processes."""

import re
import signal
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TextIO

import msgspec
import typer
from msgspec import Struct
from pydantic import BaseModel, ValidationError

from bot.ui.words import Words
from cardsdb.sets import deck_of, shipped_sets
from engine.contract import AnyGame, Cards, Deck, IllegalDeck, Seating, letter
from engine.dice import FairDice
from engine.players.house import House
from engine.players.levels import LEVELS
from engine.players.policies import ABOUT, POLICIES
from engine.players.simulate import Game, Share, Totals, play, total
from engine.registry import GAMES

PLAYERS: Final[dict[str, House]] = {**LEVELS, **POLICIES}
"""Who can be seated, by name."""

RANGE: Final = re.compile(r"(?P<first>[0-9]{1,3})(-(?P<last>[0-9]{1,3}))?")
"""A number of seats, or the first and the last of several."""

CHUNK: Final = 4
"""How many matches a process is handed at once."""


class SimulationRefused(Exception):
    """What was asked for cannot be simulated; the text says why in one line."""


class Row(Struct, frozen=True):
    """Matches of one kind.

    Attributes:
        game: the game's key.
        players: the names of the players, one a seat.
        options: the table options that were named; all others stand as the game has them.
        seed: what the dice follow from, together with the number of the match in its row.
    """

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    seed: int

    @property
    def label(self) -> str:
        """What tells it from other rows."""
        return ", ".join([f"{self.game}, {len(self.players)} seats", *(f"{k}={v}" for k, v in self.options.items())])


class Numbered(Struct, frozen=True):
    """One match as a line of JSON: its row, its number in it, and how it went."""

    row: Row
    number: int
    match: Game


def simulate(rows: Sequence[Row], games: int, jobs: int, lines: Path | None) -> int:
    """Play some matches of each row and print a table, a line as soon as its row is played.

    Raises SimulationRefused before anything is played, for a row that cannot be.
    """
    for row in rows:
        _check(row)
    with _written(lines) as file, _pool(jobs) as spread:
        typer.echo(_title(rows[0], games))
        for row in rows:
            cells = _cells(row, total(_shown(row, spread(row, games), games, file)))
            if row is rows[0]:
                typer.echo(f"{_line(cells)}\n|{'---|' * len(cells)}")
            typer.echo(_line(cells.values()))
    return 0


def rows_of(game: str, players: Sequence[str], seats: str | None, options: Sequence[str], seed: int) -> list[Row]:
    """Return a row for each number of seats and each value of the options. Raises SimulationRefused.

    Args:
        game: a game's key.
        players: names of players; the first sits at seat A, and they begin anew where there are more seats.
        seats: numbers and ranges of seats like "2,4-6"; None for the fewest that the game has.
        options: table options like "name=value" or "name=value,value".
        seed: what the dice follow from.
    """
    if game not in GAMES:
        raise SimulationRefused(f"there is no game {game!r}; there are: {', '.join(GAMES)}")
    unknown = next((name for name in players if name not in PLAYERS), None)
    if unknown is not None:
        raise SimulationRefused(f"there is no house player {unknown!r}; there are: {', '.join(PLAYERS)}")
    counts = _seats(GAMES[game], seats)
    return [
        Row(game, tuple(players[seat % len(players)] for seat in range(count)), chosen, seed)
        for count in counts
        for chosen in _options(GAMES[game], options)
    ]


def _seats(game: AnyGame, text: str | None) -> list[int]:
    if text is None:
        return [game.spec.least]
    return list(dict.fromkeys(count for part in text.split(",") for count in _range(game, part.strip())))


def _range(game: AnyGame, text: str) -> range:
    """Read a number of seats, or a range of them like "2-6"."""
    read = RANGE.fullmatch(text)
    if read is None:
        raise SimulationRefused(f"--seats takes numbers and ranges like 2,4-6, and not {text!r}")
    first, last = int(read["first"]), int(read["last"] or read["first"])
    if not game.spec.least <= first <= last <= game.spec.most:
        raise SimulationRefused(f"{game.spec.key} has {game.spec.least} to {game.spec.most} seats, and not {text}")
    return range(first, last + 1)


def _options(game: AnyGame, texts: Sequence[str]) -> list[dict[str, Any]]:
    """Return every combination of the values that were named, each as the game's own type."""
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


class Table(Struct, frozen=True):
    """What the matches of a game are played with."""

    game: AnyGame
    cards: Cards
    decks: tuple[Deck, ...]


@lru_cache
def _table(key: str) -> Table:
    game = GAMES[key]
    sets = shipped_sets(game)
    cards = game.cards(sets)
    return Table(game, cards, tuple(deck_of(ready, cards) for each in sets for ready in each.decks))


def _seatings(row: Row, number: int) -> list[Seating]:
    """Seat the ready decks in turn, so that in a row each deck sits at each seat."""
    decks = _table(row.game).decks
    places = range(number, number + len(row.players))
    return [Seating(decks[place % len(decks)] if decks else None) for place in places]


def _play(row: Row, number: int) -> Game:
    at = _table(row.game)
    players = [PLAYERS[name] for name in row.players]
    return play(at.game, _chosen(row), _seatings(row, number), at.cards, players, (row.seed, number))


def _chosen(row: Row) -> BaseModel:
    return GAMES[row.game].spec.options.model_validate(row.options)


def _check(row: Row) -> None:
    """Begin a match with each deck. Raises SimulationRefused where options, seats and decks do not fit together."""
    at = _table(row.game)
    try:
        for number in range(max(1, len(at.decks))):
            at.game.new(_chosen(row), _seatings(row, number), at.cards, FairDice.seeded("check"))
    except IllegalDeck as refused:
        raise SimulationRefused(f"{row.label}: {Words(None).label(refused.reasons[0])}") from refused


class Spread(Struct, frozen=True):
    """Plays the matches of a row, in order, on the processes of a pool or in this one."""

    pool: ProcessPoolExecutor | None

    def __call__(self, row: Row, games: int) -> Iterable[Game]:
        """Return the matches in order, as they end."""
        one = partial(_play, row)
        return map(one, range(games)) if self.pool is None else self.pool.map(one, range(games), chunksize=CHUNK)


@contextmanager
def _pool(jobs: int) -> Iterator[Spread]:
    if jobs == 1:
        yield Spread(None)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, (signal.SIGINT, signal.SIG_IGN))
    try:
        yield Spread(pool)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _written(lines: Path | None) -> Iterator[TextIO | None]:
    try:
        opened = nullcontext(None) if lines is None else lines.open("w", encoding="utf-8", buffering=1)
    except OSError as error:
        raise SimulationRefused(f"--json {lines}: {error.strerror}") from error
    with opened as file:
        yield file


def _shown(row: Row, played: Iterable[Game], games: int, file: TextIO | None) -> Iterator[Game]:
    """Pass matches on, show how far they are, and write each down."""
    with typer.progressbar(played, games, row.label, file=sys.stderr) as bar:
        for number, match in enumerate(bar):
            if file is not None:
                file.write(msgspec.json.encode(Numbered(row, number, match)).decode() + "\n")
            yield match


def _title(row: Row, games: int) -> str:
    players = (f"{name} ({ABOUT[name]})" if name in ABOUT else name for name in dict.fromkeys(row.players))
    return f"{row.game}: {games} games a row, players {', '.join(players)}, seed {row.seed}\n"


def _cells(row: Row, totals: Totals) -> dict[str, object]:
    """Return what the table says of a row, by column."""
    cells: dict[str, object] = {"seats": len(row.players), **row.options, "games": totals.games}
    cells["length"] = f"{totals.median:g} {totals.unit}"
    cells["90 % within"] = totals.ninety
    cells["stopped by the cap"] = f"{totals.capped / totals.games:.1%}"
    cells["draws"] = f"{totals.draws / totals.games:.1%}"
    cells["wins by seat, with 95 % intervals"] = _shares((letter(seat), each) for seat, each in enumerate(totals.seats))
    cells["wins by order of turns"] = _shares(enumerate(totals.order, 1))
    if totals.decks:
        cells["wins by deck"] = _shares(totals.decks.items())
    return {**cells, "digest": totals.digest}


def _line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _shares(named: Iterable[tuple[object, Share]]) -> str:
    return ", ".join(f"{name} {_share(share)}" for name, share in named)


def _share(share: Share) -> str:
    low, high = share.interval
    return f"{share.part:.1%} ({100 * low:.1f}-{100 * high:.1f})"
