"""The puzzle of the day: what there is to solve, beginning a puzzle, and playing on from its position.

A puzzle is a solo match from a position. It, and a match that goes on from it, cannot be exported, watched or shared.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.lobby.position_start import Beginning, Place, begin_from_position
from bot.host.match.panel_actions import NotAtTable
from bot.host.match.unit_of_work import load
from bot.host.puzzles.attempts import PUZZLE, PuzzleProgress, difficulty_on, houses_of
from bot.host.puzzles.daily_posts import PuzzlesHere, puzzles_here
from bot.host.puzzles.streaks import DAY, Streak, day_of, open_days, streak
from bot.storage import tries
from cardsdb.puzzle_days import FIRST_DAY, Listed, listed, puzzle_day
from cardsdb.puzzle_files import puzzle_table, shipped_puzzle, shipped_puzzles
from cardsdb.sets import shipped_versions
from engine.contract import AnyGame, Message
from engine.players.levels import LEVELS
from engine.puzzles.courses import Courses, courses
from engine.puzzles.file_format import Puzzle, PuzzleRefused
from engine.puzzles.position import rebuilt

OLDER: Final = 25
"""How many earlier days are listed."""

log = structlog.get_logger()


class PuzzleChanged(Refused):
    """A puzzle's cards or rules have changed, so that its position is another one now.

    Attributes:
        other: the key of another puzzle, or None if there is no other.
    """

    def __init__(self, other: str | None) -> None:
        super().__init__(Message("puzzle.refused.changed"))
        self.other = other


class DayPuzzle(Struct, frozen=True):
    """A date's puzzle.

    Attributes:
        again: whether it had its day before.
        difficulty: how hard it is for people, or else for house players.
        found: whether the person's try of the date was right; None without a try.
    """

    day: date
    puzzle: Puzzle
    again: bool
    difficulty: str
    found: bool | None


class PuzzleList(Struct, frozen=True):
    """What a person can solve.

    Attributes:
        open: the dates for which a try counts, the newest first.
        older: earlier dates, the newest first, to practise.
        themes: the themes to practise, each with its game.
    """

    open: tuple[DayPuzzle, ...]
    older: tuple[DayPuzzle, ...]
    themes: tuple[tuple[str, str], ...]
    streak: Streak


async def puzzle_list(host: Host, user: int, guild: int | None) -> PuzzleList:
    """Return what a person can solve in a server, or elsewhere."""
    async with host.database.reading() as connection:
        rows = {date.fromisoformat(row.day): row.right for row in await tries.of(connection, user)}
        here = await puzzles_here(host, connection, guild)
        days = open_days(host.now())
        there = [each for day in days if (each := _day_puzzle(here, day, rows))]
        felt = [await difficulty_on(connection, each.puzzle, each.day) for each in there]
    earlier = [days[-1] - number * DAY for number in range(1, OLDER + 1)]
    return PuzzleList(
        tuple(replace(each, difficulty=level) for each, level in zip(there, felt, strict=True)),
        tuple(each for day in earlier if (each := _day_puzzle(here, day, rows))),
        tuple(sorted({(each.game, each.theme) for each in _practice(host, here)})),
        streak(rows.keys(), host.now()),
    )


def _day_puzzle(here: PuzzlesHere, day: date, tried: Mapping[date, bool]) -> DayPuzzle | None:
    """Return the puzzle of a date, with the person's tries by date, or None if it has none."""
    puzzle, found = here.of(day), puzzle_day(day, listed(here.games))
    if puzzle is None:
        return None
    return DayPuzzle(day, puzzle, found is not None and found.again, puzzle.difficulty, tried.get(day))


def _practice(host: Host, here: PuzzlesHere) -> list[Listed]:
    """Return the puzzles to practise: all but those whose day is open, here or by the list of all games."""
    days = [each.of(day) for each in (here, PuzzlesHere(tuple(host.games), {})) for day in open_days(host.now())]
    held_back = {puzzle.key for puzzle in days if puzzle is not None}
    return [each for each in listed(host.games) if each.key not in held_back]


async def begin_day(host: Host, click: Click, day: date, place: Place) -> int | None:
    """Begin the puzzle of a date, and return its match; one that the person has begun goes on.

    It is practice if the date is no longer open. Returns None for an interaction that has already been taken up.
    Raises Refused.
    """
    async with host.database.reading() as connection:
        here = await puzzles_here(host, connection, place.guild)
    puzzle = here.of(day) if FIRST_DAY <= day <= day_of(host.now()) else None
    if puzzle is None:
        raise Refused(Message("puzzle.refused.unknown"))
    return await _begin(host, click, puzzle, day if day in open_days(host.now()) else None, place)


async def begin_practice(host: Host, click: Click, key: str, place: Place) -> int | None:
    """Begin a puzzle by its key as practice. Otherwise like `begin_day`."""
    async with host.database.reading() as connection:
        here = await puzzles_here(host, connection, place.guild)
    puzzle = next((shipped_puzzle(each.key) for each in _practice(host, here) if each.key == key), None)
    if puzzle is None:
        raise Refused(Message("puzzle.refused.unknown"))
    return await _begin(host, click, puzzle, None, place)


