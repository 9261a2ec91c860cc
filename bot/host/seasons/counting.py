"""The automatic progress of a season: evenings join and count, the final evening invites, and the season ends.

Each is a timer of its own that follows a change of a tournament, so no action on a tournament waits for a season. Where
both are locked, the tournament comes first.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host, TimerHandler
from bot.host.kernel.paces import DAY
from bot.host.kernel.timers import apart
from bot.host.people.time_zones import days_later, zone_of_server
from bot.host.seasons.season import AFTER, Season, find, of_tournament
from bot.host.tournament import tournament as tournaments_host
from bot.host.tournament.champion import CROWN
from bot.host.tournament.rules.course import places
from bot.host.tournament.timers import COUNTING, count
from bot.host.tournament.tournament import WEEK, Tournament, say, show
from bot.storage import graces, people, seasons, timers, tournaments
from bot.storage.privacy import GONE
from bot.storage.schema.seasons import EveningRow, HonourRow, PlaceRow, SeasonRow
from bot.storage.schema.tournaments import EntrantRow, SeriesRow, TournamentRow
from bot.storage.timers import TimerKind
from bot.storage.tournaments import OPEN

FINISHING: Final = TimerKind("finishing", int)
"""A season's last week is over."""

WAITING: Final = 35 * DAY
"""For how long a season waits for its final evening, in seconds: long enough for what recurs once a month."""

UNSEEN: Final = ("absent", "left", "missed")
"""How a series was decided if its loser may not have been there."""


async def _on_counting(host: Host, tx: AsyncConnection, tournament: int) -> None:
    """Have a season follow a change of a tournament, if it counts in one."""
    found = await tournaments_host.find(host, tx, tournament)
    season = await _season_of(host, tx, found.row)
    if found.row.recurrence is not None or season is not None:
        await _honour_winners(tx, found)
    if season is None:
        return
    evening = next(each for each in season.evenings if each.tournament == tournament)
    if found.row.status == "cancelled":
        await seasons.drop_evening(tx, tournament)
    else:
        await _take_over(host, tx, season, evening, found)
    now = await find(tx, season.row.id)
    if now.last is not None and now.last.state == "open" and not evening.is_last:
        await count(tx, now.last.tournament, host.now())
    await _finish(host, tx, now)


async def _season_of(host: Host, tx: AsyncConnection, row: TournamentRow) -> Season | None:
    """Return the season in which a locked tournament counts, locked as well; None if it counts in none.

    An evening of what recurs joins the season of that recurrence when it has been announced.
    """
    evening = await seasons.evening(tx, row.id)
    if evening is not None:
        return await find(tx, evening.season)
    known = None if row.recurrence is None else await seasons.of_recurrence(tx, row.recurrence)
    if known is None or row.status not in OPEN or not await join(host, tx, await find(tx, known.id), row):
        return None
    return await find(tx, known.id)


async def join(host: Host, tx: AsyncConnection, season: Season, row: TournamentRow) -> bool:
    """Have a locked tournament count in a locked season, and return whether it does.

    After the season's last week, the next tournament is its final evening, if it wants one; only invited people may
    enter it from then on.
    """
    at = row.starts or row.begun or row.ended or host.now()
    late = season.row.ends is not None and at >= season.row.ends
    if late and (not season.row.final or season.last is not None or row.status != "open"):
        return False
    if late:
        row.entry = "invitation"
        await tournaments.change(tx, row)
    await seasons.keep_evening(tx, EveningRow(row.id, season.row.id, at, is_last=late))
    await count(tx, row.id, host.now())
    if row.status == "over":  # its own end was posted before it counted
        await say(host, tx, row, "season")
    await show(host, tx, row)
    return True


async def _take_over(host: Host, tx: AsyncConnection, season: Season, evening: EveningRow, found: Tournament) -> None:
    """Store what a tournament has become as an evening of a season, which is seen where its latest evening is."""
    row, before = found.row, evening.state
    evening.state = _state(row)
    if before == "open" and evening.state == "running":
        evening.at = host.now()
    await seasons.keep_evening(tx, evening)
    if evening.state != "open":
        season.row.channel = row.channel
        await seasons.change(tx, season.row)
    if season.row.status == "planned" and evening.state != "open":
        await _begin(host, tx, season.row, evening.at)
    if evening.is_last and evening.state == "open":
        await _invite(host, tx, season, found)
    if row.status == "over":
        await seasons.set_places(tx, row.id, placed(found))


def _state(row: TournamentRow) -> str:
    """Return the state of a tournament as an evening of a season."""
    return row.status if row.status != "over" else "final" if row.settled else "provisional"


async def with_evening(host: Host, found: Tournament, *, within: AsyncConnection | None = None) -> Season | None:
    """Return the season in which a tournament counts, with the places that it has now, also if none are stored yet.

    None if it counts in none.
    """
    number = found.row.id
    season = await of_tournament(host, number, within=within)
    if season is None:
        return None
    order = {each.tournament: at for at, each in enumerate(season.evenings)}
    season.evenings[order[number]].state = _state(found.row)
    places = [each for each in season.places if each.tournament != number]
    places += placed(found) if found.row.status == "over" else []
    places.sort(key=lambda each: (order[each.tournament], each.place, each.user))
    return Season(season.row, season.evenings, tuple(places))


