"""What a person's line is worth in a puzzle."""

from statistics import fmean

from msgspec import Struct

from engine.players.lines import Line
from engine.puzzles.file_format import Answer, Puzzle
from engine.puzzles.proof import Task, deal, effect, played


class Try(Struct, frozen=True):
    """A line that somebody locked in.

    Attributes:
        right: whether it is an answer.
        value: what it is worth on average, as `Answer.value`.
        answer: the row of the proof with this line; None for one that differs from all of them, as with consents given
            beforehand.
    """

    right: bool
    value: float
    answer: Answer | None


def tried(task: Task, puzzle: Puzzle, line: Line) -> Try:
    """Judge a line up to its first final pick; `task` is that of `checking.task_of`.

    A line of the proof is looked up. Any other is played on the deals of the proof, together with the right one, which
    takes up to a second. Raises IllegalPick if the line is not legal, and TooLong.
    """
    done = effect(task, line)
    for answer in puzzle.answers:
        if done in answer.effects:
            return Try(answer is puzzle.right, answer.value, answer)
    values, right = list[float](), list[float]()
    for number in range(puzzle.deals.count):
        dealt = deal(task, number)
        values.append(played(task, dealt, number, line))
        right.append(played(task, dealt, number, puzzle.right.picks))
    return Try(values == right, fmean(values), None)
