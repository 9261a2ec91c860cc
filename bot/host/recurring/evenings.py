"""The evenings of recurrences: announcing each once, skipping those that were missed, and asking who carries on."""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.people.server_rules import check_game
from bot.host.people.time_zones import zone_of_server
from bot.host.recurring.dates import Plan
from bot.host.tournament.creation import keep_places, publish
from bot.host.tournament.management import relocate
from bot.host.tournament.tournament import find, say
from bot.storage import destinations, graces, outbox, people, recurrences, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.privacy import GONE
from bot.storage.schema.tournaments import RecurrenceRow, TournamentRow
from bot.storage.timers import TimerKind

RECUR: Final = TimerKind("recur", int)
"""The next evening of a recurrence is announced. This is a job, because Discord says whether its organiser still may.

A recurrence that is on has one such timer, unless the bot is away from its server.
"""

COURSE: Final = {
    "round": 0,
    "pings": 0,
    "tree": None,
    "deadline": None,
    "begun": None,
    "paused": None,
    "ended": None,
    "closes": None,
}
"""The fields of a tournament that are no settings, as they are before its announcement."""


class Due(Struct, frozen=True):
    """A recurrence whose evening may be due: its server, its organiser, and the role that may hold tournaments."""

    guild: int
    organiser: int
    role: int | None


async def due(host: Host, recurrence: int) -> Due | None:
    """Return whom to ask about before a recurrence's evening is announced; None if it is not on."""
    async with host.database.reading() as connection:
        row = await recurrences.get(connection, recurrence)
        event = await recurrences.template(connection, recurrence)
        if row is None or event is None or row.status != "on":
            return None
        return Due(row.guild, event.organiser, (await people.guild(connection, row.guild)).organisers)


async def announce(host: Host, recurrence: int, organiser: int, *, may: bool) -> None:
    """Announce the next evening if it is due; `may` is whether this organiser may still hold tournaments.

    Evenings whose time is over are skipped. While the bot is away from the server, nothing happens.
    """
    async with host.database.transaction() as tx:
        found = await locked(tx, recurrence)
        if found is None or found[0].status != "on":
            return
        row, event = found
        await people.hold_guild(tx, row.guild)
        grace = await graces.get(tx, row.guild)
        if grace is not None and grace.why is not None:
            return
        plan = await _skip_missed(host, tx, row, event)
        if plan.announced(await zone_of(tx, row)) <= host.now() and organiser == event.organiser:
            why = await _obstacle(host, tx, event, may=may)
            if why is not None:
                await _ask(host, tx, row, event, why)
                return
            await _publish(host, tx, event, plan.begins(await zone_of(tx, row)))
            plan = plan.later()
        await keep(host, tx, row, event, plan)


async def locked(tx: AsyncConnection, recurrence: int) -> tuple[RecurrenceRow, TournamentRow] | None:
    """Lock a recurrence's template, and return both; None if it is over."""
    event = await recurrences.template(tx, recurrence)
    event = None if event is None else await tournaments.get(tx, event.id, lock=True)
    row = await recurrences.get(tx, recurrence)
    return None if row is None or event is None else (row, event)


async def zone_of(connection: AsyncConnection, row: RecurrenceRow) -> str:
    """Return the time zone of a recurrence's server."""
    return zone_of_server(await people.guild(connection, row.guild))


async def keep(host: Host, tx: AsyncConnection, row: RecurrenceRow, event: TournamentRow, plan: Plan) -> None:
    """Store a locked recurrence with its plan and, if it is on, set the timer of its next announcement."""
    where = await zone_of(tx, row)
    row.rhythm, row.day, row.minute, row.ahead = plan.rhythm, plan.day, plan.minute, plan.ahead
    event.starts = plan.begins(where)
    await recurrences.change(tx, row)
    await tournaments.change(tx, event)
    await timers.drop_apart(tx, RECUR, row.id)
    if row.status == "on":
        await timers.put_apart(tx, RECUR, row.id, max(host.now(), plan.announced(where)))
    host.wake()


