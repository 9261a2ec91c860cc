"""Descriptions of the initial world: the bot, its people, its servers and their channels."""

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
"""The permissions that a card-game bot requests when it is invited, and no others."""


@dataclass(frozen=True, slots=True)
class ChannelDescription:
    """A channel in a server.

    `hidden_from` names people who may not see it, `read_only` people who may not write in it. In a forum or media
    channel, posts can carry `tags`, given by name; with `tag_required`, each post must have one.
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
    """A server. Its members are all people of the world unless it names its own; the first one owns it.

    `bot` is whether the bot has been added to it.
    """

    name: str
    channels: tuple[ChannelDescription, ...]
    members: tuple[str, ...] | None = None
    bot_permissions: tuple[str, ...] = INVITE_PERMISSIONS
    bot: bool = True


@dataclass(frozen=True, slots=True)
class WorldDescription:
    """The whole initial world of a sandbox. The same description always produces the same ids.

    `installed_by` names the people who have installed the app for their own accounts. `conversations` are the direct
    messages between people: a DM for two, a group DM for more. `avatars` has the PNG of each person with an avatar.

    People are named by their usernames here, in any case. `display_names` gives some of them a name under which others
    see them; several people may have the same one.
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
    avatars: tuple[tuple[str, bytes], ...] = ()
    display_names: tuple[tuple[str, str], ...] = ()


DEFAULT_WORLD = WorldDescription()

EVERYDAY_NAMES = {
    "lukasz": "Łukasz",
    "sakura": "さくら",
    "thao": "Nguyễn Thảo",
    "darya": "Дарья",
    "sam": "Sam",
    "sam_k": "Sam",
    "maximiliane": "Maximiliane von Hohenstein-Brandt",
}
"""Display names such as people have, by username: letters of several scripts, a long one, and two that are the same."""

PLAY_WORLD = WorldDescription(people=tuple(EVERYDAY_NAMES), display_names=tuple(EVERYDAY_NAMES.items()))
"""The world in which somebody tries the bot by hand."""
