"""What an organiser does with a season: make it, set it up, choose its tournaments, and end it."""

import re
from collections.abc import Collection, Mapping
from typing import Any, Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.people.settings import check_channel
from bot.host.seasons.counting import FINISHING, join
from bot.host.seasons.season import Season, find, find_as
from bot.host.tournament.acts import checked_reason
from bot.host.tournament.creation import checked_title
from bot.host.tournament.timers import count
from bot.storage import people, recurrences, seasons, timers, tournaments
from bot.storage.schema.seasons import SeasonRow
from bot.storage.seasons import UNFINISHED
from bot.storage.tournaments import OPEN
from engine.contract import Message

USUAL_POINTS: Final = (10, 7, 5, 4, 3, 2, 1)

POINTS: Final[Mapping[str, tuple[int, ...]]] = {
    "usual": USUAL_POINTS,
    "small": (3, 2, 1),
    "podium": (5, 3, 2, 0),
    "large": (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
}
"""The tables of points that are offered; others can be typed."""

MOST_PLACES: Final = 32
MOST_POINTS: Final = 1000
"""How many places a table of points can have, and how many points the first can be worth."""

CHOICES: Final[Mapping[str, Mapping[str, Any]]] = {
    "weeks": {str(each): each for each in (2, 3, 4, 6, 8, 10, 12, 13, 16, 20, 26, 39, 52)},
    "best": {str(each): each for each in (0, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 26, 40)},
    "points": {name: list(points) for name, points in POINTS.items()},
    "final": {str(each): each for each in (0, 2, 4, 8, 16)},
}
"""The values of each setting, by the words with which they are chosen."""

NONE: Final = "none"
"""The choice that a season's tournaments are chosen, and follow nothing that recurs."""

OFFERED: Final = 25
"""How many tournaments can be offered to choose from."""


class RecurrenceTitle(Struct, frozen=True):
    """What recurs in a server: its number, and its title, which its evenings have."""

    id: int
    title: str


class Offered(Struct, frozen=True):
    """A tournament that may count in a season, and whether it does."""

    id: int
    title: str
    status: str
    chosen: bool


async def create(
    host: Host, click: Click, guild: int, channel: int, title: str, *, parent: int | None = None
) -> Season:
    """Plan a season; the evenings of what recurs in the server count in it, if only one thing does.

    `parent` is the parent channel of a thread. Raises Refused and WrongChannel.
    """
    async with click.transaction(host) as tx:
        check_channel(await people.guild(tx, guild), channel, parent)
        await people.note_act(tx, click.user, host.now(), click.locale, click.avatar)
        row = SeasonRow(
            guild=guild,
            channel=channel,
            organiser=click.user,
            title=checked_title(title),
            points=list(USUAL_POINTS),
            opened=host.now(),
        )
        free = [each.id for each in await _free(tx, guild)]
        row.id = await seasons.create(tx, row)
        if len(free) == 1:
            await _follow(host, tx, row, free[0])
        return await find(tx, row.id)


async def recurring(host: Host, found: Season) -> list[RecurrenceTitle]:
    """Return what recurs in a season's server and can count in it."""
    async with host.database.reading() as connection:
        free = await _free(connection, found.row.guild)
        own = found.row.recurrence
        template = None if own is None else await recurrences.template(connection, own)
    mine = [] if own is None or template is None else [RecurrenceTitle(own, template.title)]
    return [*mine, *free]


async def _free(connection: AsyncConnection, guild: int) -> list[RecurrenceTitle]:
    """Return what recurs in a server and has no season yet."""
    free: list[RecurrenceTitle] = []
    for each in await recurrences.of_guild(connection, guild):
        template = await recurrences.template(connection, each.id)
        if template is not None and await seasons.of_recurrence(connection, each.id) is None:
            free.append(RecurrenceTitle(each.id, template.title))
    return free


async def _follow(host: Host, tx: AsyncConnection, row: SeasonRow, recurrence: int | None) -> None:
    """Have the evenings of what recurs count in a planned season, those that are announced already among them."""
    for each in await seasons.evenings_of(tx, row.id):
        await seasons.drop_evening(tx, each.tournament)
    row.recurrence = recurrence
    await seasons.change(tx, row)
    for event in [] if recurrence is None else await recurrences.evenings(tx, recurrence, OPEN):
        await count(tx, event.id, host.now())
    host.wake()


async def arrange(host: Host, click: Click, season: int, what: str, value: str, *, manages: bool) -> Season:
    """Change a setting: "title" or "role", and before the first evening also `CHOICES`, "typed" or "recurrence".

    Typed points are numbers, the first place's first; "recurrence" is the number of what recurs, or `NONE` if
    the tournaments are chosen. Raises Refused.
    """
    async with click.transaction(host) as tx:
        statuses = UNFINISHED if what in ("title", "role") else ("planned",)
        found = await find_as(tx, season, click.user, manages=manages, statuses=statuses)
        row = found.row
        match what:
            case "title":
                row.title = checked_title(value)
            case "role":
                row.role, row.role_chooser = int(value) if value else None, click.user
            case "typed":
                row.points = _points(value)
            case "recurrence":
                await _follow(host, tx, row, await _recurrence(host, found, value))
            case _ if value in CHOICES.get(what, {}):
                setattr(row, what, CHOICES[what][value])
            case _:
                raise Refused(Message("table.refused.option"))
        await seasons.change(tx, row)
        return await find(tx, season)


def _points(text: str) -> list[int]:
    """Return a typed table of points. Raises Refused unless it has whole numbers of which none rises."""
    words = re.split(r"[\s,;]+", text.strip())
    if not all(re.fullmatch(r"[0-9]{1,4}", each) for each in words):
        raise Refused(Message("season.refused.points"))
    points = [int(each) for each in words]
    if len(points) > MOST_PLACES or not 0 < points[0] <= MOST_POINTS or points != sorted(points, reverse=True):
        raise Refused(Message("season.refused.points"))
    return points


async def _recurrence(host: Host, found: Season, value: str) -> int | None:
    """Return the number of what recurs that a value names; None for none. Raises Refused."""
    if value == NONE:
        return None
    known = {str(each.id): each.id for each in await recurring(host, found)}
    if value not in known:
        raise Refused(Message("table.refused.option"))
    return known[value]


async def offered(host: Host, found: Season) -> list[Offered]:
    """Return the latest tournaments of a season's server that may count in it; none if it follows what recurs."""
    if found.row.recurrence is not None or found.row.status == "over":
        return []
    async with host.database.reading() as connection:
        return await _offered(connection, found)


async def _offered(connection: AsyncConnection, found: Season) -> list[Offered]:
    own = {each.tournament for each in found.evenings}
    taken = await seasons.counted(connection, found.row.guild) - own
    rows = await tournaments.of_guild(connection, found.row.guild, (*OPEN, "over"))
    free = [row for row in rows if row.id not in taken]
    return [Offered(row.id, row.title, row.status, row.id in own) for row in free[:OFFERED]]


async def choose(host: Host, click: Click, season: int, chosen: Collection[int], *, manages: bool) -> Season:
    """Have just the `chosen` ones of the offered tournaments count in a season; the others stay as they are.

    Raises Refused.
    """
    async with host.database.transaction() as tx:
        await click.take_up(host, tx)
        offers = {each.id: each for each in await _offered(tx, await find(tx, season, lock=False))}
        # Tournaments are locked before the season.
        changed = [number for number, each in offers.items() if each.chosen != (number in chosen)]
        rows = {number: await tournaments.get(tx, number, lock=True) for number in sorted(changed)}
        found = await find_as(tx, season, click.user, manages=manages, statuses=UNFINISHED)
        if found.row.recurrence is not None:
            raise Refused(Message("table.refused.option"))
        for number, row in rows.items():
            if offers[number].chosen:
                await seasons.drop_evening(tx, number)
            elif row is not None and not await join(host, tx, await find(tx, season), row):
                raise Refused(Message("season.refused.late"))
        host.wake()
        return await find(tx, season)


async def end(host: Host, click: Click, season: int, reason: str = "", *, manages: bool) -> Season | None:
    """End a season: delete a planned one, and have a running one end with its present table.

    The reason may be empty. What is being played or can still be corrected is waited for, and there is no final evening
    that has not begun. Returns the season; None if it is deleted. Raises Refused and Unsure.
    """
    async with host.database.transaction() as tx:
        await click.take_up(host, tx)
        found = await find_as(tx, season, click.user, manages=manages, statuses=UNFINISHED)
        row = found.row
        title: dict[str, Any] = {"title": row.title, "count": len(found.played)}
        if row.status == "planned":
            click.confirm(Message("ask.seasonend.planned", title))
            await seasons.drop(tx, season)
            return None
        click.confirm(Message("ask.seasonend", title))
        row.ends, row.final, row.ended_by = host.now(), 0, click.user
        row.ended_why = checked_reason(reason) or None
        await seasons.change(tx, row)
        if found.last is not None and found.last.state == "open":
            await seasons.drop_evening(tx, found.last.tournament)
        await timers.put_apart(tx, FINISHING, season, host.now())
        host.wake()
        return await find(tx, season)
