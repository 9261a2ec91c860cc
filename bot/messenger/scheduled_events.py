"""A tournament's scheduled event in the server's list, if the bot may create events there.

Discord documentation, "Guild Scheduled Event": an external event also starts and ends by itself at the scheduled times.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from discord import EntityType, EventStatus, PrivacyLevel

from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.tournament import tournament
from bot.host.tournament.schedule import expected_end
from bot.host.workers.delivery_results import Later, Never, Report, Sent
from bot.messenger.calls import Calls
from bot.messenger.failures import AlreadyDone, Busy, NextPlace
from bot.rendering.languages import Languages
from bot.storage.outbox import SurfaceRow, tournament_of
from bot.storage.tournaments import TournamentRow
from bot.ui.tournaments.announcement import ScheduledEvent, scheduled_event

NOT_OVER: Final = (EventStatus.scheduled.value, EventStatus.active.value)

STEPS: Final[Mapping[str, tuple[EventStatus, ...]]] = {
    "running": (EventStatus.active,),
    "over": (EventStatus.active, EventStatus.completed),
}
"""An event's statuses in order, by its tournament's status; Discord allows none to be skipped."""


async def keep(host: Host, languages: Languages, discord: Calls, row: SurfaceRow) -> Report:
    """Update a tournament's event; without the permission, there is no event."""
    try:
        shown = await tournament.look(host, tournament_of(row))
        wanted = scheduled_event(shown, await languages.server(shown.row.guild))
        return await _keep(host, discord, shown.row, wanted, known=row.message is not None)
    except Busy as error:
        return Later(str(error), error.after)
    except (AlreadyDone, NextPlace, Refused) as error:
        return Never(str(error))


async def _keep(host: Host, discord: Calls, row: TournamentRow, wanted: ScheduledEvent, *, known: bool) -> Report:
    """Create the event if there has been none yet, and make it match the tournament.

    Read the events before and after, so that exactly one remains even if a response was lost. An event that somebody
    has deleted is not created again.
    """
    there = await _there(discord, row.guild, wanted)
    if not there and not known and row.status == "open" and row.starts is not None and row.starts > host.now():
        ends = await expected_end(host, row, row.starts)
        await discord.create_event(row.guild, _form(row.starts, ends, wanted))
        there = await _there(discord, row.guild, wanted)
    for doubled in there[1:]:
        await discord.delete_event(row.guild, int(doubled["id"]))
    if not there:
        return Sent()
    kept, number = there[0], int(there[0]["id"])
    if row.status == "cancelled":
        await discord.delete_event(row.guild, number)
    elif kept["entity_metadata"]["location"] != wanted.location:
        await discord.change_event(row.guild, number, entity_metadata={"location": wanted.location})
    for status in STEPS.get(row.status, ()):
        if status.value > kept["status"]:
            await discord.change_event(row.guild, number, status=status.value)
    return Sent(row.channel, number)


async def _there(discord: Calls, guild: int, wanted: ScheduledEvent) -> list[dict[str, Any]]:
    """Return a tournament's events that are not over, oldest first."""
    found = await discord.events(guild)
    return [each for each in found if each["status"] in NOT_OVER and wanted.mark in (each["description"] or "").split()]


def _form(starts: float, ends: float, wanted: ScheduledEvent) -> dict[str, Any]:
    """Return the payload for creating an event."""
    return {
        "name": wanted.name,
        "description": wanted.description,
        "privacy_level": PrivacyLevel.guild_only.value,
        "entity_type": EntityType.external.value,
        "entity_metadata": {"location": wanted.location},
        "scheduled_start_time": _iso(starts),
        "scheduled_end_time": _iso(ends),
    }


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()
