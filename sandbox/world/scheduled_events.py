"""Servers' scheduled events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcord.backend import serializers

from sandbox.world.base import bits
from sandbox.world.payloads import Payloads

if TYPE_CHECKING:
    from simcord.backend.models import ScheduledEvent

    from sandbox.wire import Json


class ScheduledEvents(Payloads):
    """Creates, changes and describes servers' events, which start and end by themselves at the scheduled times."""

    def scheduled_events(self, guild_id: int) -> list[Json]:
        """Describe a server's events in their current state."""
        guild = self.guild(guild_id)
        self.backend.activate_due_scheduled_events()
        return [self._event_payload(each) for each in guild.scheduled_events.values()]

    def make_scheduled_event(self, guild_id: int, form: Json) -> Json:
        """Create an external event on the bot's behalf, and announce it."""
        made = self.backend.create_scheduled_event(
            guild_id,
            name=form["name"],
            entity_type=form["entity_type"],
            scheduled_start_time=form["scheduled_start_time"],
            scheduled_end_time=form["scheduled_end_time"],
            description=form.get("description"),
            entity_metadata=form["entity_metadata"],
        )
        return self._event_payload(made)

    def change_scheduled_event(self, guild_id: int, event_id: int, changes: Json) -> Json:
        """Change an event's fields and announce the change."""
        return self._event_payload(self.backend.edit_scheduled_event(guild_id, event_id, changes))

    def delete_scheduled_event(self, guild_id: int, event_id: int) -> None:
        """Delete an event and announce it."""
        self.backend.delete_scheduled_event(guild_id, event_id)

    def may_in_guild(self, user_id: int, guild_id: int, *names: str) -> bool:
        """Return whether a user has one of these permissions in a server, regardless of channel overwrites."""
        held = self.backend.compute_permissions(guild_id, user_id)
        return bool(held & bits((*names, "administrator")))

    def _event_payload(self, event: ScheduledEvent) -> Json:
        return self._corrected(serializers.scheduled_event_payload(self.backend, event))
