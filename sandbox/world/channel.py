"""A channel as the world stores it: SimCord's channel with the properties that SimCord lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcord.backend import models

from sandbox.channel_types import THREAD_ONLY

if TYPE_CHECKING:
    from sandbox.wire import Json


@dataclass
class Channel(models.Channel):
    """A channel, thread or DM, including announcement threads and media channels."""

    flags: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread of any type."""
        return self.thread_metadata is not None

    def more_fields(self) -> Json:
        """Return the fields of Discord's description that SimCord leaves out."""
        fields: Json = {"flags": self.flags}
        if self.type in THREAD_ONLY:
            fields |= {
                "available_tags": [dict(tag) for tag in self.available_tags],
                "default_reaction_emoji": None,
                "default_sort_order": None,
                "default_forum_layout": 0,
                "default_thread_rate_limit_per_user": 0,
            }
        return fields