async def begin_theme(host: Host, click: Click, game: str, theme: str, place: Place) -> int | None:
    """Begin a puzzle of a theme as practice, an unfinished one or one begun least often. Otherwise as `begin_day`."""
    fitting = [each for each in shipped_puzzles(game) if each.theme == theme] if game in host.games else []
    return await _begin_one(host, click, fitting, place)


async def begin_easy(host: Host, click: Click, game: str, place: Place) -> int | None:
    """Begin one of a game's easiest puzzles as practice. Otherwise like `begin_theme`."""
    known = shipped_puzzles(game) if game in host.games else ()
    return await _begin_one(host, click, known, place, easiest=True)


async def _begin_one(
    host: Host, click: Click, puzzles: Sequence[Puzzle], place: Place, *, easiest: bool = False
) -> int | None:
    """Begin as practice, of some puzzles or the easiest of them, the one that the person has begun least often.

    One that the person has not finished goes on.
    """
    async with host.database.reading() as connection:
        rows = await tries.begun(connection, click.user)
        here = await puzzles_here(host, connection, place.guild)
    known, levels = {each.key for each in _practice(host, here)}, list(LEVELS)
    fitting = [each for each in puzzles if each.key in known]
    least = min([levels.index(each.difficulty) for each in fitting], default=0)
    keys = [each.key for each in fitting if not easiest or levels.index(each.difficulty) == least]
    if not keys:
        raise Refused(Message("puzzle.refused.unknown"))
    begun = [progress["key"] for *_, progress in rows]
    waiting = {progress["key"] for _, status, progress in rows if status == "running" and not progress.get("after")}
    return await begin_practice(host, click, min(keys, key=lambda key: (key not in waiting, begun.count(key))), place)


async def play_on(host: Host, click: Click, match: int, place: Place) -> int | None:
    """Begin a match from the position of a puzzle that the person has locked in, and return its number.

    Returns None for an interaction that has already been taken up. Raises Refused, NoSuchMatch and NotAtTable.
    """
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
    if table.seat_of(click.user) is None:
        raise NotAtTable(table.row)
    puzzle = None if table.attempt is None else table.attempt.puzzle
    if puzzle is None or table.attempt is None or not table.attempt.progress.locked:
        raise Refused(Message("puzzle.refused.unknown"))
    progress = PuzzleProgress(puzzle.key, None, puzzle.seat, after=True)
    return await begin_from_position(host, click, _beginning(host, puzzle, progress), place)


async def what_happens(host: Host, match: int, user: int) -> Courses:
    """Return how the answer of a puzzle goes on, and the person's turn if it was wrong, in the same deal.

    Raises Refused, NoSuchMatch and NotAtTable.
    """
    async with host.database.reading() as connection:
        table = await load(host, connection, match)
    if table.seat_of(user) is None:
        raise NotAtTable(table.row)
    if table.attempt is None or not table.attempt.progress.locked or table.attempt.puzzle is None:
        raise Refused(Message("puzzle.refused.unknown"))
    try:
        return await host.worker_pool.run(_courses, (table.game, table.attempt.progress), user)
    except PuzzleRefused as refused:
        raise Refused(Message("puzzle.refused.changed")) from refused


def _courses(task: tuple[AnyGame, PuzzleProgress]) -> Courses:
    """Play the answer of a puzzle, and the person's turn if it was wrong, in another process."""
    game, progress = task
    puzzle = shipped_puzzle(progress.key)
    if puzzle is None:
        raise PuzzleRefused(f"{progress.key} is gone")
    lines = [(puzzle.right.picks, puzzle.right.value)]
    if progress.answer:
        lines.append((progress.line, puzzle.answers[progress.answer].value))
    return courses(puzzle_table(game), puzzle, lines)


async def _begin(host: Host, click: Click, puzzle: Puzzle, day: date | None, place: Place) -> int | None:
    wanted = PuzzleProgress(puzzle.key, None if day is None else day.isoformat(), puzzle.seat)
    async with host.database.reading() as connection:
        for match, status, stored in await tries.begun(connection, click.user):
            if status == "running" and msgspec.convert(stored, PuzzleProgress) == wanted:
                return match
    return await begin_from_position(host, click, _beginning(host, puzzle, wanted), place)


def _beginning(host: Host, puzzle: Puzzle, progress: PuzzleProgress) -> Beginning:
    """Return the position of a puzzle. Raises PuzzleChanged."""
    rules = host.games[puzzle.game]
    try:
        position = rebuilt(puzzle_table(rules), puzzle).state
    except PuzzleRefused as refused:
        log.warning("puzzle refused", puzzle=puzzle.key, why=str(refused))
        keys = [each.key for each in _practice(host, PuzzlesHere(tuple(host.games), {}))]
        later = [key for key in keys if key > puzzle.key] or [key for key in keys if key != puzzle.key]
        raise PuzzleChanged(next(iter(later), None)) from refused
    return Beginning(
        game=puzzle.game,
        options=rules.spec.options.model_validate(puzzle.source.options),
        sets=shipped_versions(rules),
        position=position,
        houses=houses_of(puzzle),
        loaded={},
        why=PUZZLE,
        puzzle=msgspec.to_builtins(progress),
        seat=puzzle.seat,
    )
