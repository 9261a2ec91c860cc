"""What it means for a match or a tournament that a row of the outbox has no place, or that its person is closed."""

from bot.host.kernel.host import Host
from bot.host.lobby import match_start
from bot.host.match import unreachable
from bot.host.match.places import look_later, tell_directly
from bot.host.tournament import rounds
from bot.host.workers.results import Closed, Lost, Moved, Never, NoPlace, Report, Result, Sent, Shelved
from bot.storage import destinations, matches, outbox, people, seals
from bot.storage.destination import Destination, Kind
from bot.storage.outbox import PostRow, SurfaceRow
from bot.storage.privacy import GONE


async def react(host: Host, row: PostRow | SurfaceRow, report: Report) -> Result:
    """Do what a report asks for, and return what becomes of the row."""
    match report:
        case Lost():
            return await _lost(host, row, report.channel)
        case NoPlace():
            await _stranded(host, row)
            return await _to_everybody(host, row) if isinstance(row, PostRow) else Never(report.why)
        case Closed():
            return await _closed(host, row)
        case Sent() if (
            isinstance(row, SurfaceRow) and row.destination.kind is Kind.DM and report.message != row.message
        ):
            # An edit does not tell that somebody takes direct messages; a new message does.
            await unreachable.reached(host, row.match, row.destination.number)
    return report


async def _lost(host: Host, row: PostRow | SurfaceRow, channel: int) -> Result:
    """Have the destination found anew, where there is another place for it."""
    async with host.database.transaction() as tx:
        if row.match:
            await matches.get(tx, row.match, lock=True)  # before its surfaces, as a click does
        lost = await destinations.lose_place(tx, row.destination, channel)
        if lost and row.destination.kind is Kind.THREAD:
            await look_later(tx, row.destination.number, channel, host.now())
    return Moved()


async def _stranded(host: Host, row: PostRow | SurfaceRow) -> None:
    """Whatever has no place any more is told to its people directly.

    A tournament stands still, and its organiser is told. A match shows its hands by direct message; a lobby that
    nobody has seen is closed.
    """
    async with host.database.transaction() as tx:
        if row.tournament:
            await rounds.place_gone(host, tx, row.tournament, for_good=False)
            return
        match = await matches.get(tx, row.match, lock=True)
        if match is None:
            return
        if match.status == "running" and row.destination.kind is Kind.THREAD:
            await tell_directly(tx, row.match)
            await look_later(tx, row.match, None, host.now())
        elif match.status == "lobby" and match.starting is None and await seals.get(tx, row.match) is None:
            await match_start.give_up(host, tx, match)
    host.outbox_due.set()


async def _to_everybody(host: Host, row: PostRow) -> Result:
    """A match that has no channel any more speaks to each of its people directly."""
    if not row.tournament and row.kind != "closed":
        async with host.database.transaction() as tx:
            for seat in await matches.seats_of(tx, row.match):
                if seat.user is not None and not seat.left:
                    await outbox.add_copy(tx, row, Destination.dm(seat.user), host.now())
    return Sent()


async def _closed(host: Host, row: PostRow | SurfaceRow) -> Result:
    """A secret waits on the person's panel, a reminder becomes a mention, and the hand is on the panel."""
    if isinstance(row, SurfaceRow):
        await _dm_closed(host, row.match, row.seat)
    elif row.kind == "once":
        seat = row.content["seat"]
        await _dm_closed(host, row.match, seat)
        return Shelved(Destination.shelf(row.match, seat))
    elif row.kind == "reminder":
        async with host.database.transaction() as tx:
            await matches.get(tx, row.match, lock=True)
            await outbox.add_copy(tx, row, Destination.thread(row.match), host.now())
    if row.match:
        await unreachable.note(host, row.match, row.destination.number)
    return Never("direct messages are closed")


async def _dm_closed(host: Host, match: int, seat: int) -> None:
    """Note that somebody's direct messages are closed, and say once where the hand is instead."""
    async with host.database.transaction() as tx:
        await matches.get(tx, match, lock=True)  # whatever is said about a match has its number in order
        seats = await matches.seats_of(tx, match)
        user = seats[seat].user
        if user in (None, GONE) or (await people.user(tx, user)).dm_closed:
            return
        await people.change_user(tx, user, dm_closed=True)
        await outbox.add_post(tx, match, "closed", Destination.thread(match), {"seats": [seat]}, host.now())
    host.outbox_due.set()
