"""The direct messages between people, without the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.channel_types import ChannelType
from sandbox.world.base import WorldBase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.world.channel import Channel

_PAIR: Final = 2


class Conversations(WorldBase):
    """Stores the DMs and group DMs between people."""

    def open_conversation(self, members: Sequence[int]) -> Channel:
        """Open a DM between two people, or a group DM for more people, which the first of them owns."""
        kind = ChannelType.DM if len(members) == _PAIR else ChannelType.GROUP_DM
        channel = self.backend.create_channel(None, None, type=kind)
        channel.recipient_ids = list(members)
        channel.owner_id = members[0] if kind == ChannelType.GROUP_DM else None
        return channel

    def conversations(self, user_id: int) -> list[Channel]:
        """List the DMs and group DMs that a person has with others."""
        return [
            self.channel(number)
            for number, each in self.backend.channels.items()
            if self.is_conversation(each) and user_id in each.recipient_ids
        ]
