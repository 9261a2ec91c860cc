"""How lines of a puzzle go on: one of the proof's deals is played again, so that people can read what happens."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from engine.contract import Fact, seen
from engine.players.lines import Line
from engine.players.rollout_dice import ImaginedDice
from engine.puzzles.file_format import Puzzle, PuzzleRefused
from engine.puzzles.position import PuzzleTable, rebuilt
from engine.puzzles.proof import Task, deal, to_horizon, worth

TRIED: Final = 12
"""The number of the proof's first deals, of which the most ordinary one is told."""


class Course(Struct, frozen=True):
    """What a line leads to in a deal: what the puzzle's seat sees up to the horizon, and what that is worth."""

    facts: tuple[Fact, ...]
    value: float


class Courses(Struct, frozen=True):
    """How lines go on in the same deal, and what the seat saw `before`, from the start of the match."""

    before: tuple[Fact, ...]
    lines: tuple[Course, ...]


def courses(table: PuzzleTable, puzzle: Puzzle, lines: Sequence[tuple[Line, float]]) -> Courses:
    """Return how lines of a puzzle go on in the first deal in which they are worth closest to their averages.

    `lines` are lines with their averages. Raises PuzzleRefused, IllegalPick and TooLong.
    """
    position, puzzles = rebuilt(table, puzzle), table.game.puzzles
    if puzzles is None:
        raise PuzzleRefused(f"{puzzle.key}: {puzzle.game} has no puzzles")
    task = Task(table.game, position.state, puzzle.seat, puzzles.question(puzzle.question), puzzle.deals.seed)
    found = [tuple([course(task, number, line) for line, _ in lines]) for number in range(TRIED)]
    usual = min(found, key=lambda there: sum(abs(one.value - line[1]) for one, line in zip(there, lines, strict=True)))
    return Courses(seen(position.events, puzzle.seat), usual)


def course(task: Task, number: int, line: Line) -> Course:
    """Return how a line goes on in the deal with a number. Raises IllegalPick and TooLong."""
    state, dice = deal(task, number), ImaginedDice(task.seed, 2 * number + 1)
    events = [event for decision, keys in line for event in task.game.apply(state, decision, keys, dice)]
    events += to_horizon(task, state, dice)
    return Course(seen(events, task.seat), worth(task, state))
