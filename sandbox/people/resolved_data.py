"""Ids that a person has chosen, with the objects that Discord sends with them (`resolved`)."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import CannotDo
from sandbox.people.access import find_channel
from sandbox.rules.file_types import takes_file
from sandbox.wire import as_id
from sandbox.world import UploadedPart

if TYPE_CHECKING:
    from sandbox.wire import Json
    from sandbox.world import Channel, World

_OF_A_CHANNEL: Final = frozenset(
    {
        "id",
        "name",
        "type",
        "last_message_id",
        "last_pin_timestamp",
        "nsfw",
        "parent_id",
        "guild_id",
        "flags",
        "rate_limit_per_user",
        "topic",
        "position",
        "thread_metadata",
    }
)
"""The fields of a channel that is sent with a choice, beside both permissions (Discord documentation, "Interactions:
Receiving and Responding", Resolved Data Structure; change log, 16 July 2026)."""


def read_file(value: Any) -> UploadedPart:
    """Read a file that a person attaches: `{"filename": ..., "content": base64, "description": ...}`."""
    if not isinstance(value, dict) or not isinstance(value.get("filename"), str):
        raise CannotDo("a file needs a filename and its content")
    try:
        data = base64.b64decode(value.get("content", ""), validate=True)
    except (binascii.Error, ValueError) as error:
        raise CannotDo("a file's content must be in base64") from error
    return UploadedPart(value["filename"], data, value.get("description"))


class Resolver:
    """Turns a person's choices into ids and collects the matching objects."""

    def __init__(self, world: World, user_id: int, channel: Channel) -> None:
        self._world = world
        self._user_id = user_id
        self._channel = channel
        self.resolved: Json = {}

    def _put(self, kind: str, identifier: int, payload: Json) -> str:
        self.resolved.setdefault(kind, {})[str(identifier)] = payload
        return str(identifier)

    def user(self, value: Any) -> str:
        """Choose a person by name or id; in a server, the person must be a member."""
        world = self._world
        number = as_id(value)
        user = world.person(number if number is not None else str(value))
        if self._channel.guild_id is not None:
            guild = world.guild(self._channel.guild_id)
            if user.id not in guild.members:
                raise CannotDo(f"{user.name} is not in this server")
            member = world.member_payload(guild, user.id, with_user=False)
            for field in ("deaf", "mute"):
                del member[field]
            member["permissions"] = str(world.permissions(user.id, self._channel))
            self._put("members", user.id, member)
        return self._put("users", user.id, world.user_payload(user.id))

    def channel(self, value: Any, types: list[int] | None = None) -> str:
        """Choose a channel that the person can see."""
        chosen = find_channel(self._world, self._user_id, value)
        if types and chosen.type not in types:
            raise CannotDo(f"this list offers no channels like #{chosen.name}")
        payload = {key: value for key, value in self._world.channel_payload(chosen).items() if key in _OF_A_CHANNEL}
        payload["permissions"] = str(self._world.permissions(self._user_id, chosen))
        payload["app_permissions"] = str(self._world.app_permissions(chosen))
        return self._put("channels", chosen.id, payload)

    def role(self, value: Any) -> str:
        """Choose one of the server's roles."""
        if self._channel.guild_id is None:
            raise CannotDo("there are no roles in a direct message")
        guild = self._world.guild(self._channel.guild_id)
        for role in guild.roles.values():
            if str(role.id) == str(value) or role.name == value:
                return self._put("roles", role.id, self._world.role_payload(guild, role.id))
        raise CannotDo(f"there is no role {value}")

    def mentionable(self, value: Any) -> str:
        """Choose a person or a role."""
        try:
            return self.user(value)
        except CannotDo:
            return self.role(value)

    def file(self, value: Any, taker: Json) -> str:
        """Upload a file into an option or an input, which may take only some types."""
        file = read_file(value)
        if not takes_file(taker, file.filename):
            raise CannotDo(f"only files of the types {taker['file_types']} can be chosen here")
        payload = self._world.store_file(self._channel.id, file)
        return self._put("attachments", int(payload["id"]), payload)
