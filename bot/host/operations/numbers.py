"""Numbers without names: daily sums of what is played, and what is published of them.

A day's sums are about the matches that were begun on it, and are made once a week has passed, from what is stored
anyway: the matches and who sat in them, with dates. They say how many of these matches were finished within a week, and
how many people came back within one. The sums name nobody, and are kept for a bounded time.

Only sums of whole weeks are published, and never a number that concerns fewer than five people, nor two from which such
a number follows: see `published`. The people concerned are looked up in the matches that are still there.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final, TypeAlias

from msgspec import Struct, field
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.storage import notes, people, sums
from bot.storage.privacy import GONE
from bot.storage.schema.sums import SumRow
from bot.storage.sums import Participation

WEEK: Final = 7
"""The number of days in which a match is finished and a person comes back, and which are published together."""

KEPT: Final = 400
"""For how many days sums are kept."""

LEAST: Final = 5
"""The fewest people whom a published number may concern."""

KINDS: Final = ("begun", "finished", "new", "again", "abandoned", "decided", "clicks")
"""What is counted: matches begun, and of these the finished ones; people whose first match in the server it was, and of
these who began a second within a week; turns that ran out of time; people who made a first decision, and their clicks
up to it."""

WITHIN: Final = {"finished": "begun", "again": "new"}
"""The kinds that are a part of another one, so that the rest follows from both."""

SUMMED: Final = "numbers summed"
"""The note with the last day that has been summed up."""

EPOCH: Final = date(1970, 1, 1)


class Cell(Struct):
    """A number, the people whom it concerns, and those whom the rest concerns if it is a part of another number."""

    count: int = 0
    people: set[int] = field(default_factory=set)
    rest: set[int] = field(default_factory=set)

    def add(self, count: int, people: set[int]) -> None:
        """Add to the number; if nothing is added, these people belong to the rest. Deleted people are nobody."""
        self.count += count
        (self.people if count else self.rest).update(people - {GONE})

    def merge(self, other: "Cell") -> None:
        """Take in the people of another cell."""
        self.people |= other.people
        self.rest |= other.rest

    @property
    def publishable(self) -> bool:
        """Whether neither the number nor the rest concerns too few people; if there is no rest, all are concerned."""
        return len(self.people) >= LEAST and (not self.rest or len(self.rest) >= LEAST)


Key: TypeAlias = tuple[int, int, str, str, str]
"""What a cell is about: the server, or 0 outside servers, the day, the kind, the game and the way."""

About: TypeAlias = tuple[str, str]
"""What a number is about: everything (two empty texts), a game and any way, or a way and any game."""


class Week(Struct, frozen=True):
    """What is published of a week: the numbers by kind and by what they are about.

    Attributes:
        monday: its first day.
        numbers: the numbers of everything together ("", ""), of each game (game, ""), and of each way ("", way).
    """

    monday: date
    numbers: Mapping[tuple[str, str, str], int]


def way_of(row: Participation, *, invited: bool) -> str:
    """Return how people came to a match; a table for which somebody was invited is an invitation."""
    found = (
        ("tournament", row.series),
        ("lesson", row.lesson),
        ("puzzle", row.puzzle),
        ("fork", row.origin),
        ("rematch", row.rematch_of),
        ("search", row.sought),
        ("invitation", invited or None),
    )
    return next((way for way, given in found if given is not None), "command")


def counted(rows: Iterable[Participation], begun: Sequence[tuple[int, int | None, float, int]]) -> dict[Key, Cell]:
    """Return the cells of some participations; `begun` are all matches of these people, in order."""
    cells: dict[Key, Cell] = {}
    histories: dict[tuple[int, int | None], list[tuple[float, int]]] = {}
    for user, guild, started, match in begun:
        histories.setdefault((user, guild), []).append((started, match))
    for match, group in groupby(rows, lambda row: row.id):
        seats = list(group)
        row, present = seats[0], {seat.user for seat in seats if seat.user}
        where = (row.guild or 0, int(row.started // DAY))
        how = (row.game, way_of(row, invited=any(seat.invited is not None for seat in seats)))

        def cell(kind: str, where: tuple[int, int] = where, how: tuple[str, str] = how) -> Cell:
            return cells.setdefault((*where, kind, *how), Cell())

        cell("begun").add(1, present)
        over = row.status == "over" and row.ended is not None and row.ended - row.started <= WEEK * DAY
        cell("finished").add(int(over), present)
        for seat in seats:
            if seat.abandoned:
                cell("abandoned").add(seat.abandoned, {seat.user})
            if seat.decided and seat.clicks:
                cell("decided").add(1, {seat.user})
                cell("clicks").add(seat.clicks, {seat.user})
        for user in present:
            first, *later = histories[user, row.guild]
            if first[1] == match:
                cell("new").add(1, {user})
                cell("again").add(int(bool(later) and later[0][0] - first[0] <= WEEK * DAY), {user})
    return cells


async def _cells(connection: AsyncConnection, first: int, last: int, guild: int | None = None) -> dict[Key, Cell]:
    """Return the cells of some days, of a server or of everything that is counted."""
    since, until = first * DAY, (last + 1) * DAY
    rows = await sums.begun(connection, since, until, guild)
    return counted(rows, await sums.begun_by_them(connection, since, until, guild, until + (WEEK + 1) * DAY))


def _latest(host: Host) -> int:
    """Return the last day since which a week has passed."""
    return int(host.now() // DAY) - WEEK - 1


async def sum_up(host: Host) -> None:
    """Store the sums of the days since which a week has passed. Counting begins with the first day that is summed."""
    last = _latest(host)
    async with host.database.transaction() as tx:
        done = await notes.note(tx, SUMMED, lock=True)
        first = last if done is None else int(done) + 1
        if first <= last:
            cells = await _cells(tx, first, last)
            await sums.add(tx, (SumRow(*about, cell.count) for about, cell in cells.items() if cell.count))
            await notes.keep(tx, SUMMED, str(last))


async def weeks(host: Host, guild: int | None, count: int) -> list[Week] | None:
    """Return what is published of the latest weeks, oldest first, of a server or of everything that is counted.

    Returns None for a server that does not want to be counted.
    """
    async with host.database.reading() as connection:
        if guild is not None and not (await people.guild(connection, guild)).numbers:
            return None
        done = int(await notes.note(connection, SUMMED) or _latest(host))
        sunday = done - (done + 4) % 7  # 1970 began on a Thursday
        monday = sunday - 7 * count + 1
        rows = await sums.of_days(connection, monday, sunday, guild)
        cells = await _cells(connection, monday, sunday, guild)
    return [_week(first, rows, cells) for first in range(monday, sunday, 7)]


def _week(monday: int, rows: Iterable[SumRow], cells: Mapping[Key, Cell]) -> Week:
    """Return what is published of a week. Only the people concerned on days with sums count."""
    summed = [row for row in rows if monday <= row.day < monday + WEEK]
    days = {(row.guild, row.day) for row in summed}
    concerned: dict[tuple[str, str, str], Cell] = {}
    for (guild, day, *about), cell in cells.items():
        if (guild, day) in days:
            kind, game, way = about
            concerned.setdefault((kind, game, way), Cell()).merge(cell)
    return Week(EPOCH + timedelta(days=monday), published(concerned, summed))


def published(
    concerned: Mapping[tuple[str, str, str], Cell], rows: Iterable[SumRow]
) -> dict[tuple[str, str, str], int]:
    """Return those of a week's numbers that are published.

    A number is published if it concerns `LEAST` people, and so does the rest if it is a part of another one. Beside the
    number of everything, those of games, and those of ways, are published only as far as what is left out
    concerns as many people, because it follows by subtraction. A part is published only where the whole is.
    """
    numbers: dict[tuple[str, str, str], int] = {}
    counts: dict[tuple[str, str, str], int] = {}
    for row in rows:
        for about in ("", ""), (row.game, ""), ("", row.way):
            counts[row.kind, *about] = counts.get((row.kind, *about), 0) + row.count
    for kind in KINDS:
        whole, games, ways = Cell(), dict[About, Cell](), dict[About, Cell]()
        for (of, game, way), cell in concerned.items():
            if of == kind:
                whole.merge(cell)
                games.setdefault((game, ""), Cell()).merge(cell)
                ways.setdefault(("", way), Cell()).merge(cell)
        if not whole.publishable:
            continue
        shown = [("", ""), *_beside(games, kind, numbers), *_beside(ways, kind, numbers)]
        numbers |= {(kind, *about): counts[kind, *about] for about in shown if (kind, *about) in counts}
    return numbers


def _beside(family: Mapping[About, Cell], kind: str, numbers: Mapping[tuple[str, str, str], int]) -> list[About]:
    """Return the members of a family that can be published beside that of all; `numbers` already are."""
    whole = WITHIN.get(kind)
    able = {
        about for about, cell in family.items() if cell.publishable and (whole is None or (whole, *about) in numbers)
    }
    shown, hidden, left_out = list[About](), False, Cell()
    for about, cell in sorted(family.items(), key=lambda each: (each[0] in able, len(each[1].people), each[0])):
        if about in able and (not hidden or left_out.publishable):
            shown.append(about)
        else:
            hidden = True
            left_out.merge(cell)
    return shown
