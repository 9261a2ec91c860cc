"""Read access to the world: its people, channels, messages and permissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from simcord.backend import permissions
from simcord.backend.access import channel_accessible

from sandbox.channel_types import VOICES, ChannelType
from sandbox.errors import CannotDo, refusal
from sandbox.world.backend import Happening, WorldBackend
from sandbox.world.clock import WorldClock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from simcord.backend.models import Channel as AnyChannel
    from simcord.backend.models import Guild, Message, User

    from sandbox.clock import SandboxClock
    from sandbox.wire import Json
    from sandbox.world.channel import Channel


_IN_A_DM: Final = (
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "mention_everyone",
    "external_emojis",
)

_AS_A_GUEST: Final = ("attach_files", "embed_links", "mention_everyone")
"""The permissions of an app in DMs between people (Discord documentation, "Interactions: Receiving and Responding",
Interaction Structure). That they are the same in a server without the bot is a guess."""


class WorldBase:
    """The world's contents. Announcements reach the listeners in order and immediately."""

    def __init__(self, clock: SandboxClock, cdn_base: str) -> None:
        self.cdn_base = cdn_base
        self.clock = clock
        self.listeners: list[Callable[[Happening], None]] = []
        self.world_clock = WorldClock(clock)
        self.backend = WorldBackend(self.world_clock, cdn_base, self.announce)
        self.people: dict[str, int] = {}
        self.closed_dms: set[int] = set()
        self.installed: set[int] = set()
        self.profile: Json = {}
        """What the bot has changed of its application's description, by the fields' names."""
        self.emojis: dict[int, Json] = {}
        """The application's emojis by their ids, as Discord describes them."""

    def announce(self, happening: Happening) -> None:
        """Announce an event to the listeners."""
        for listener in self.listeners:
            listener(happening)

    @property
    def application_id(self) -> int:
        """The bot application's id."""
        return self.backend.application_id

    @property
    def bot_id(self) -> int:
        """The bot's user id."""
        return self.backend.bot_user.id

    def person(self, who: str | int) -> User:
        """Find a person by name or id."""
        identifier = self.people.get(who) if isinstance(who, str) else who
        user = self.backend.users.get(identifier) if identifier is not None else None
        if user is None:
            raise CannotDo(f"there is nobody called {who}")
        return user

    def guild(self, guild_id: int) -> Guild:
        """Find a server, or refuse with 10004."""
        guild = self.backend.guilds.get(guild_id)
        if guild is None:
            raise refusal("unknown_guild")
        return guild

    def channel(self, channel_id: int) -> Channel:
        """Find a channel, thread or DM, or refuse with 10003."""
        channel = self.find_channel(channel_id)
        if channel is None:
            raise refusal("unknown_channel")
        return channel

    def find_channel(self, channel_id: int) -> Channel | None:
        """Find a channel, thread or DM, or return None if there is none."""
        return cast("Channel | None", self.backend.channels.get(channel_id))

    def channels(self) -> list[Channel]:
        """List all channels, threads and DMs."""
        return [self.channel(each) for each in self.backend.channels]

    def message(self, channel_id: int, message_id: int) -> Message:
        """Find a message, or refuse with 10008."""
        message = self.backend.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise refusal("unknown_message")
        return message

    def find_message(self, channel_id: int, message_id: int) -> Message | None:
        """Find a message, or return None if it is gone."""
        return self.backend.messages.get(channel_id, {}).get(message_id)

    def messages(self, channel_id: int, viewer: int) -> list[Message]:
        """List the messages that a person can see in a channel, oldest first."""
        if not self.sees_channel(viewer, channel_id):
            return []
        stored = self.backend.messages.get(channel_id, {})
        return [message for message in stored.values() if message.visible_to(viewer)]

    def sees_channel(self, user_id: int, channel_id: int) -> bool:
        """Return whether a person's client, or the bot, sees this channel."""
        channel = self.backend.channels.get(channel_id)
        if channel is not None and self.is_conversation(channel):
            return user_id in channel.recipient_ids
        return channel_accessible(self.backend, channel_id, user_id)

    def is_conversation(self, channel: AnyChannel) -> bool:
        """Return whether a channel belongs to people only: a group DM, or a DM without the bot."""
        return channel.type == ChannelType.GROUP_DM or (
            channel.type == ChannelType.DM and channel.id not in self.backend.dm_channels.values()
        )

    def sees_message(self, user_id: int, message: Message) -> bool:
        """Return whether a person's client shows this message."""
        return self.sees_channel(user_id, message.channel_id) and message.visible_to(user_id)

    def pings(self, message: Message, user_id: int) -> bool:
        """Return whether a message notifies a person: by name, by one of their roles, or as everyone."""
        if message.author_id == user_id:
            return False
        if user_id in message.ping_user_ids or message.mention_everyone:
            return True
        channel = self.backend.channels.get(message.channel_id)
        guild = self.backend.guilds.get(channel.guild_id or 0) if channel is not None else None
        member = guild.members.get(user_id) if guild is not None else None
        return member is not None and any(role in member.role_ids for role in message.ping_role_ids)

    def may(self, user_id: int, channel_id: int, *names: str) -> bool:
        """Return whether a user has all these permissions in a channel; voice channels also require CONNECT.

        In a DM, everyone has all permissions.
        """
        channel = self.channel(channel_id)
        if channel.guild_id is None:
            return True
        held = self.permissions(user_id, channel)
        if channel.type in VOICES and not held & bits(("connect",)):
            held &= bits(("view_channel",))
        return held & bits(names) == bits(names)

    def permissions(self, user_id: int, channel: Channel) -> int:
        """Compute a user's permission bits in a server's channel, without those denied by implication."""
        if channel.guild_id is None:
            return 0
        bits = self.backend.compute_permissions(channel.guild_id, user_id, channel.id)
        administrator = permissions.flag("administrator")
        return bits if not bits & administrator else (1 << 53) - 1

    def app_permissions(self, channel: Channel) -> int:
        """Compute the application's permissions in the channel that an interaction comes from."""
        if not self.reaches(channel):
            return bits(_AS_A_GUEST)
        return self.permissions(self.bot_id, channel) if channel.guild_id is not None else bits(_IN_A_DM)

    def reaches(self, channel: AnyChannel) -> bool:
        """Return whether the bot itself is in a channel's server, or in the direct message."""
        if channel.guild_id is not None:
            return self.bot_id in self.guild(channel.guild_id).members
        return not self.is_conversation(channel)

    def require(self, channel_id: int, *names: str) -> Channel:
        """Return the channel if the bot has these permissions in it; otherwise refuse with 50001 or 50013."""
        channel = self.channel(channel_id)
        if not self.sees_channel(self.bot_id, channel_id):
            raise refusal("missing_access")
        if not self.may(self.bot_id, channel_id, *names):
            raise refusal("missing_permissions")
        return channel

    def bot_guilds(self) -> list[Guild]:
        """List the servers that the bot is in."""
        return [guild for guild in self.backend.guilds.values() if self.bot_id in guild.members]

    def bot_hears(self, guild_id: int | None, channel_id: int | None) -> bool:
        """Return whether the bot receives any events from this server and channel."""
        if guild_id is None:
            channel = self.backend.channels.get(channel_id or 0)
            return channel is None or self.reaches(channel)
        guild = self.backend.guilds.get(guild_id)
        if guild is None or self.bot_id not in guild.members:
            return False
        gone = channel_id is None or channel_id not in self.backend.channels
        return gone or channel_accessible(self.backend, cast("int", channel_id), self.bot_id)

    def share_guild(self, user_id: int) -> bool:
        """Return whether a person is in a server with the bot."""
        return any(user_id in guild.members for guild in self.bot_guilds())


def bits(names: Iterable[str]) -> int:
    """Combine permissions, given by discord.py's names for them."""
    combined = 0
    for name in names:
        combined |= permissions.flag(name)
    return combined
