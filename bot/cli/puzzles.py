"""`tableside puzzle`: make puzzles from matches of house players, and prove the ones that there are again."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Annotated, Final

import msgspec
import typer
from msgspec import Struct

from bot.process_pool import ProcessPool
from cardsdb.puzzle_files import puzzle_table, puzzles_in, shipped_folder, write
from engine.puzzles.checking import faults
from engine.puzzles.file_format import Deals, Puzzle, PuzzleRefused
from engine.puzzles.making import MATCHES, Progress, made
from engine.registry import GAMES

MEMORY: Final = 1 << 30
"""How many bytes a process may take."""

SECONDS: Final = 3600.0
"""How many seconds the search in one match may take."""

AHEAD: Final = 3
"""How many matches are begun for each process, so that none waits."""

PLENTY: Final = 4
"""One part in so many of the puzzles may have the same question and theme."""


class Searched(Struct, frozen=True):
    """A match that was searched, as a line of the progress file.

    Attributes:
        match: its number.
        positions: the number of positions that were tried.
        puzzles: those that it can give.
    """

    match: int
    positions: int
    puzzles: tuple[Puzzle, ...]


def search(game: str, seed: int, match: int) -> Searched:
    """Search a match for puzzles."""
    progress = Progress()
    puzzles = made(puzzle_table(GAMES[game]), seed, match, progress)
    return Searched(match, progress.positions, puzzles)


def chosen(puzzles: Sequence[Puzzle], before: Counter[tuple[str, str]]) -> Puzzle | None:
    """Return the puzzle of a match: of the kind that fewest had before, or None if there are plenty of each."""
    rarest = min(puzzles, key=lambda each: before[each.kind], default=None)
    return rarest if rarest is not None and before[rarest.kind] * PLENTY < before.total() + PLENTY else None


def make(
    game: Annotated[str, typer.Argument(help=f"Which game: {', '.join(GAMES)}.")],
    *,
    seed: Annotated[int, typer.Option(min=1, help="The same seed makes the same puzzles.")] = 1,
    puzzles: Annotated[int, typer.Option("--count", min=1, help="How many there are to be with this seed.")] = 40,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
    folder: Annotated[
        Path | None, typer.Option(file_okay=False, help="Write them there; by default, to the shipped ones.")
    ] = None,
    progress: Annotated[Path, typer.Option(file_okay=False, help="Where to note which matches are done.")] = Path(
        "var/puzzles"
    ),
) -> int:
    """Play matches between house players, and write a file for each puzzle that is found.

    If it is stopped, the same command goes on where it was.
    """
    if game not in GAMES or GAMES[game].puzzles is None:
        raise PuzzleRefused(f"there are no puzzles of {game!r}")
    notes = progress / f"{game}-{seed}.jsonl"
    notes.parent.mkdir(parents=True, exist_ok=True)
    done = _read(notes)
    kinds, begun, positions = Counter[tuple[str, str]](), time.monotonic(), 0
    with notes.open("ab") as file:
        for each in _searched(game, seed, done, jobs):
            if each.match >= len(done):
                positions += each.positions
                file.write(msgspec.json.encode(each) + b"\n")
                file.flush()
            puzzle = chosen(each.puzzles, kinds)
            if puzzle is not None:
                kinds[puzzle.kind] += 1
                written = write(folder or shipped_folder(), puzzle)
                minutes = (time.monotonic() - begun) / 60
                about = f"{puzzle.question}, {puzzle.theme}, {puzzle.difficulty}"
                rate = f"{each.match + 1} matches, {positions} positions in {minutes:.1f} minutes"
                typer.echo(f"{written}: {about} ({kinds.total()} of {puzzles}; {rate})")
            if kinds.total() >= puzzles:
                return 0
    typer.echo(f"{game}: {kinds.total()} puzzles in all {MATCHES} matches of seed {seed}", err=True)
    return 1


def _read(notes: Path) -> list[Searched]:
    """Return the matches that are done, and drop a line that was cut off."""
    if not notes.exists():
        return []
    whole = [line for line in notes.read_bytes().splitlines(keepends=True) if line.endswith(b"\n")]
    notes.write_bytes(b"".join(whole))
    return [msgspec.json.decode(line, type=Searched) for line in whole]


def _searched(game: str, seed: int, done: Sequence[Searched], jobs: int) -> Iterator[Searched]:
    """Yield all matches of a seed in order: those that are done, and then new ones."""
    yield from done
    numbers = range(len(done), MATCHES)
    if jobs == 1:
        yield from (search(game, seed, number) for number in numbers)
        return
    with closing(ProcessPool("puzzles", MEMORY, SECONDS, jobs)) as pool:
        waiting = [pool.begin(search, game, seed, number) for number in numbers[: jobs * AHEAD]]
        for number in count(len(done) + len(waiting)):
            if not waiting:
                return
            if number < MATCHES:
                waiting.append(pool.begin(search, game, seed, number))
            yield waiting.pop(0).result()


def check(
    games: Annotated[list[str] | None, typer.Argument(help="Which games; by default, all.")] = None,
    *,
    folder: Annotated[
        Path | None, typer.Option(exists=True, file_okay=False, help="A folder instead of the shipped ones.")
    ] = None,
    deals: Annotated[int | None, typer.Option(min=2, help="How many deals; by default, those of the proof.")] = None,
    seed: Annotated[int | None, typer.Option(help="Other deals than those of the proof.")] = None,
    most: Annotated[int | None, typer.Option(min=1, help="How many puzzles of each game.")] = None,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes.")] = 1,
) -> int:
    """Prove the puzzles again, and print each that does not hold. Removing its file takes it away."""
    wanted = games or list(GAMES)
    found = [each for key in wanted for each in puzzles_in(folder or shipped_folder(), key)[:most]]
    tasks = [(each, Deals(each.deals.seed if seed is None else seed, deals or each.deals.count)) for each in found]
    failed = 0
    for wrong in _spread(tasks, jobs):
        for fault in wrong:
            typer.echo(fault)
        failed += bool(wrong)
    typer.echo(f"{len(found)} puzzles, {len(found) - failed} hold, {failed} do not")
    return 1 if failed or not found else 0


def _spread(tasks: Sequence[tuple[Puzzle, Deals]], jobs: int) -> Iterator[list[str]]:
    if jobs == 1:
        yield from (_faults(*task) for task in tasks)
        return
    with closing(ProcessPool("puzzles", MEMORY, SECONDS, jobs)) as pool:
        for result in [pool.begin(_faults, *task) for task in tasks]:
            yield result.result()


def _faults(puzzle: Puzzle, deals: Deals) -> list[str]:
    return list(faults(puzzle_table(GAMES[puzzle.game]), puzzle, deals))
