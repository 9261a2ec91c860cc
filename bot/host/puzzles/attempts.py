"""A puzzle at a table: its person's first lock is judged, and ends the match, before anything is played.

The answer leaves this module only with the proof, after that lock.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.people.accounts import account_made
from bot.host.puzzles.streaks import Streak, is_open, open_days, streak
from bot.storage import tries
from bot.storage.matches import MatchRow
from bot.storage.tries import TryRow
from cardsdb.puzzle_files import shipped_puzzle
from engine.contract import JSON, AnyGame, IllegalPick, Key, Message, Seat
from engine.players.characters import newcomer
from engine.players.lines import Line
from engine.puzzles.difficulty import PersonsTry, difficulty
from engine.puzzles.file_format import Answer, Margin, Puzzle
from engine.puzzles.proof import Task, effect, labels

PUZZLE: Final = "puzzle"
"""Why a puzzle, and a match that goes on from one, is not rated."""

log = structlog.get_logger()


class PuzzleProgress(Struct):
    """A puzzle, as its match stores it.

    Attributes:
        key: the puzzle.
        day: the date that it was begun for, such as "2026-11-30"; None for practice.
        seat: the person's seat.
        locked: whether the person has locked in.
        answer: the row of the puzzle's file that was locked in; None if it is in no row.
        line: the picks that were locked in.
        labels: what they choose, in the words of the options.
        counted: whether it is the person's try of the date.
        after: whether the match only goes on from the puzzle's position, so that nothing is judged.
    """

    key: str
    day: str | None
    seat: Seat
    locked: bool = False
    answer: int | None = None
    line: Line = ()
    labels: tuple[Message, ...] = ()
    counted: bool = False
    after: bool = False


class PuzzleProof(Struct, frozen=True):
    """What a person sees after the lock.

    Attributes:
        answers: all rows, best first.
        own: what the person chose.
        margin: how far the first one leads.
        theme: what it uses.
        chosen: the number of the row that the person chose, from 0; None if it is in no row.
        counted: whether it was the person's try of the date.
        streak: the person's streak.
    """

    answers: tuple[Answer, ...]
    own: tuple[Message, ...]
    margin: Margin
    theme: str
    chosen: int | None
    counted: bool
    streak: Streak

    @property
    def right(self) -> bool:
        """Whether the person found the answer."""
        return self.chosen == 0


class PuzzlePanel(Struct, frozen=True):
    """What a panel says about its puzzle.

    Attributes:
        question: what is asked, as in `Puzzle`.
        difficulty: how hard it is, as `difficulty_on` says.
        day: the date that it was begun for; None for practice.
        proof: the answer, once the person has locked in.
    """

    question: str
    difficulty: str
    day: date | None
    proof: PuzzleProof | None


class Attempt:
    """A person's attempt at a puzzle, at its table."""

    def __init__(self, progress: PuzzleProgress) -> None:
        self.progress = progress

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle, if it still exists."""
        return shipped_puzzle(self.progress.key)

    def lock(self, game: AnyGame, state: Any, line: Sequence[tuple[str, Sequence[Key]]]) -> None:
        """Judge the line that the person locks in at a state, which stays as it is."""
        progress, puzzle, questions = self.progress, self.puzzle, game.puzzles
        progress.locked = True
        progress.line = tuple((decision, tuple(keys)) for decision, keys in line)
        if puzzle is not None and questions is not None:
            task = Task(game, state, puzzle.seat, questions.question(puzzle.question), puzzle.deals.seed)
            progress.answer = _row(task, puzzle, progress.line)
            progress.labels = () if progress.answer is None else labels(task, progress.line)[0]

    async def store(self, tx: AsyncConnection, user: int, row: MatchRow, now: float) -> None:
        """Store what was locked in at a match as the try of its date, unless that is closed or has one."""
        progress = self.progress
        if progress.answer is None:
            log.warning("puzzle line in no row", match=row.id, puzzle=progress.key)
        elif progress.day is not None and is_open(date.fromisoformat(progress.day), now):
            right, begun = progress.answer == 0, row.started or now
            own = TryRow(user, progress.day, progress.key, progress.answer, right, now - begun, now, row.guild)
            progress.counted = await tries.add(tx, own)

    async def panel(self, connection: AsyncConnection, user: int, now: float) -> PuzzlePanel | None:
        """Return what the person's panel says; None if the puzzle no longer exists."""
        puzzle, progress = self.puzzle, self.progress
        if puzzle is None:
            return None
        day = None if progress.day is None else date.fromisoformat(progress.day)
        felt = await difficulty_on(connection, puzzle, day or open_days(now)[-1])
        proof = None
        if progress.locked:
            tried = {date.fromisoformat(row.day) for row in await tries.of(connection, user)}
            proof = PuzzleProof(
                answers=puzzle.answers,
                own=progress.labels,
                margin=puzzle.margin,
                theme=puzzle.theme,
                chosen=progress.answer,
                counted=progress.counted,
                streak=streak(tried, now),
            )
        return PuzzlePanel(puzzle.question, felt, day, proof)


async def difficulty_on(connection: AsyncConnection, puzzle: Puzzle, day: date) -> str:
    """Return how hard a puzzle is on a date.

    Only people's tries for earlier dates count, so that it stays the same for all who try it on its date.
    """
    rows = await tries.of_puzzle(connection, puzzle.key, day.isoformat())
    made = (PersonsTry(row.right, row.seconds, row.at - account_made(row.user)) for row in rows)
    return difficulty(puzzle.difficulty, made)


def houses_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the house players at the other seats of a puzzle, in order."""
    houses = list[str]()
    for _ in puzzle.source.decks[1:]:
        houses.append(newcomer(puzzle.source.level, houses, puzzle.number))
    return tuple(houses)


def attempt_of(stored: JSON | None) -> Attempt | None:
    """Return a match's attempt at its puzzle, as stored; None if there is nothing (any more) to solve."""
    progress = None if stored is None else msgspec.convert(stored, PuzzleProgress)
    return None if progress is None or progress.after else Attempt(progress)


def _row(task: Task, puzzle: Puzzle, line: Line) -> int | None:
    """Return the number of a puzzle's row with a line, or None if there is none, as after a change of the rules."""
    try:
        done = effect(task, line)
    except IllegalPick:
        return None
    return next((number for number, answer in enumerate(puzzle.answers) if done in answer.effects), None)
