"""The puzzle of the day in a server's channel: posted at the server's hour, and edited with the answer at its close."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.timers import apart
from bot.host.people.server_rules import games_of
from bot.host.people.time_zones import at_clock, zone, zone_of_server
from bot.host.puzzles.streaks import DAY, closes, day_of, is_open, open_days, opens
from bot.storage import graces, outbox, people, timers, tries
from bot.storage.outbox import PostRow
from bot.storage.people import GuildRow
from bot.storage.timers import TimerKind
from cardsdb.puzzle_days import listed, puzzle_day
from cardsdb.puzzle_files import shipped_puzzle
from engine.puzzles.file_format import Puzzle

POSTING: Final = TimerKind("puzzle", int)
"""A server's puzzle of the day is posted. While the bot is away from a server that wants it, there is no such timer."""

REVEALING: Final = TimerKind("solution", int)
"""A puzzle of the day closes that a server has seen, so its post gets the answer."""

ANSWERED: Final = "answered"
"""The key in a post's content that says that the post has the answer."""


class PuzzlesHere(Struct, frozen=True):
    """Which puzzle is whose day in a server, or anywhere else.

    Attributes:
        games: the games of which the puzzle of the day is.
        posted: the keys of the puzzles that have been posted there, by date.
    """

    games: tuple[str, ...]
    posted: Mapping[date, str]

    def of(self, day: date) -> Puzzle | None:
        """Return the puzzle of a date: the posted one, or else the one of the list; None if there is none."""
        found = puzzle_day(day, listed(self.games))
        key = self.posted.get(day) or (None if found is None else found.puzzle.key)
        return None if key is None else shipped_puzzle(key)


class DailyPost(Struct, frozen=True):
    """What a post of the day is about.

    Attributes:
        answered: whether it has the answer, because the date is over everywhere.
        tried: how many people tried it, in all servers and in direct messages.
        found: how many of them found the answer.
    """

    guild: int
    day: date
    puzzle: Puzzle
    answered: bool
    tried: int
    found: int


async def puzzles_here(host: Host, connection: AsyncConnection, guild: int | None) -> PuzzlesHere:
    """Return which puzzle is whose day in a server; outside servers, it is of all games."""
    if guild is None:
        return PuzzlesHere(tuple(host.games), {})
    return _here(host, await people.guild(connection, guild), await tries.posted(connection, guild))


def _here(host: Host, row: GuildRow, posts: Collection[PostRow]) -> PuzzlesHere:
    played = games_of(row, host.games)
    chosen = tuple(game for game in played if game in row.puzzle_games) or tuple(played)
    return PuzzlesHere(chosen, {_day(post): post.content["puzzle"] for post in posts})


def _day(post: PostRow) -> date:
    return date.fromisoformat(post.content["day"])


def strikes(day: date, hour: int, where: str) -> float:
    """Return when the puzzle of a date is posted: when the clocks of a zone show an hour on that date in UTC.

    If they do not, because they are changed around the beginning of the date, it is posted then.
    """
    clock = zone(where)
    moments = [at_clock(each, hour, clock) for each in (day - DAY, day, day + DAY)]
    return next((at for at in moments if day_of(at) == day), opens(day))


async def schedule(host: Host, tx: AsyncConnection, row: GuildRow) -> None:
    """Set the timer of a server's next post, as its settings are now; none if it does not want any."""
    await timers.drop_apart(tx, POSTING, row.id)
    if row.puzzles is not None:
        now, where = host.now(), zone_of_server(row)
        coming = (strikes(day_of(now) + number * DAY, row.puzzle_hour, where) for number in range(3))
        await timers.put_apart(tx, POSTING, row.id, next(at for at in coming if at > now))
        host.timers_due.set()


async def _post(host: Host, tx: AsyncConnection, guild: int) -> None:
    """Post the newest puzzle whose hour has come and that is still open, unless it has been posted."""
    await people.hold_guild(tx, guild)
    row, grace = await people.guild(tx, guild), await graces.get(tx, guild)
    if row.puzzles is None or (grace is not None and grace.why is not None):
        return
    now, where = host.now(), zone_of_server(row)
    posts = await tries.posted(tx, guild)
    day = next((each for each in open_days(now) if strikes(each, row.puzzle_hour, where) <= now), None)
    puzzle = None if day is None else _here(host, row, posts).of(day)
    if day is not None and puzzle is not None and all(_day(post) < day for post in posts):
        content = {"guild": guild, "channel": row.puzzles, "day": day.isoformat(), "puzzle": puzzle.key}
        await outbox.add_server_post(tx, guild, "puzzle", content, now)
        await timers.put_apart(tx, REVEALING, guild, closes(day))
        host.outbox_due.set()
    await schedule(host, tx, row)


async def _reveal(host: Host, tx: AsyncConnection, guild: int) -> None:
    """Have the posts of puzzles that have closed edited with the answer, each once."""
    await people.hold_guild(tx, guild)
    for post in await tries.posted(tx, guild):
        if ANSWERED not in post.content and not is_open(_day(post), host.now()):
            await outbox.amend(tx, post, {ANSWERED: True}, host.now())
    host.outbox_due.set()


async def back(host: Host, tx: AsyncConnection, guild: int) -> None:
    """Have the puzzles of a server go on, to which the bot is back."""
    await schedule(host, tx, await people.guild(tx, guild))


async def look(connection: AsyncConnection, row: PostRow, now: float) -> DailyPost | None:
    """Return what a post of the day says; None if it comes too late, or its puzzle no longer exists."""
    day, puzzle, answered = _day(row), shipped_puzzle(row.content["puzzle"]), ANSWERED in row.content
    if puzzle is None or (row.message is None and not is_open(day, now)):
        return None
    tried, found = await tries.results(connection, row.content["day"], puzzle.key)
    return DailyPost(row.content["guild"], day, puzzle, answered, tried, found)


TIMERS: Final[Mapping[str, TimerHandler]] = dict((apart(POSTING, _post), apart(REVEALING, _reveal)))
