"""Channel types, and the types of threads that each can hold.

Discord documentation, "Channel: Channel Types" and "Threads".
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal


class ChannelType(IntEnum):
    """A channel's type, by Discord's number."""

    TEXT = 0
    DM = 1
    VOICE = 2
    GROUP_DM = 3
    ANNOUNCEMENT = 5
    ANNOUNCEMENT_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    STAGE = 13
    FORUM = 15
    MEDIA = 16


ChannelKind = Literal["text", "voice", "announcement", "stage", "forum", "media"]
"""The channels that a server can have, by name."""

THREAD_ONLY: Final = frozenset({ChannelType.FORUM, ChannelType.MEDIA})
"""Channels that hold posts, which are threads, and no messages of their own."""

VOICES: Final = frozenset({ChannelType.VOICE, ChannelType.STAGE})
"""Voice channels; using their chat requires CONNECT."""

THREADS_IN: Final[dict[int, frozenset[int]]] = {
    ChannelType.TEXT: frozenset({ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD}),
    ChannelType.ANNOUNCEMENT: frozenset({ChannelType.ANNOUNCEMENT_THREAD}),
}
"""The types of threads that can be started in each type of channel, apart from posts."""

THREAD_FROM_MESSAGE: Final[dict[int, ChannelType]] = {
    ChannelType.TEXT: ChannelType.PUBLIC_THREAD,
    ChannelType.ANNOUNCEMENT: ChannelType.ANNOUNCEMENT_THREAD,
}
"""The type of a thread started from a message, by type of channel."""

ARCHIVE_MINUTES: Final = (60, 1440, 4320, 10080)
"""The available periods of inactivity before a thread is archived, in minutes."""
USUAL_ARCHIVE_MINUTES: Final = 1440
REQUIRE_TAG: Final = 1 << 4
"""The flag of a forum or media channel whose posts require a tag."""


def type_named(kind: ChannelKind) -> ChannelType:
    """Return the type that channels of this kind have."""
    return ChannelType[kind.upper()]
