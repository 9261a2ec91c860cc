"""Loading a season for use cases and display, and the right to manage one."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY
from bot.host.recurring.dates import Plan
from bot.host.recurring.evenings import zone_of
from bot.host.seasons.rules import Evening, Line, table
from bot.host.tournament.champion import Crowning, moving
from bot.storage import recurrences, seasons, tournaments
from bot.storage.schema.seasons import EveningRow, PlaceRow, SeasonRow
from bot.storage.schema.tournaments import TournamentRow
from engine.contract import Message

AFTER: Final = DAY / 2
"""How long before the same hour after its last week a season takes no more evenings, in seconds."""


HONOURED: Final = 3
"""How many places of a season are honoured."""


class Season(Struct, frozen=True, dict=True):
    """A season with its evenings and everybody's places in them.

    Attributes:
        evenings: the evenings in order, the announced ones and the final evening among them.
    """

    row: SeasonRow
    evenings: tuple[EveningRow, ...]
    places: tuple[PlaceRow, ...]

    @property
    def played(self) -> list[EveningRow]:
        """The evenings that are over and give points, in order."""
        return [each for each in self.evenings if each.state in ("provisional", "final") and not each.is_last]

    @property
    def last(self) -> EveningRow | None:
        """The final evening; None until one is announced."""
        return next((each for each in self.evenings if each.is_last), None)

    @property
    def latest(self) -> EveningRow | None:
        """The latest evening that is over, be it the final one; None without one."""
        over = [each for each in self.evenings if each.state in ("provisional", "final")]
        return over[-1] if over else None

    @property
    def provisional(self) -> bool:
        """Whether the result of an evening can still be corrected."""
        return any(each.state == "provisional" for each in self.evenings)

    @cached_property
    def names(self) -> dict[int, str]:
        """The names under which people were last seen in the season, by their ids, in the order of their coming."""
        return {each.user: each.name for each in self.places}

    @cached_property
    def _by_evening(self) -> Mapping[int, Evening]:
        """Everybody's places by evening."""
        found: dict[int, dict[int, int]] = {}
        for each in self.places:
            found.setdefault(each.tournament, {})[each.user] = each.place
        return found

    @cached_property
    def table(self) -> tuple[Line, ...]:
        """The table, best player first."""
        last = None if self.last is None else self._by_evening.get(self.last.tournament)
        return table(self._counted, self.row.points, self.row.best, last)

    @property
    def _counted(self) -> list[Evening]:
        """The places in each evening that gives points."""
        return [self._by_evening.get(each.tournament, {}) for each in self.played]

    def with_win(self, user: int) -> Line:
        """Return the line that a person would have after winning another evening in which nobody else got points."""
        lines = table([*self._counted, {user: 1}], self.row.points, self.row.best)
        return next(line for line in lines if line.user == user)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """A number for each person, by their ids, in the order of their coming."""
        return {user: number for number, user in enumerate(self.names)}

    @property
    def climber(self) -> Line | None:
        """The player who has risen further than everybody else in the latest evening; None if several have."""
        furthest = max((line.risen for line in self.table), default=0)
        risen = [line for line in self.table if line.risen == furthest > 0]
        return risen[0] if len(risen) == 1 else None

    @property
    def until(self) -> float | None:
        """The last day on which evenings count; None if that is not known yet, or long ago."""
        row = self.row
        return None if row.status != "running" or row.ends is None else row.ends - AFTER

    @property
    def planned_until(self) -> float:
        """The last day on which evenings were to count when the season began, give or take an hour."""
        return (self.row.begun or self.row.opened) + 7 * DAY * self.row.weeks - 2 * AFTER

    @property
    def honoured(self) -> list[Line]:
        """The best of the table, who are honoured at the end."""
        return [line for line in self.table if line.place <= HONOURED and (line.points or line.last)]

    @property
    def leaders(self) -> list[Line]:
        """The first of the table, several if they are equal."""
        return [line for line in self.table if line.place == 1]