async def _honour_winners(tx: AsyncConnection, found: Tournament) -> None:
    """Store who has won a tournament, once its results are final."""
    row = found.row
    if row.status != "over" or not row.settled:
        return
    rows = [_honour(row, each.user, each.name, 1, row.ended or 0.0) for each in placed(found) if each.place == 1]
    await seasons.set_honours(tx, "evening", row.id, rows)


def placed(found: Tournament) -> list[PlaceRow]:
    """Return the places of the people who took part in a tournament that is over, best first.

    Nobody has one who never came, was disqualified, or whose data was deleted. A person who played for two entrants has
    the better place.
    """
    rows: dict[int, PlaceRow] = {}
    for each in places(found.course):
        entrant = found.entrant(each.player)
        came = any(_was_there(found, series, each.player) for series in found.series)
        if each.place is not None and came and entrant.user != GONE:
            rows.setdefault(entrant.user, PlaceRow(found.row.id, entrant.user, entrant.name, each.place))
    return sorted(rows.values(), key=lambda row: (row.place, row.user))


def _was_there(found: Tournament, series: SeriesRow, player: int) -> bool:
    """Whether a series shows that a player was there: they met somebody, and did more than not to come."""
    if series.second is None or player not in (series.first, series.second) or series.state == "open":
        return False
    return series.winner == player or series.how not in UNSEEN or bool(found.games.get(series.id))


async def _begin(host: Host, tx: AsyncConnection, row: SeasonRow, at: float) -> None:
    """Begin a season with its first evening."""
    zone = zone_of_server(await people.guild(tx, row.guild))
    row.status, row.begun = "running", at
    row.ends = days_later(at, 7 * row.weeks, zone) - AFTER
    await seasons.change(tx, row)
    await timers.put_apart(tx, FINISHING, row.id, row.ends)


async def _invite(host: Host, tx: AsyncConnection, season: Season, found: Tournament) -> None:
    """Invite the best players of a season to its final evening, once all others are over; nobody is invited twice."""
    if any(each.state in ("open", "running") for each in season.evenings if not each.is_last):
        return
    known = {entrant.user for entrant in found.entrants}
    new = [line.user for line in season.table if line.place <= season.row.final and line.user not in known]
    numbers = list(range(found.next_number, found.next_number + len(new)))
    for number, user in zip(numbers, new, strict=True):
        entrant = EntrantRow(found.row.id, number, user, season.names[user], "invited", entered=host.now())
        await tournaments.enter(tx, entrant)
    if new:
        await say(host, tx, found.row, "season_final", entrants=numbers)
        await show(host, tx, found.row)


async def _on_finishing(host: Host, tx: AsyncConnection, season: int) -> None:
    """End a season after its last week, or as soon as its evenings are over and final."""
    row = await seasons.get(tx, season)
    if row is None:
        return
    if await graces.is_removed(tx, row.guild):
        await timers.put_apart(tx, FINISHING, season, host.now() + DAY)
    else:
        await _finish(host, tx, await find(tx, season))


async def _finish(host: Host, tx: AsyncConnection, season: Season) -> None:
    """End a locked season if it is time: all its evenings are over and final, and so is the final evening, if any.

    An evening that has not begun by then is left out, unless it is to begin soon, because it had to wait for the bot.
    """
    row, now = season.row, host.now()
    if row.status != "running" or row.ends is None or now < row.ends:
        return
    for each in season.evenings:
        if each.state == "open" and not each.is_last:
            event = await tournaments.get(tx, each.tournament)
            if event is not None and event.starts is not None and event.starts < row.ends + WEEK:
                return
            await seasons.drop_evening(tx, each.tournament)
    if any(each.state != "final" for each in season.evenings if each.is_last or each.state != "open"):
        return
    if row.final and season.last is None and now < row.ends + WAITING:
        await timers.put_apart(tx, FINISHING, row.id, row.ends + WAITING)
        return
    await _end(host, tx, season)


async def _end(host: Host, tx: AsyncConnection, season: Season) -> None:
    """End a locked season: its best players are honoured, and its table is posted for the last time."""
    row, now = season.row, host.now()
    row.status, row.ended = "over", now
    await seasons.change(tx, row)
    rows = [_honour(row, line.user, season.names[line.user], line.place, now) for line in season.honoured]
    await seasons.set_honours(tx, "season", row.id, rows)
    if row.role is not None:
        await timers.put_apart(tx, CROWN, f"season {row.id}", now)
        host.jobs_due.set()
    event = None if season.latest is None else await tournaments.get(tx, season.latest.tournament)
    if event is not None:
        await say(host, tx, event, "season_over")


def _honour(of: TournamentRow | SeasonRow, user: int, name: str, place: int, at: float) -> HonourRow:
    kind = "evening" if isinstance(of, TournamentRow) else "season"
    return HonourRow(
        guild=of.guild,
        channel=of.channel,
        user=user,
        name=name,
        kind=kind,
        subject=of.id,
        title=of.title,
        place=place,
        at=at,
    )


TIMERS: Final[Mapping[str, TimerHandler]] = dict([apart(COUNTING, _on_counting), apart(FINISHING, _on_finishing)])
"""The handlers by kind of timer."""
