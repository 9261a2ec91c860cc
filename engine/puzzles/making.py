"""Making puzzles: house players play a match, and positions with a proof can become its puzzle."""

from collections.abc import Container, Iterator
from copy import copy
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from engine.contract import AnyGame
from engine.contract.puzzles import PuzzleQuestion, Puzzles
from engine.dice import FairDice
from engine.players.levels import LEVELS
from engine.players.lines import Line, Pick, own_decision
from engine.puzzles.file_format import FORMAT, Deals, Pins, Puzzle, Source, pick_text
from engine.puzzles.position import PuzzleTable, begun, digest, pinned
from engine.puzzles.proof import DEALS, Proof, Task, answers, effect, effects, labels, proved

LEVEL: Final = "easy"
"""The level of the players of the matches that puzzles come from: it is the fastest."""

MOST_SEATS: Final = 4
"""The largest number of seats, so that a picture of the position stays readable."""

SKIPPED: Final = 8
"""The number of turns before which the first position is looked at; each match skips fewer, drawn by lot."""

MATCHES: Final = 1000
"""The number of matches with one seed."""

TRIES: Final = 3
"""How often a level of house players tries a puzzle."""

FOUND: Final = 2
"""How many of these tries have to find the answer."""

SCALE: Final = 1000
"""More than any count, because a search takes 1 and -1 for the end of a match."""


class Progress:
    """What has been looked at so far.

    Attributes:
        positions: the number of positions that were tried.
    """

    def __init__(self) -> None:
        self.positions = 0


def made(table: PuzzleTable, seed: int, match: int, progress: Progress | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles that a match can give: the first of each theme, all with the question that its lot draws.

    The same arguments always give the same puzzles. They share a number that follows from the seed, from 1, and the
    match, from 0, because at most one of them is ever used.
    """
    game, draws = table.game, FairDice.seeded("puzzle table", table.game.spec.key, seed, match)
    spec = game.spec
    question = draws.choose("question", _puzzles(game).questions)
    count = spec.least + draws.roll("seats", min(spec.most, MOST_SEATS) - spec.least + 1) - 1
    decks = tuple(draws.choose("deck", table.decks).name if spec.decks else "" for _ in range(count))
    source = Source(seed, match, LEVEL, {}, decks, (), "")
    skipped = draws.roll("skipped", SKIPPED) - 1
    found: dict[str, Puzzle] = {}
    for task, picks in _positions(table, source, question, skipped, draws):
        if progress is not None:
            progress.positions += 1
        proof = proved(task, effects(task), partial(_is_new, task, found))
        if proof is not None:
            here = replace(source, picks=tuple(map(pick_text, picks)), digest=digest(game, task.state))
            puzzle = _puzzle(table, task, proof, here)
            found[puzzle.theme] = puzzle
    return tuple(found.values())


def _is_new(task: Task, found: Container[str], line: Line) -> bool:
    """Whether a line, if it is right, makes a puzzle that is not too plain, and of a theme that was not found."""
    theme = _theme(task, line)
    return theme not in _puzzles(task.game).plain and theme not in found


def _positions(
    table: PuzzleTable, source: Source, question: PuzzleQuestion, skipped: int, draws: FairDice
) -> Iterator[tuple[Task, tuple[Pick, ...]]]:
    """Play the match to its end, and yield each position in which a question can be asked, with the picks before it."""
    game, at, picks = table.game, begun(table, source), list[Pick]()
    state, player = at.state, LEVELS[source.level]
    own = [FairDice.seeded("puzzle player", source.seed, source.match, seat) for seat in range(len(source.decks))]
    while open_now := game.decisions(state):
        asked = open_now[0]
        if not asked.begun and state.turn > skipped and question in _puzzles(game).asks(state, asked):
            yield Task(game, state, asked.seat, question, draws.roll("deals", 2**32)), tuple(picks)
        guess = game.determinize(state, asked.seat, own[asked.seat])
        for decision, keys in player.line(game, guess, asked.seat, own[asked.seat]):
            picks.append((decision, keys))
            game.apply(state, decision, keys, at.dice)
            if own_decision(game, state, asked.seat) is None:
                break


def _puzzles(game: AnyGame) -> Puzzles:
    """Return what a game's puzzles ask. Raises LookupError if it has none."""
    if game.puzzles is None:
        raise LookupError(game.spec.key)
    return game.puzzles


def _theme(task: Task, line: Line) -> str:
    """Return what a line uses."""
    return _puzzles(task.game).theme(labels(task, line)[1])


def _puzzle(table: PuzzleTable, task: Task, proof: Proof, source: Source) -> Puzzle:
    game, found = table.game, found_by(task, proof)
    return Puzzle(
        format=FORMAT,
        game=game.spec.key,
        number=(source.seed - 1) * MATCHES + source.match + 1,
        question=task.question.key,
        seat=task.seat,
        theme=_theme(task, proof.rows[0].line),
        difficulty=next(iter(found), "hard"),
        found_by=found,
        pins=Pins(game.state_version, pinned(table, task.state)),
        source=source,
        deals=Deals(task.seed, DEALS),
        margin=proof.margin,
        answers=answers(task, proof),
    )


def found_by(task: Task, proof: Proof) -> tuple[str, ...]:
    """Return the levels of house players that find the answer, from the weakest up."""
    return tuple(
        level
        for level, player in LEVELS.items()
        if sum(_line(task, level, number) in proof.rows[0].effects for number in range(TRIES)) >= FOUND
    )


def _line(task: Task, level: str, number: int) -> str:
    """Return the effect of the line that a level of house players chooses if it plays for the question alone."""
    own = FairDice.seeded("puzzle solver", task.seed, level, number)
    guess = task.game.determinize(task.state, task.seat, own)
    line: Line = tuple(LEVELS[level].line(_asking(task), guess, task.seat, own))
    return effect(task, line)


def _asking(task: Task) -> AnyGame:
    """Return a task's game, in which a state is worth what the question counts."""
    counts, before = task.question.counts, task.game.points(task.state)
    if counts is None:
        return task.game
    game: Any = copy(task.game)
    game.worth = lambda state, seat: counts(before, game.points(state), seat) / SCALE
    return game  # type: ignore[no-any-return] # it is a copy of one
