"""Seats whose people cannot be reached.

Such a seat's clock is stopped until the person is reachable again, but for a day at most.
"""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match.places import is_lost
from bot.host.match.unit_of_work import keep, load_running, mark_all, set_clocks
from bot.storage import matches, outbox, people
from bot.storage.destination import Destination
from bot.storage.matches import MatchRow
from engine.contract import letter


async def note(host: Host, match: int, user: int) -> None:
    """Record that a person accepts no direct messages; their clock is stopped if the match has no place either.

    A solo match has no clock.
    """
    async with host.database.transaction() as tx:
        table = await load_running(host, tx, match)
        seat = None if table is None else table.seat_of(user)
        if table is None or seat is None or seat in table.untold or not await is_lost(tx, table.row):
            return
        table.clocks.untold.append(letter(seat))
        await set_clocks(host, tx, table)
        await keep(host, tx, table)


async def reached(host: Host, match: int, user: int) -> None:
    """Record that a direct message has reached a person, and restart their clock if it was stopped because none did."""
    async with host.database.reading() as connection:
        row = await matches.get(connection, match)
    if row is None or not row.clocks.get("untold"):
        return
    async with host.database.transaction() as tx:
        table = await load_running(host, tx, match)
        seat = None if table is None else table.seat_of(user)
        if table is not None and seat is not None and table.tell(seat):
            await people.change_user(tx, user, dm_closed=False)
            await set_clocks(host, tx, table)
            await keep(host, tx, table)


async def try_again(tx: AsyncConnection, row: MatchRow) -> None:
    """Send people who could not be reached their hands again, as new direct messages."""
    for seat in await matches.seats_of(tx, row.id):
        if seat.user is not None and letter(seat.seat) in row.clocks.get("untold", ()):
            await outbox.mark(tx, row.id, "hand", seat.seat, Destination.dm(seat.user), anew=True)


async def place_found(host: Host, tx: AsyncConnection, match: int) -> None:
    """Restart all the clocks in a match that has a place again."""
    table = await load_running(host, tx, match)
    if table is not None and table.untold:
        table.clocks.untold.clear()
        await set_clocks(host, tx, table)
        await mark_all(tx, table)
        await keep(host, tx, table)
