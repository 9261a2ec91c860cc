"""What stands in the world at first: the bot, its people, its servers and their channels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandbox.channel_types import ChannelKind

INVITE_PERMISSIONS = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
    "connect",
    "create_events",
)
"""What a card-game bot asks for when it is invited, and no more."""


@dataclass(frozen=True, slots=True)
class ChannelDescription:
    """A channel of a server.

    `hidden_from` names people who may not see it, `read_only` those who may not write. In a forum or media channel
    posts can carry `tags`, given by name, and with `tag_required` each post has to.
    """

    name: str
    topic: str = ""
    hidden_from: tuple[str, ...] = ()
    read_only: tuple[str, ...] = ()
    kind: ChannelKind = "text"
    tags: tuple[str, ...] = ()
    tag_required: bool = False


@dataclass(frozen=True, slots=True)
class GuildDescription:
    """A server. Its members are all people of the world unless they are named; the first one owns it.

    `bot` says whether the bot was added to it.
    """

    name: str
    channels: tuple[ChannelDescription, ...]
    members: tuple[str, ...] | None = None
    bot_permissions: tuple[str, ...] = INVITE_PERMISSIONS
    bot: bool = True


@dataclass(frozen=True, slots=True)
class WorldDescription:
    """Everything there is when the sandbox starts. The same description always gives the same ids.

    `installed_by` names the people who have installed the app for themselves. `conversations` are the direct messages
    that people have with each other: of two a DM, of more a group DM.
    """

    application: str = "Tableside"
    token: str = field(default="sandbox-token", repr=False)
    people: tuple[str, ...] = ("Ada", "Ben", "Cleo", "Dan")
    guilds: tuple[GuildDescription, ...] = (
        GuildDescription(
            name="The Tableside Inn",
            channels=(
                ChannelDescription("lobby", topic="Find somebody to play with"),
                ChannelDescription("card-room", topic="Where the matches are played"),
            ),
        ),
    )
    installed_by: tuple[str, ...] = ()
    conversations: tuple[tuple[str, ...], ...] = ()


DEFAULT_WORLD = WorldDescription()
