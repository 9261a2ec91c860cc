"""A channel as the world stores it: SimCord's channel with the properties that SimCord lacks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from simcord.backend import models

from sandbox.channel_types import THREAD_ONLY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.wire import Json


@dataclass
class Channel(models.Channel):
    """A channel, thread or DM, including announcement threads and media channels.

    A thread counts its messages without the initial one: those that are there in `message_count`, and those that were
    ever sent in `total_message_sent`.
    """

    flags: int = 0
    total_message_sent: int = 0
    initial_message_id: int | None = None

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread of any type."""
        return self.thread_metadata is not None

    def count_from_here(self) -> None:
        """Leave a thread's newest message, which is its initial one, out of its counts.

        Discord documentation, "Channel: Channel Structure".
        """
        self.initial_message_id = self.last_message_id
        self.message_count = self.total_message_sent = 0

    def count_deleted(self, message_ids: Iterable[int]) -> None:
        """Take deleted messages off a thread's count."""
        if self.is_thread:
            self.message_count -= sum(each != self.initial_message_id for each in message_ids)

    def more_fields(self) -> Json:
        """Return the fields of Discord's description that SimCord leaves out."""
        fields: Json = {"flags": self.flags}
        if self.is_thread:
            fields["total_message_sent"] = self.total_message_sent
        if self.type in THREAD_ONLY:
            fields |= {
                "available_tags": [dict(tag) for tag in self.available_tags],
                "default_reaction_emoji": None,
                "default_sort_order": None,
                "default_forum_layout": 0,
                "default_thread_rate_limit_per_user": 0,
            }
        return fields
