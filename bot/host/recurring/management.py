"""What organisers do with a recurrence: begin it, change it, skip an evening, carry it on, and stop it.

A recurrence is named by the number of its template. Of everything here, only a skipped evening and the stop are final.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, MINUTE
from bot.host.people.server_rules import check_game
from bot.host.people.time_zones import local, typed_time
from bot.host.recurring.dates import AHEAD, RHYTHMS, USUAL_AHEAD, Plan
from bot.host.recurring.evenings import COURSE, RECUR, keep, tell
from bot.host.tournament import rounds
from bot.host.tournament.creation import AT_ONCE, FURTHEST
from bot.host.tournament.rules.course import usual_rounds
from bot.host.tournament.tournament import Tournament, find, find_as
from bot.storage import destinations, recurrences, timers, tournaments
from bot.storage.destination import Destination
from bot.storage.recurrences import TEMPLATE
from bot.storage.schema.tournaments import RecurrenceRow, TournamentRow
from engine.contract import Message

QUARTER: Final = 15 * MINUTE
"""To how many seconds the time of a start by hand is rounded down, as the proposed time of later evenings."""

HELD: Final = ("open", "running", "over", "cancelled")
"""The statuses of tournaments that can be held again."""


class Recurring(Struct, frozen=True):
    """A tournament that can be held again, or the template of a recurrence.

    Attributes:
        plan: when evenings are held or, if nothing recurs yet, a proposal.
        status: the status of the recurrence; None if nothing recurs yet.
        coming: the next evening that is announced, if any.
        latest: the number of the latest evening, if there is any.
    """

    tournament: Tournament
    plan: Plan
    status: str | None = None
    coming: TournamentRow | None = None
    latest: int | None = None


async def look(host: Host, tournament: int) -> Recurring:
    """Return the recurrence of a template or of one of its evenings, or what to propose. Raises Refused."""
    async with host.database.reading() as connection:
        found = await find(host, connection, tournament, lock=False)
        number = found.row.recurrence
        event = None if number is None else await recurrences.template(connection, number)
        row = None if number is None else await recurrences.get(connection, number)
        if row is None or event is None:
            return Recurring(found, await _proposed(host, connection, found))
        evenings = await recurrences.evenings(connection, row.id, HELD)
        return Recurring(
            await find(host, connection, event.id, lock=False),
            Plan.of(row),
            row.status,
            _coming(evenings),
            evenings[-1].id if evenings else None,
        )


def _coming(evenings: list[TournamentRow]) -> TournamentRow | None:
    """Return the next of some evenings that people can still enter, among those that begin by themselves."""
    dated = [(each.starts, each.id, each) for each in evenings if each.status == "open" and each.starts is not None]
    return min(dated)[-1] if dated else None


async def _proposed(host: Host, connection: AsyncConnection, found: Tournament) -> Plan:
    """Return when a tournament could be held again: each week, at the time at which it began or is to begin."""
    begun = await tournaments.start_of(connection, found.row.id)
    starts = found.row.starts or (found.row.opened if begun is None else begun.at) // QUARTER * QUARTER
    return Plan.at("w1", starts, USUAL_AHEAD, found.zone).after(max(host.now(), starts), found.zone)


def typed(text: str, plan: Plan, where: str) -> Plan:
    """Return a plan whose next evening is at a date and time typed by the clocks of a zone. Raises Refused."""
    try:
        return Plan.at(plan.rhythm, typed_time(text, where), plan.ahead, where)
    except (ValueError, OverflowError) as error:
        raise Refused(Message("tournament.refused.time")) from error


def checked(host: Host, plan: Plan, where: str) -> Plan:
    """Return a plan from its first day that fits its rhythm. Raises Refused if nobody could have chosen it."""
    now = host.now()
    if plan.rhythm not in RHYTHMS or plan.ahead not in AHEAD or not 0 <= plan.minute < DAY // MINUTE:
        raise Refused(Message("table.refused.option"))
    if not local(now, where).toordinal() <= plan.day <= local(now + FURTHEST, where).toordinal():
        raise Refused(Message("tournament.refused.time"))
    plan = plan.aligned()
    if plan.begins(where) <= now:
        raise Refused(Message("tournament.refused.time"))
    return plan


async def begin(host: Host, click: Click, tournament: int, plan: Plan, *, manages: bool) -> Recurring:
    """Hold a tournament again and again, with all its settings, organised by the person who clicks. Raises Refused."""
    async with click.transaction(host) as tx:
        found = await find_as(host, tx, tournament, click.user, manages=manages, statuses=HELD)
        event = found.row
        if not manages:
            raise Refused(Message("tournament.refused.not_allowed"))
        if event.recurrence is not None and await recurrences.template(tx, event.recurrence) is not None:
            raise Refused(Message("recurring.refused.begun"))
        if await recurrences.held_by(tx, click.user) >= AT_ONCE:
            raise Refused(Message("recurring.refused.many", {"most": AT_ONCE}))
        await check_game(tx, event.guild, event.game)
        row = _row(event.guild, checked(host, plan, found.zone))
        event.recurrence = row.id = await recurrences.create(tx, row)
        await tournaments.change(tx, event)
        begun = await tournaments.start_of(tx, event.id)
        chosen = 0 if begun is not None and event.rounds == usual_rounds(begun.content["entrants"]) else event.rounds
        again = replace(
            event,
            id=0,
            status=TEMPLATE,
            organiser=click.user,
            rounds=chosen,
            secret=host.chance.secret(),
            opened=host.now(),
            **COURSE,
        )
        again.id = await tournaments.create(tx, again)
        parent = await destinations.place(tx, Destination.tournament_parent(event.id))
        if parent is not None:
            await destinations.keep_place(tx, Destination.tournament_parent(again.id), parent)
        await keep(host, tx, row, again, Plan.of(row).after(event.starts or 0.0, found.zone))
        number = again.id
    return await look(host, number)


def _row(guild: int, plan: Plan) -> RecurrenceRow:
    return RecurrenceRow(guild=guild, rhythm=plan.rhythm, day=plan.day, minute=plan.minute, ahead=plan.ahead)


async def _locked(
    host: Host, tx: AsyncConnection, click: Click, template: int, *, manages: bool
) -> tuple[Tournament, RecurrenceRow]:
    """Lock a recurrence for changes by its organiser or anyone else who may hold tournaments. Raises Refused."""
    found = await find_as(host, tx, template, click.user, manages=manages, statuses=(TEMPLATE,))
    row = await recurrences.get(tx, found.row.recurrence or 0)
    if row is None:
        raise Refused(Message("tournament.refused.gone"))
    return found, row


async def arrange(host: Host, click: Click, template: int, plan: Plan, *, manages: bool) -> Recurring:
    """Change when the coming evenings are held, after those that are announced. Raises Refused."""
    async with click.transaction(host) as tx:
        found, row = await _locked(host, tx, click, template, manages=manages)
        coming = await recurrences.evenings(tx, row.id, ("open",))
        last = max((each.starts or 0.0 for each in coming), default=0.0)
        await keep(host, tx, row, found.row, checked(host, plan, found.zone).after(last, found.zone))
    return await look(host, template)


async def skip(host: Host, click: Click, template: int, evening: int, day: int, *, manages: bool) -> Recurring:
    """Call off the next announced evening or, with 0, skip the next one, on the given day.

    Raises Refused, also if another evening is next by now, and Unsure.
    """
    async with click.transaction(host) as tx:
        found, row = await _locked(host, tx, click, template, manages=manages)
        coming = _coming(await recurrences.evenings(tx, row.id, ("open",)))
        if (0 if coming is None else coming.id) != evening or row.day != day:
            raise Refused(Message("recurring.refused.changed"))
        title = found.row.title
        if coming is None:
            days = int((Plan.of(row).begins(found.zone) - host.now()) // DAY)
            click.confirm(Message("ask.tskip", {"title": title, "days": days}))
            await keep(host, tx, row, found.row, Plan.of(row).later().after(host.now(), found.zone))
            await tell(host, tx, found.row, "evening_skipped")
        else:
            off = await find(host, tx, coming.id)
            click.confirm(Message("ask.tskip.announced", {"title": title, "entrants": len(off.members)}))
            await rounds.end(host, tx, off, "cancelled", click.user)
    return await look(host, template)


async def move(host: Host, click: Click, template: int, channel: int, *, manages: bool) -> Recurring:
    """Hold the coming evenings in another channel, which also helps if the old one is gone. Raises Refused."""
    async with click.transaction(host) as tx:
        found, row = await _locked(host, tx, click, template, manages=manages)
        found.row.channel = channel
        if row.status == "nowhere":
            row.status = "on"
        await keep(host, tx, row, found.row, Plan.of(row))
    return await look(host, template)


async def carry_on(host: Host, click: Click, template: int, *, manages: bool) -> Recurring:
    """Organise the coming evenings of a recurrence that waits for somebody who does. Raises Refused."""
    async with click.transaction(host) as tx:
        found, row = await _locked(host, tx, click, template, manages=manages)
        if not manages:
            raise Refused(Message("tournament.refused.not_allowed"))
        if row.status != "waiting":
            raise Refused(Message("recurring.refused.carried"))
        await check_game(tx, row.guild, found.row.game)
        found.row.organiser, row.status = click.user, "on"
        await keep(host, tx, row, found.row, Plan.of(row))
    return await look(host, template)


async def stop(host: Host, click: Click, template: int, *, manages: bool) -> str:
    """Stop a recurrence for good, and return its title; evenings that are announced stay. Raises Refused and Unsure."""
    async with click.transaction(host) as tx:
        found, row = await _locked(host, tx, click, template, manages=manages)
        announced = await recurrences.evenings(tx, row.id, ("open",))
        click.confirm(Message("ask.tstop", {"title": found.row.title, "evenings": len(announced)}))
        row.status = "over"
        await recurrences.change(tx, row)
        await timers.drop_apart(tx, RECUR, row.id)
        await tournaments.delete(tx, [template])
        return found.row.title
