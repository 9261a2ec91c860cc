"""The puzzles that come with Tableside, one in each file of `cardsdb/puzzles`."""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from cardsdb.sets import deck_of, shipped_cards, shipped_sets, shipped_versions
from engine.contract import AnyGame
from engine.puzzles.file_format import Puzzle, PuzzleRefused, read_puzzle, write_puzzle
from engine.puzzles.position import PuzzleTable

FOLDER: Final = "puzzles"


def puzzle_file(folder: Path, game: str, number: int) -> Path:
    """Return the file of a puzzle below a folder that has a folder for each game."""
    return folder / game / f"{number:04}.json"


def puzzles_in(folder: Path, game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game below a folder, by number.

    Raises PuzzleRefused if one cannot be read, or stands in a file that is not its own.
    """
    found = []
    for file in sorted((folder / game).glob("*.json")):
        puzzle = read_puzzle(file.read_bytes(), str(file))
        if puzzle_file(folder, puzzle.game, puzzle.number) != file:
            raise PuzzleRefused(f"{file}: it holds {puzzle.key}")
        found.append(puzzle)
    return tuple(found)


def write(folder: Path, puzzle: Puzzle) -> Path:
    """Write a puzzle's file, and return it."""
    file = puzzle_file(folder, puzzle.game, puzzle.number)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(write_puzzle(puzzle))
    return file


def shipped_folder() -> Path:
    """Return the folder of the puzzles that come with Tableside."""
    return Path(str(files("cardsdb").joinpath(FOLDER)))


@cache
def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that come with Tableside, by number. Raises PuzzleRefused."""
    return puzzles_in(shipped_folder(), game)


def shipped_puzzle(key: str) -> Puzzle | None:
    """Return the shipped puzzle with a key such as "varia-12", or None if there is none (any more)."""
    game = key.rpartition("-")[0]
    return next((each for each in shipped_puzzles(game) if each.key == key), None)


@cache
def puzzle_table(game: AnyGame) -> PuzzleTable:
    """Return what the puzzles of a game are made with: its shipped sets. Raises SetRefused."""
    sets, cards = shipped_sets(game), shipped_cards(game)
    return PuzzleTable(
        game,
        cards,
        tuple(deck_of(ready, cards) for each in sets for ready in each.decks),
        {
            version.key: (version.hash, frozenset(cards.find(card.name) for card in each.cards))
            for version, each in zip(shipped_versions(game), sets, strict=True)
        },
    )
