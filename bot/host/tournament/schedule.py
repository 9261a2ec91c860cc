"""A tournament's entry in the server's list of scheduled events."""

from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR, PACES
from bot.host.people.time_zones import days_later, zone_of_server
from bot.host.tournament.rules.course import usual_rounds
from bot.host.tournament.tournament import WEEK
from bot.storage import outbox, people
from bot.storage.destination import Destination
from bot.storage.tournaments import TournamentRow

EVENT: Final = "event"
"""The surface kind of a scheduled event; the surface's message is the event's id."""


async def show_event(host: Host, tx: AsyncConnection, row: TournamentRow) -> None:
    """Request an update of a tournament's scheduled event; a tournament that has never had a starting time has none."""
    if row.starts is not None:
        await outbox.mark_tournament(tx, row.id, EVENT, Destination.event(row.id))
    else:
        await outbox.mark_tournament_again(tx, row.id, EVENT)
    host.wake()


async def expected_end(
    host: Host, row: TournamentRow, starts: float, *, within: AsyncConnection | None = None
) -> float:
    """Return when a tournament with the given start will be over if it fills up, by the server's clocks."""
    rounds = row.rounds or usual_rounds(row.most)
    if row.format == "robin":
        rounds = row.most - 1
    elif row.format == "double":
        rounds *= 2
    finals = (row.cut - 1).bit_length() if row.cut else 0
    usual = WEEK if PACES[row.pace].days else HOUR * row.best_of
    days, rest = divmod((rounds + finals) * (row.round_length or usual), DAY)
    async with host.database.reading(within) as connection:
        zone = zone_of_server(await people.guild(connection, row.guild))
    return days_later(starts, int(days), zone) + rest