async def tell(
    host: Host, tx: AsyncConnection, event: TournamentRow, kind: Literal["evening_missed", "evening_skipped"]
) -> None:
    """Say in public that an evening does not take place, and when the next one does."""
    await keep_places(tx, event)
    await say(host, tx, event, kind)


async def _skip_missed(host: Host, tx: AsyncConnection, row: RecurrenceRow, event: TournamentRow) -> Plan:
    """Skip the evenings that were not announced before their time; say so once."""
    plan = Plan.of(row)
    coming = plan.after(host.now(), await zone_of(tx, row))
    if coming != plan:
        await tell(host, tx, event, "evening_missed")
    return coming


async def _obstacle(
    host: Host, tx: AsyncConnection, event: TournamentRow, *, may: bool
) -> Literal["organiser", "game"] | None:
    """Return why an evening cannot be announced, if that is so."""
    if event.organiser == GONE or not may:
        return "organiser"
    try:
        await check_game(tx, event.guild, event.game)
    except Refused:
        return "game"
    return None if event.game in host.games else "game"


async def _publish(host: Host, tx: AsyncConnection, event: TournamentRow, starts: float) -> None:
    """Announce an evening with all settings of a template."""
    now = host.now()
    evening = replace(event, id=0, status="draft", starts=starts, secret=host.chance.secret(), opened=now, **COURSE)
    evening.id = await tournaments.create(tx, evening)
    parent = await destinations.place(tx, Destination.tournament_parent(event.id))
    if parent is not None:
        await destinations.keep_place(tx, Destination.tournament_parent(evening.id), parent)
    await publish(host, tx, evening, None)


async def _ask(
    host: Host, tx: AsyncConnection, row: RecurrenceRow, event: TournamentRow, why: Literal["organiser", "game"]
) -> None:
    """Stop a locked recurrence for now, and ask those who may hold tournaments in its server to carry it on."""
    row.status = "waiting"
    await recurrences.change(tx, row)
    await keep_places(tx, event)
    await _ask_managers(host, tx, event, {"why": why})


async def _ask_managers(host: Host, tx: AsyncConnection, event: TournamentRow, content: dict[str, str]) -> None:
    """Post a question in the server's log or, without one, where its evenings are announced."""
    log = (await people.guild(tx, event.guild)).log
    place = Destination.tournament(event.id) if log is None else Destination.log(event.guild)
    await outbox.add_tournament_post(tx, event.id, "carry_on", place, content, host.now())
    host.outbox_due.set()


async def back(host: Host, tx: AsyncConnection, guild: int) -> None:
    """Have the recurrences of a server go on, to which the bot is back."""
    for row in await recurrences.of_guild(tx, guild):
        found = await locked(tx, row.id)
        if found is not None:
            await keep(host, tx, *found, Plan.of(found[0]))


async def place_gone(host: Host, channel: int) -> None:
    """Move recurrences from a deleted channel, with their evenings, to their servers' channels for announcements.

    Where a server has none, they wait to be moved, and their organisers and whoever reads the server's log are asked.
    """
    async with host.database.reading() as connection:
        there = await recurrences.held_in(connection, channel)
    for recurrence in there:
        async with host.database.transaction() as tx:
            found = await locked(tx, recurrence)
            if found is not None and found[1].channel == channel:
                await _leave_channel(host, tx, *found)


async def _leave_channel(host: Host, tx: AsyncConnection, row: RecurrenceRow, event: TournamentRow) -> None:
    announcements = (await people.guild(tx, row.guild)).announcements
    if announcements not in (None, event.channel):
        event.channel, gone = announcements, event.channel
        await keep(host, tx, row, event, Plan.of(row))
        for evening in await recurrences.evenings(tx, row.id, tournaments.OPEN):
            if evening.channel == gone:
                await relocate(host, tx, await find(host, tx, evening.id), announcements)
        return
    if row.status != "nowhere":
        row.status = "nowhere"
        await keep(host, tx, row, event, Plan.of(row))
        if (await people.guild(tx, row.guild)).log is not None:
            await _ask_managers(host, tx, event, {"why": "channel"})
        if event.organiser != GONE:
            place = Destination.dm(event.organiser)
            await outbox.add_tournament_post(tx, event.id, "carry_on", place, {"why": "channel"}, host.now())
