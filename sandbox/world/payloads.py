"""Payloads that describe the world's contents as Discord does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from simcord.backend import serializers
from simcord.intents import censor_message

from sandbox.channel_types import ChannelType
from sandbox.payload_corrections import corrected
from sandbox.world.base import WorldBase
from sandbox.world.hidden import hidden_channel

if TYPE_CHECKING:
    from simcord.backend.models import Guild, Member, Message

    from sandbox.wire import Json
    from sandbox.world.channel import Channel


GATEWAY_ONLY: Final = frozenset(
    {
        "joined_at",
        "large",
        "unavailable",
        "member_count",
        "voice_states",
        "members",
        "channels",
        "threads",
        "presences",
        "stage_instances",
        "guild_scheduled_events",
        "soundboard_sounds",
    }
)
"""The extra fields of GUILD_CREATE (Discord documentation, "Gateway Events: Guild Create")."""


class Payloads(WorldBase):
    """Describes users, channels, messages and servers."""

    def user_payload(self, user_id: int) -> Json:
        """Return a user as Discord describes one."""
        return self._corrected(serializers.user_payload(self.backend.users[user_id]))

    def member_payload(self, guild: Guild, user_id: int, *, with_user: bool = True) -> Json:
        """Return a server's member as Discord describes one."""
        member: Member = guild.members[user_id]
        return self._corrected(serializers.member_payload(self.backend, guild, member, with_user=with_user))

    def channel_payload(self, channel: Channel) -> Json:
        """Return a channel, thread or DM as Discord describes one."""
        if channel.type == ChannelType.GROUP_DM:
            return self._group_payload(channel)
        return self._corrected(serializers.channel_payload(self.backend, channel))

    def _group_payload(self, channel: Channel) -> Json:
        """Describe a group DM (Discord documentation, "Resources: Channel", Example Group DM Channel)."""
        return {
            "id": str(channel.id),
            "type": channel.type,
            "name": channel.name,
            "icon": None,
            "owner_id": str(channel.owner_id),
            "recipients": [self.user_payload(each) for each in channel.recipient_ids],
            "last_message_id": None if channel.last_message_id is None else str(channel.last_message_id),
            "flags": 0,
        }

    def message_payload(self, message: Message) -> Json:
        """Return a message as Discord describes one."""
        return self._corrected(serializers.message_payload(self.backend, message))

    def guild_payload(self, guild: Guild) -> Json:
        """Return a server as GUILD_CREATE describes it to the bot: with the active threads that the bot can see."""
        payload = self._corrected(serializers.guild_create_payload(self.backend, guild))
        payload["channels"] = [
            channel if self.sees_channel(self.bot_id, int(channel["id"])) else hidden_channel(channel)
            for channel in payload["channels"]
        ]
        payload["threads"] = [
            thread
            for thread in payload["threads"]
            if not thread["thread_metadata"]["archived"] and self.sees_channel(self.bot_id, int(thread["id"]))
        ]
        return payload

    def role_payload(self, guild: Guild, role_id: int) -> Json:
        """Return a role as Discord describes one."""
        return self._corrected(serializers.role_payload(guild.roles[role_id]))

    def censor(self, payload: Json, *, exempt: bool = False) -> None:
        """Blank, in place, the content that a bot without the message content intent may not read."""
        censor_message(payload, self.bot_id, backend=self.backend, exempt_root=exempt)

    def _corrected(self, payload: object) -> Json:
        return cast("Json", corrected(payload, self.backend))

    def find_members(self, guild_id: int, asked: Json) -> tuple[list[Json], list[str]]:
        """Find members by id or by the beginning of a name; return them and the ids not found."""
        guild = self.guild(guild_id)
        ids = asked.get("user_ids")
        if ids is not None:
            wanted = [int(each) for each in (ids if isinstance(ids, list) else [ids])]
            found = [each for each in wanted if each in guild.members]
            return [self.member_payload(guild, each) for each in found], [
                str(each) for each in wanted if each not in guild.members
            ]
        prefix = str(asked.get("query", "")).lower()
        found = [
            each
            for each, member in guild.members.items()
            if (member.nick or self.backend.users[each].name).lower().startswith(prefix)
        ]
        return [self.member_payload(guild, each) for each in found[: asked.get("limit") or None]], []
