"""Checking a puzzle again: its position is rebuilt, and its answer proved, on the same deals or on others."""

from collections.abc import Iterator
from math import sqrt

from engine.puzzles.file_format import Answer, Deals, Puzzle, PuzzleRefused
from engine.puzzles.position import PuzzleTable, pinned, rebuilt
from engine.puzzles.proof import SHARE, Row, Task, TooLong, Trials, Z, effects, margin

RIVALS = 6
"""The number of rows after the right one that are compared with it."""

MATES = 4
"""The number of lines of the right row that have to do the same."""


def task_of(table: PuzzleTable, puzzle: Puzzle) -> Task:
    """Return the question of a puzzle in its rebuilt position. Raises PuzzleRefused."""
    puzzles, state = table.game.puzzles, rebuilt(table, puzzle).state
    try:
        question = None if puzzles is None else puzzles.question(puzzle.question)
    except KeyError as error:
        raise PuzzleRefused(f"{puzzle.key}: there is no question {puzzle.question!r}") from error
    if question is None or puzzles is None:
        raise PuzzleRefused(f"{puzzle.key}: {puzzle.game} has no puzzles")
    asked = [each for each in table.game.decisions(state) if each.seat == puzzle.seat]
    if not any(question in puzzles.asks(state, each) for each in asked):
        raise PuzzleRefused(f"{puzzle.key}: seat {puzzle.seat} is not asked anything like {puzzle.question!r}")
    return Task(table.game, state, puzzle.seat, question, puzzle.deals.seed)


def faults(table: PuzzleTable, puzzle: Puzzle, deals: Deals) -> Iterator[str]:
    """Yield what is wrong with a puzzle, if its answer is proved on other deals or on the first of its own."""
    try:
        task = task_of(table, puzzle)
    except PuzzleRefused as refused:
        yield str(refused)
        return
    if puzzle.pins.rules != table.game.state_version or puzzle.pins.sets != pinned(table, task.state):
        yield f"{puzzle.key}: the cards or rules are not those that it was proved with"
    lines = effects(task)
    if sorted(lines) != sorted(effect for answer in puzzle.answers for effect in answer.effects):
        yield f"{puzzle.key}: the lines of the turn are not those of its answers"
        return
    mates = puzzle.right.effects[:: -(-len(puzzle.right.effects) // MATES)]
    tried = [*mates, *(answer.effects[0] for answer in puzzle.answers[1 : RIVALS + 1])]
    again = Task(task.game, task.state, task.seat, task.question, deals.seed)
    try:
        rows = Trials(again, {effect: lines[effect] for effect in tried}).play(deals.count)
    except TooLong:
        yield f"{puzzle.key}: a line does not come to an end"
        return
    yield from _disagreements(puzzle, rows, deals)


def _disagreements(puzzle: Puzzle, rows: list[Row], deals: Deals) -> Iterator[str]:
    """Yield how the rows of other deals, best first, differ from those of a puzzle."""
    best = rows[0]
    wrong = [effect for row in rows[1:] for effect in row.effects]
    if not set(best.effects) & set(puzzle.right.effects):
        yield f"{puzzle.key}: another line is better: {_row_of(puzzle, best).line} brings {best.value:.3f}"
    elif set(wrong) & set(puzzle.right.effects):
        yield f"{puzzle.key}: its right lines do not all do the same"
    elif not set(wrong):
        yield f"{puzzle.key}: all lines do the same"
    else:
        led = margin(rows)
        spread = Z * sqrt(SHARE * (1 - SHARE) / deals.count) if deals.count < puzzle.deals.count else 0
        if led.low <= 0 or led.share < SHARE - spread:
            yield f"{puzzle.key}: it leads by {led.mean:.3f}, at least {led.low:.3f}, in {led.share:.1%} of the deals"
    if deals == puzzle.deals:
        for row in rows:
            answer = _row_of(puzzle, row)
            if abs(row.value - answer.value) > 1e-4:  # noqa: PLR2004 - values are rounded
                yield f"{puzzle.key}: {answer.line} brings {row.value:.4f}, and not {answer.value}"


def _row_of(puzzle: Puzzle, row: Row) -> Answer:
    """Return the answer of a puzzle with the effect of a row."""
    return next(answer for answer in puzzle.answers if row.effects[0] in answer.effects)
