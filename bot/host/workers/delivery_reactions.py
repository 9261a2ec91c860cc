"""What happens to a match or tournament if a row in the outbox has no place, or its recipient's DMs are closed."""

from bot.host.kernel.host import Host
from bot.host.lobby import match_start
from bot.host.match import thread_locks, unreachable
from bot.host.match.places import look_later, tell_directly
from bot.host.match.unit_of_work import say
from bot.host.operations import grace, server_channels
from bot.host.recurring import evenings
from bot.host.tournament import absence, rounds
from bot.host.workers.delivery_results import (
    Closed,
    Locked,
    Lost,
    Moved,
    Never,
    NoPlace,
    Removed,
    Report,
    Result,
    Sent,
    Shelved,
)
from bot.storage import destinations, matches, outbox, people, seals, tournaments
from bot.storage.destination import Destination, Kind
from bot.storage.outbox import PostRow, SurfaceRow, match_of
from bot.storage.privacy import GONE


async def react(host: Host, row: PostRow | SurfaceRow, report: Report) -> Result:
    """React to a report, and return the outcome for the row."""
    match report:
        case Lost() if row.destination.kind in (Kind.LOG, Kind.PUZZLES):
            async with host.database.transaction() as tx:
                await server_channels.stop_using(host, tx, row.destination.number, report.channel)
            return Never("the channel that the server has chosen is gone")
        case Removed():
            await grace.removed(host, report.guild)
            return Moved()
        case Locked():
            paused = await thread_locks.note(host, match_of(row), report.channel)
            return Moved() if paused else await _lost(host, row, report.channel)
        case Lost():
            return await _lost(host, row, report.channel)
        case NoPlace():
            await _without_channel(host, row)
            await _stranded(host, row)
            return await _to_everybody(host, row) if isinstance(row, PostRow) else Never(report.why)
        case Closed():
            return await _closed(host, row)
        case Sent() if (
            isinstance(row, SurfaceRow) and row.destination.kind is Kind.DM and report.message != row.message
        ):
            # An edit does not prove that a person accepts direct messages; a new message does.
            await unreachable.reached(host, match_of(row), row.destination.number)
        case Sent() if row.kind == "missing" and report.message is not None:
            await absence.note_mention(host, row)
    return report


async def _lost(host: Host, row: PostRow | SurfaceRow, channel: int) -> Result:
    """Start the search for a new place for a destination that has lost its own."""
    async with host.database.transaction() as tx:
        if row.match is not None:
            await matches.get(tx, row.match, lock=True)  # locked before its surfaces, as by a click
        lost = await destinations.lose_place(tx, row.destination, channel)
        if lost and row.tournament is not None:
            event = await tournaments.get(tx, row.tournament)
            if event is not None:
                await server_channels.stop_using(host, tx, event.guild, channel)
        if lost and row.destination.kind is Kind.THREAD:
            await look_later(tx, row.destination.number, channel, host.now())
    return Moved()


async def _without_channel(host: Host, row: PostRow | SurfaceRow) -> None:
    """Move a recurrence whose evening has no place any more, or have it moved."""
    async with host.database.reading() as connection:
        event = None if row.tournament is None else await tournaments.get(connection, row.tournament)
    if event is not None and event.recurrence is not None:
        await evenings.place_gone(host, event.channel)


async def _stranded(host: Host, row: PostRow | SurfaceRow) -> None:
    """Switch to direct messages for a match or tournament that no longer has a place.

    A tournament is paused, and its organiser is notified. A match sends its hands by direct message. A lobby that
    nobody has seen is closed.
    """
    async with host.database.transaction() as tx:
        if row.tournament is not None:
            await rounds.place_gone(host, tx, row.tournament)
            return
        match = None if row.match is None else await matches.get(tx, row.match, lock=True)
        if match is None:
            return
        if match.status == "running" and row.destination.kind is Kind.THREAD:
            await tell_directly(tx, match.id)
            await look_later(tx, match.id, None, host.now())
        elif match.status == "lobby" and match.starting is None and await seals.get(tx, match.id) is None:
            await match_start.give_up(host, tx, match)
    host.outbox_due.set()


async def _to_everybody(host: Host, row: PostRow) -> Result:
    """Copy a match's post to each of its players by direct message, because its channel is gone."""
    if row.match is not None and row.kind != "closed":
        async with host.database.transaction() as tx:
            if row.kind == outbox.AMENDED:
                row = await outbox.amended(tx, row) or row
            for seat in await matches.seats_of(tx, outbox.match_of(row)):
                if seat.user is not None and not seat.left:
                    await outbox.add_copy(tx, row, Destination.dm(seat.user), host.now())
    return Sent()


async def _closed(host: Host, row: PostRow | SurfaceRow) -> Result:
    """Reroute a direct message: secrets, events and the end wait for the player's panel, other posts go to all."""
    if isinstance(row, SurfaceRow):
        await _dm_closed(host, *row.at_seat())
    elif row.kind == "once":
        seat = row.content["seat"]
        await _dm_closed(host, match_of(row), seat)
        return Shelved(Destination.shelf(match_of(row), seat))
    elif row.kind in ("events", "end"):
        async with host.database.reading() as connection:
            seats = await matches.seats_of(connection, match_of(row))
        await unreachable.note(host, match_of(row), row.destination.number)
        for sitter in seats:
            if sitter.user == row.destination.number:
                return Shelved(Destination.shelf(match_of(row), sitter.seat))
        return Never("the person has left")
    elif row.kind in ("reminder", "linked"):
        async with host.database.transaction() as tx:
            table = await matches.get(tx, match_of(row), lock=True)
            if table is not None:
                await say(tx, table, row.kind, row.content, host.now())
    if row.match is not None:
        await unreachable.note(host, row.match, row.destination.number)
    return Never("direct messages are closed")


async def _dm_closed(host: Host, match: int, seat: int) -> None:
    """Record that a player's direct messages are closed, and post once where to find the hand instead.

    Before the match begins there is no hand to find: its beginning tries the player's direct messages again.
    """
    async with host.database.transaction() as tx:
        row = await matches.get(tx, match, lock=True)  # so that the posts about a match are numbered in order
        if row is None or row.started is None:
            return
        seats = await matches.seats_of(tx, match)
        user = seats[seat].user
        if user in (None, GONE) or (await people.user(tx, user)).dm_closed:
            return
        await people.change_user(tx, user, dm_closed=True)
        await say(tx, row, "closed", {"seats": [seat]}, host.now())
    host.outbox_due.set()
