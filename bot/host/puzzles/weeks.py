"""A server's table of the week: people's points for the puzzles from Monday to Sunday."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.puzzles.streaks import DAY, day_of
from bot.storage import tries
from bot.storage.tries import TryRow
from cardsdb.puzzle_files import shipped_puzzle

POINTS: Final = {"easy": 1, "normal": 2, "hard": 3}
"""What it is worth to find the answer of a puzzle, by its difficulty."""


class WeekLine(Struct, frozen=True):
    """A person's line in a table: the points, and how many puzzles the person tried there and found."""

    user: int
    points: int
    tried: int
    found: int


class Week(Struct, frozen=True):
    """A server's table of a week, best first."""

    monday: date
    lines: tuple[WeekLine, ...]

    @property
    def leaders(self) -> tuple[WeekLine, ...]:
        """The lines with most points; none if nobody has any."""
        most = max((line.points for line in self.lines), default=0)
        return tuple(line for line in self.lines if line.points == most > 0)

    def place(self, line: WeekLine) -> int:
        """Return the place of a line, which those with as many points share."""
        return 1 + sum(other.points > line.points for other in self.lines)


def monday_of(day: date) -> date:
    """Return the Monday of a date's week."""
    return day - day.weekday() * DAY


def table(monday: date, rows: Iterable[TryRow]) -> Week:
    """Return the table of a week, from the tries of its dates."""
    lines = dict[int, WeekLine]()
    for row in rows:
        puzzle, before = shipped_puzzle(row.puzzle), lines.get(row.user, WeekLine(row.user, 0, 0, 0))
        points = POINTS[puzzle.difficulty] if puzzle is not None and row.right else 0
        lines[row.user] = WeekLine(row.user, before.points + points, before.tried + 1, before.found + row.right)
    return Week(monday, tuple(sorted(lines.values(), key=lambda line: (-line.points, line.tried, line.user))))


async def week_of(connection: AsyncConnection, guild: int, day: date) -> Week:
    """Return a server's table of the week of a date, without those who do not want to be in it."""
    monday = monday_of(day)
    rows = await tries.in_guild(connection, guild, monday.isoformat(), (monday + 6 * DAY).isoformat())
    return table(monday, rows)


async def this_week(host: Host, guild: int) -> Week:
    """Return a server's table of this week."""
    async with host.database.reading() as connection:
        return await week_of(connection, guild, day_of(host.now()))