class Coming(Struct, frozen=True):
    """What comes next in a running season.

    Attributes:
        state: running or open for an evening that is played or announced; "due" if it is to be announced; or "none".
        starts: when that evening begins; None if it has no time.
        most: how many evenings can still count, the running one among them; None if that is not known.
    """

    state: str
    starts: float | None = None
    most: int | None = None


class SeasonTitle(Struct, frozen=True):
    """A season in a list to choose from, with the channel in which it was made."""

    id: int
    title: str
    status: str
    channel: int


async def look(host: Host, season: int, *, within: AsyncConnection | None = None) -> Season:
    """Return a season. Raises Refused if it does not exist."""
    async with host.database.reading(within) as connection:
        return await find(connection, season, lock=False)


async def find(connection: AsyncConnection, season: int, *, lock: bool = True) -> Season:
    """Return a season, locked for changes unless `lock` is False. Raises Refused if it does not exist."""
    row = await seasons.get(connection, season, lock=lock)
    if row is None:
        raise Refused(Message("season.refused.gone"))
    evenings = await seasons.evenings_of(connection, season)
    return Season(row, tuple(evenings), tuple(await seasons.places_of(connection, season)))


async def find_as(tx: AsyncConnection, season: int, user: int, *, manages: bool, statuses: Iterable[str]) -> Season:
    """Return a season for changes by its organiser or anyone else who may manage it, if in one of `statuses`.

    Raises Refused.
    """
    found = await find(tx, season)
    if not (manages or user == found.row.organiser):
        raise Refused(Message("tournament.refused.not_organiser"))
    if found.row.status not in statuses:
        raise Refused(Message(f"season.refused.{found.row.status}"))
    return found


async def coming(host: Host, season: Season) -> Coming:
    """Return what comes next in a running season; how many evenings is known if they recur."""
    async with host.database.reading() as connection:
        ahead = [each for each in season.evenings if each.state in ("running", "open")]
        ahead.sort(key=lambda each: each.state != "running")
        dates = await _dates(connection, season.row)
        most = None if season.row.recurrence is None else len(ahead) + len(dates)
        if not ahead:
            return Coming("due", dates[0], most) if dates else Coming("none")
        event = await tournaments.get(connection, ahead[0].tournament)
        return Coming(ahead[0].state, None if event is None else event.starts, most)


async def _dates(connection: AsyncConnection, row: SeasonRow) -> list[float]:
    """Return when the evenings of a season begin that recur and are not announced yet."""
    found = None if row.recurrence is None else await recurrences.get(connection, row.recurrence)
    if found is None or found.status != "on" or row.ends is None:
        return []
    plan, zone, dates = Plan.of(found), await zone_of(connection, found), list[float]()
    while (begins := plan.begins(zone)) < row.ends:
        dates.append(begins)
        plan = plan.later()
    return dates


async def of_guild(host: Host, guild: int) -> list[SeasonTitle]:
    """Return a server's seasons: the running ones, then the planned ones, then those that are over, newest first."""
    async with host.database.reading() as connection:
        found = await seasons.of_guild(connection, guild)
    found.sort(key=lambda row: ("running", "planned", "over").index(row.status))
    return [SeasonTitle(row.id, row.title, row.status, row.channel) for row in found]


async def of_tournament(host: Host, tournament: int, *, within: AsyncConnection | None = None) -> Season | None:
    """Return the season in which a tournament counts; None if it counts in none."""
    async with host.database.reading(within) as connection:
        evening = await seasons.evening(connection, tournament)
        return None if evening is None else await find(connection, evening.season, lock=False)


async def is_evening(row: TournamentRow, connection: AsyncConnection) -> bool:
    """Return whether a tournament is one evening of several: it recurs, or counts in a season."""
    return row.recurrence is not None or await seasons.evening(connection, row.id) is not None


async def crowning(host: Host, season: int) -> Crowning | None:
    """Return how the role of a season's champion moves; None if it has none, or nobody to give it to."""
    async with host.database.reading() as connection:
        row = await seasons.get(connection, season)
        if row is None or row.role is None or row.status != "over":
            return None
        first = [line.user for line in (await find(connection, season, lock=False)).leaders]
        return await moving(connection, row.guild, row.role, row.role_chooser, row.title, first)
