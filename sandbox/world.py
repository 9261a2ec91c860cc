"""The world behind the sockets: servers, channels, people, messages and commands.

SimCord's backend keeps it, and this is the only module that knows SimCord. SimCord calls that backend
internal, so its version is pinned exactly, and `tests/sandbox/test_world.py` names everything used here.
Nothing in this module knows of sockets, people's clients, faults or limits.
"""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, cast

from simcord._clock import Clock
from simcord.backend import Backend, cdn, permissions, serializers
from simcord.backend.access import channel_accessible, message_accessible
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import (
    AllowedMentions,
    Channel,
    Guild,
    Interaction,
    Member,
    Message,
    Overwrite,
    ResponseKind,
)
from simcord.backend.models import User as User  # noqa: PLC0414 - part of what this module gives
from simcord.enums import ChannelType, MessageType, OverwriteType
from simcord.http import client as _routes  # noqa: F401 - importing it registers SimCord's routes
from simcord.http.router import RouteNotImplemented, UnsupportedField, dispatch
from simcord.intents import censor_message

from sandbox.cdn import clean_name, content_type, picture_size
from sandbox.errors import ApiError, CannotDo, refusal
from sandbox.repair import repaired

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from sandbox.clock import SandboxClock
    from sandbox.description import GuildDescription, WorldDescription
    from sandbox.wire import Json

__all__ = [
    "BackendError",
    "Channel",
    "Guild",
    "Happening",
    "Interaction",
    "Message",
    "NotBuilt",
    "ResponseKind",
    "Upload",
    "User",
    "World",
]

LOADING = 1 << 7
HAS_THREAD = 1 << 5
_COMPONENT, _MODAL_SUBMIT = 3, 5
_TOKEN_BYTES = 120
"""Makes tokens about as long as Discord's, so that whoever stores them learns how long they are."""
_THREAD_METADATA = frozenset({"archived", "locked", "auto_archive_duration", "invitable"})
_BEGINNING = datetime(2025, 1, 1, tzinfo=UTC)


class NotBuilt(Exception):  # noqa: N818 - not a fault of the bot: the sandbox lacks something
    """The bot asked for a route or a field that this sandbox does not have."""


@dataclass(frozen=True, slots=True)
class Happening:
    """Something the gateway announces. With `only`, one person alone may see it (an ephemeral message)."""

    event: str
    payload: Json
    only: int | None = None


@dataclass(slots=True)
class Upload:
    """A file part of a request, in the shape in which SimCord reads it."""

    filename: str
    data: bytes
    description: str | None = None

    @property
    def fp(self) -> BytesIO:
        """Open the file's bytes for reading."""
        return BytesIO(self.data)


class _Clock(Clock):
    """The sandbox's time for SimCord; while the described world is made it counts milliseconds instead."""

    def __init__(self, clock: SandboxClock) -> None:
        super().__init__()
        self._clock = clock
        self.making: float | None = 0.0

    def now(self) -> datetime:
        if self.making is None:
            return self._clock.now()
        self.making += 0.001
        return datetime.fromtimestamp(_BEGINNING.timestamp() + self.making, UTC)


class _Forgetful(list[Any]):
    """A record that SimCord writes and nobody reads; the sandbox keeps its own journal."""

    def append(self, _: object) -> None:
        return


class _Cdn(cdn.CdnStore):
    """SimCord's store of files, which also tells a file's kind by its bytes and a picture's size."""

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> Json:
        name = clean_name(filename)
        stored = super().store_attachment(attachment_id, channel_id, name, data, description)
        stored["content_type"] = content_type(name, data)
        size = picture_size(data)
        if size is not None:
            stored["width"], stored["height"] = size
        return stored


class _Backend(Backend):
    """SimCord's backend, which also tells of ephemeral messages and treats threads as Discord does."""

    def __init__(self, clock: Clock, publish: Callable[[Happening], None]) -> None:
        self._publish = publish
        self._only: int | None = None
        self._filling = False
        self.nonce: str | int | None = None
        self.triggers: dict[int, Json] = {}
        super().__init__(clock=clock)
        self.cdn = _Cdn()
        self.http_requests = _Forgetful()
        self.transcript = _Forgetful()

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        body = dict(payload)
        if event == "MESSAGE_CREATE" and self.nonce is not None:
            body["nonce"] = self.nonce
        if event == "MESSAGE_UPDATE" and self._filling:
            body["edited_timestamp"] = None
        self._publish(Happening(event, repaired(body, self.thread_on), self._only))

    def thread_on(self, message_id: int) -> Json | None:
        """Describe the thread that hangs on this message; a message's thread has the message's id."""
        thread = self.channels.get(message_id)
        return cast("Json", serializers.thread_payload(self, thread)) if thread is not None else None

    def _whisper(self, event: str, message: Message, payload: Json) -> None:
        """Announce an ephemeral message: no guild and no member, and only its owner's client learns of it."""
        user = (message.interaction_metadata or {}).get("user") or {}
        self._only = int(user.get("id", 0))
        payload.pop("guild_id", None)
        try:
            self.emit(event, payload)
        finally:
            self._only = None

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        channel = self.get_channel(message.channel_id)
        self._wake_thread(channel)
        if message.interaction_metadata is not None:
            self._complete_metadata(message, message.interaction_metadata)
        committed = super().commit_message(message, broadcast=broadcast and not message.is_ephemeral)
        if committed.is_ephemeral:
            self._whisper("MESSAGE_CREATE", committed, dict(serializers.message_payload(self, committed)))
        elif channel.is_thread and committed.system_metadata is None:
            self._join_thread(channel, committed)
        return committed

    def _complete_metadata(self, message: Message, metadata: Json) -> None:
        """Say where an answer to an interaction comes from, as far as SimCord does not."""
        message.webhook_id = self.application_id
        record = self.interactions[int(metadata["id"])]
        metadata["authorizing_integration_owners"] = {"0": str(record.guild_id or 0)}
        if record.message_id is not None:
            metadata["original_response_message_id"] = str(record.message_id)
        if record.source_message_id is not None and record.type == _COMPONENT:
            metadata["interacted_message_id"] = str(record.source_message_id)
        if record.type == _MODAL_SUBMIT:
            metadata["triggering_interaction_metadata"] = self.triggers.get(record.id)

    def _wake_thread(self, channel: Channel) -> None:
        meta = channel.thread_metadata
        if meta is not None and meta.archived:
            meta.archived = False
            meta.archive_timestamp = self.now_iso()
            self.announce_channel_update(channel.id)

    def _join_thread(self, thread: Channel, message: Message) -> None:
        """Whoever writes in a thread, or is mentioned there, joins it."""
        for user_id in (message.author_id, *message.ping_user_ids):
            if channel_accessible(self, thread.permission_channel_id(), user_id):
                self.add_thread_member(thread.id, user_id)

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        self._filling = bool(self.get_message(channel_id, message_id).flags & LOADING)
        try:
            message = super().edit_message(channel_id, message_id, fields)
            if self._filling:
                message.edited_timestamp = None
            if message.is_ephemeral:
                self._whisper("MESSAGE_UPDATE", message, dict(serializers.message_payload(self, message)))
        finally:
            self._filling = False
        return message

    def delete_message(self, channel_id: int, message_id: int) -> None:
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        if message.is_ephemeral:
            payload: Json = {"id": str(message_id), "channel_id": str(channel_id)}
            self._whisper("MESSAGE_DELETE", message, payload)

    def _mention_state(
        self,
        channel: Channel,
        author_id: int,
        content: str,
        policy: AllowedMentions,
        reply_author_id: int | None,
    ) -> tuple[list[int], list[int], list[int], list[int], bool]:
        """Whom a message mentions: those alone whom `allowed_mentions` lets it mention."""
        _, _, users, roles, everyone = super()._mention_state(
            channel, author_id, content, policy, reply_author_id
        )
        return users, roles, users, roles, everyone

    def create_thread(  # noqa: PLR0913 - SimCord's own signature
        self,
        parent_id: int,
        name: str,
        owner_id: int,
        *,
        type: int = ChannelType.PUBLIC_THREAD,  # noqa: A002
        auto_archive_duration: int = 1440,
        message_id: int | None = None,
        applied_tags: Iterable[int] = (),
        broadcast: bool = True,
    ) -> Channel:
        """Make a thread; one made from a message hangs on that message instead of announcing itself."""
        thread = super().create_thread(
            parent_id,
            name,
            owner_id,
            type=type,
            auto_archive_duration=auto_archive_duration,
            message_id=message_id,
            applied_tags=applied_tags,
            broadcast=False,
        )
        if not broadcast:
            return thread
        self.announce_thread_create(thread)
        if message_id is not None:
            source = self.get_message(parent_id, message_id)
            source.flags |= HAS_THREAD
            self.emit("MESSAGE_UPDATE", dict(serializers.message_payload(self, source)))
            self.create_system_message(
                thread.id,
                MessageType.THREAD_STARTER_MESSAGE,
                source.author_id,
                referenced_channel_id=parent_id,
                referenced_message_id=message_id,
            )
        elif type == ChannelType.PUBLIC_THREAD:
            self.create_system_message(
                parent_id, MessageType.THREAD_CREATED, owner_id, target_channel_id=thread.id
            )
        return thread


class World:
    """All there is, and everything that may happen to it.

    Refusals are raised as `ApiError` with Discord's code. Whatever is announced goes to the listeners in
    order, while the change is being made.
    """

    DM_PERMISSIONS: Final = 0b111_0000_0000_0000_0001_1100_0110_0100_0000
    """What an application may do in a DM with its user."""

    def __init__(self, description: WorldDescription, clock: SandboxClock, cdn_base: str) -> None:
        cdn.CDN_BASE = cdn_base
        self.clock = clock
        self.listeners: list[Callable[[Happening], None]] = []
        self._time = _Clock(clock)
        self.backend = _Backend(self._time, self._publish)
        self.people: dict[str, int] = {}
        self.closed_dms: set[int] = set()
        self._build(description)
        self._time.making = None

    def _publish(self, happening: Happening) -> None:
        for listener in self.listeners:
            listener(happening)

    # ------------------------------------------------------------------ making

    def _build(self, description: WorldDescription) -> None:
        backend = self.backend
        backend.bot_user.name = description.application
        for name in description.people:
            self.people[name] = backend.make_user(name.lower(), global_name=name).id
        for guild in description.guilds:
            self._build_guild(guild)

    def _build_guild(self, description: GuildDescription) -> None:
        backend = self.backend
        members = description.members if description.members is not None else tuple(self.people)
        guild = backend.create_guild(description.name, owner_id=self.people[members[0]])
        bot_role = next(role for role in guild.roles.values() if role.managed)
        bot_role.permissions = _bits(description.bot_permissions)
        for name in members[1:]:
            backend.add_member(guild.id, self.people[name])
        for channel in description.channels:
            made = backend.create_channel(guild.id, channel.name, topic=channel.topic, announce=False)
            made.overwrites = [
                Overwrite(self.people[name], OverwriteType.MEMBER, deny=_bits((permission,)))
                for permission, names in (
                    ("view_channel", channel.hidden_from),
                    ("send_messages", channel.read_only),
                )
                for name in names
            ]
        guild.system_channel_id = guild.channel_ids[0] if guild.channel_ids else None

    def add_person(self, name: str, guild_ids: Iterable[int] = ()) -> int:
        """Let one more person into the world, and into these servers."""
        if name in self.people:
            raise CannotDo(f"there is already somebody called {name}")
        self.people[name] = self.backend.make_user(name.lower(), global_name=name).id
        for guild_id in guild_ids:
            self.backend.add_member(guild_id, self.people[name], announce=True)
        return self.people[name]

    # ---------------------------------------------------------------- requests

    @contextmanager
    def sending(self, nonce: str | int | None) -> Iterator[None]:
        """Give the messages made meanwhile this nonce in their announcement."""
        self.backend.nonce = nonce
        try:
            yield
        finally:
            self.backend.nonce = None

    def request(  # noqa: PLR0913 - a request has these parts
        self,
        method: str,
        path: str,
        body: object = None,
        params: Mapping[str, str] | None = None,
        files: Sequence[Upload] = (),
        reason: str | None = None,
        *,
        reads_content: bool = True,
    ) -> Any:  # noqa: ANN401 - whatever JSON the route answers with
        """Carry out one REST request of the bot and give the answer's body.

        Raises:
            ApiError: Discord would refuse it.
            NotBuilt: the sandbox has no such route or does not know a field of it.
        """
        try:
            answer = dispatch(
                self.backend,
                method,
                path,
                json=body,
                params=dict(params or {}),
                files=list(files),
                reason=reason,
                message_content_access=reads_content,
            )
        except (RouteNotImplemented, UnsupportedField) as error:
            raise NotBuilt(error.message) from error
        except BackendError as error:
            raise translated(error) from error
        return repaired(answer, self.backend.thread_on)

    # ------------------------------------------------------------------ looking

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
        channel = self.backend.channels.get(channel_id)
        if channel is None:
            raise refusal("unknown_channel")
        return channel

    def message(self, channel_id: int, message_id: int) -> Message:
        """Find a message, or refuse with 10008."""
        message = self.backend.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise refusal("unknown_message")
        return message

    def find_message(self, channel_id: int, message_id: int) -> Message | None:
        """Find a message, or None when it is gone."""
        return self.backend.messages.get(channel_id, {}).get(message_id)

    def messages(self, channel_id: int, viewer: int) -> list[Message]:
        """List what one person sees in a channel, oldest first."""
        if not channel_accessible(self.backend, channel_id, viewer):
            return []
        stored = self.backend.messages.get(channel_id, {})
        return [message for message in stored.values() if message.visible_to(viewer)]

    def sees_channel(self, user_id: int, channel_id: int) -> bool:
        """Tell whether a person's client shows this channel."""
        return channel_accessible(self.backend, channel_id, user_id)

    def sees_message(self, user_id: int, message: Message) -> bool:
        """Tell whether a person's client shows this message."""
        return message_accessible(self.backend, message.channel_id, message, user_id)

    def pings(self, message: Message, user_id: int) -> bool:
        """Tell whether a message notifies somebody: them, a role of theirs, or everyone."""
        if message.author_id == user_id:
            return False
        if user_id in message.ping_user_ids or message.mention_everyone:
            return True
        channel = self.backend.channels.get(message.channel_id)
        guild = self.backend.guilds.get(channel.guild_id or 0) if channel is not None else None
        member = guild.members.get(user_id) if guild is not None else None
        return member is not None and any(role in member.role_ids for role in message.ping_role_ids)

    def may(self, user_id: int, channel_id: int, *names: str) -> bool:
        """Tell whether somebody has all these permissions in a channel; in a DM everybody has."""
        channel = self.channel(channel_id)
        if channel.guild_id is None:
            return True
        return self.permissions(user_id, channel) & _bits(names) == _bits(names)

    def permissions(self, user_id: int, channel: Channel) -> int:
        """Compute somebody's permission bits in a server's channel."""
        if channel.guild_id is None:
            return 0
        bits = self.backend.compute_permissions(channel.guild_id, user_id, channel.id)
        administrator = permissions.flag("administrator")
        return bits if not bits & administrator else (1 << 53) - 1

    def require(self, channel_id: int, *names: str) -> Channel:
        """Give the channel if the bot has these permissions there; else refuse with 50001 or 50013."""
        channel = self.channel(channel_id)
        if not channel_accessible(self.backend, channel_id, self.bot_id):
            raise refusal("missing_access")
        if not self.may(self.bot_id, channel_id, *names):
            raise refusal("missing_permissions")
        return channel

    def bot_guilds(self) -> list[Guild]:
        """List the servers that the bot is in."""
        return [guild for guild in self.backend.guilds.values() if self.bot_id in guild.members]

    def bot_hears(self, guild_id: int | None, channel_id: int | None) -> bool:
        """Tell whether events of this server and channel concern the bot at all."""
        if guild_id is None:
            return True
        guild = self.backend.guilds.get(guild_id)
        if guild is None or self.bot_id not in guild.members:
            return False
        gone = channel_id is None or channel_id not in self.backend.channels
        return gone or channel_accessible(self.backend, cast("int", channel_id), self.bot_id)

    def find_members(self, guild_id: int, asked: Json) -> tuple[list[Json], list[str]]:
        """Answer a request for members: by ids, or by the beginning of a name; and the ids not found."""
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

    def share_guild(self, user_id: int) -> bool:
        """Tell whether a person is in a server with the bot."""
        return any(user_id in guild.members for guild in self.bot_guilds())

    # ----------------------------------------------------------------- payloads

    def user_payload(self, user_id: int) -> Json:
        """Give a user as Discord describes one."""
        return self._repaired(serializers.user_payload(self.backend.users[user_id]))

    def member_payload(self, guild: Guild, user_id: int, *, with_user: bool = True) -> Json:
        """Give a server's member as Discord describes one."""
        member: Member = guild.members[user_id]
        return self._repaired(serializers.member_payload(self.backend, guild, member, with_user=with_user))

    def channel_payload(self, channel: Channel) -> Json:
        """Give a channel, thread or DM as Discord describes one."""
        return self._repaired(serializers.channel_payload(self.backend, channel))

    def message_payload(self, message: Message) -> Json:
        """Give a message as Discord describes one."""
        return self._repaired(serializers.message_payload(self.backend, message))

    def guild_payload(self, guild: Guild) -> Json:
        """Give a server as the gateway's GUILD_CREATE describes one."""
        return self._repaired(serializers.guild_create_payload(self.backend, guild))

    def role_payload(self, guild: Guild, role_id: int) -> Json:
        """Give a role as Discord describes one."""
        return self._repaired(serializers.role_payload(guild.roles[role_id]))

    def censor(self, payload: Json, *, exempt: bool = False) -> None:
        """Blank in place what a bot without the message content intent may not read."""
        censor_message(payload, self.bot_id, backend=self.backend, exempt_root=exempt)

    def _repaired(self, payload: object) -> Json:
        return cast("Json", repaired(payload, self.backend.thread_on))

    # ----------------------------------------------------------------- changing

    def post(
        self,
        channel_id: int,
        author_id: int,
        content: str,
        files: Sequence[Upload] = (),
        reply_to: int | None = None,
    ) -> Message:
        """Write a message as somebody; what a client would check is checked before."""
        backend = self.backend
        attachments = [self.store_file(channel_id, file) for file in files]
        reference = (
            {"channel_id": str(channel_id), "message_id": str(reply_to)} if reply_to is not None else None
        )
        try:
            return backend.create_message(
                channel_id, author_id, content, attachments=attachments, reference=reference
            )
        except (BackendError, SetupError) as error:
            raise CannotDo(str(error)) from error

    def store_file(self, channel_id: int, file: Upload) -> Json:
        """Keep a file that a person uploads with an option or a modal, and describe it."""
        backend = self.backend
        stored = backend.cdn.store_attachment(
            backend.snowflake(), channel_id, file.filename, file.data, file.description
        )
        return self._repaired(stored)

    def file(self, url: str) -> bytes | None:
        """Give the bytes behind an attachment's address."""
        return self.backend.cdn.get(url)

    def dm_channel(self, user_id: int) -> Channel:
        """Open the DM between the bot and a person, or give the one that is open."""
        return self.backend.get_dm_channel(user_id)

    def has_dm(self, user_id: int) -> bool:
        """Tell whether the DM between the bot and a person is open."""
        return user_id in self.backend.dm_channels

    def has_thread(self, message_id: int) -> bool:
        """Tell whether a thread hangs on a message; it has the message's id."""
        return message_id in self.backend.channels

    def edit_thread(self, thread: Channel, changes: Json) -> Json:
        """Change a thread's fields and announce it."""
        meta = {key: changes[key] for key in changes.keys() & _THREAD_METADATA}
        fields = {key: value for key, value in changes.items() if key not in _THREAD_METADATA}
        if "applied_tags" in fields:
            fields["applied_tags"] = [int(tag) for tag in fields["applied_tags"]]
        if "archived" in meta:
            meta["archive_timestamp"] = self.backend.now_iso()
        self.backend.edit_channel(thread.id, fields, thread_metadata=meta)
        return self.channel_payload(thread)

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel or thread with all that is in it; a channel takes its threads along."""
        for thread in [each for each in self.backend.channels.values() if each.parent_id == channel_id]:
            self.backend.delete_channel(thread.id)
        self.backend.delete_channel(self.channel(channel_id).id)

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message, whoever wrote it."""
        self.backend.delete_message(channel_id, self.message(channel_id, message_id).id)

    # ----------------------------------------------------------------- commands

    def commands(self, guild_id: int | None) -> list[Json]:
        """List the commands of a server, or the global ones, as Discord describes them."""
        return list(self.backend.commands.get(guild_id, {}).values())

    def set_commands(self, guild_id: int | None, wanted: Sequence[Json]) -> list[Json]:
        """Make these the commands of a scope; one that has its name and kind already keeps its id."""
        before = self.backend.commands.get(guild_id, {})
        after: dict[tuple[str, int], Json] = {}
        for given in wanted:
            key = (given["name"], given.get("type") or 1)
            earlier = before.get(key) or {}
            command = self._command(given, key, str(earlier.get("id") or self.backend.snowflake()))
            if guild_id is not None:
                command["guild_id"] = str(guild_id)
            unchanged = {**command, "version": earlier.get("version")} == earlier
            after[key] = earlier if unchanged else command
        self.backend.commands[guild_id] = after
        return list(after.values())

    def _command(self, given: Json, key: tuple[str, int], identifier: str) -> Json:
        name, kind = key
        command: Json = {
            "id": identifier,
            "application_id": str(self.application_id),
            "version": str(self.backend.snowflake()),
            "default_member_permissions": given.get("default_member_permissions"),
            "type": kind,
            "name": name,
            "name_localizations": given.get("name_localizations"),
            "description": given.get("description") or "",
            "description_localizations": given.get("description_localizations"),
            "dm_permission": given.get("dm_permission") is not False,
            "contexts": given.get("contexts"),
            "integration_types": given.get("integration_types") or [0],
            "nsfw": bool(given.get("nsfw")),
        }
        if given.get("options"):
            command["options"] = given["options"]
        return command

    def visible_commands(self, user_id: int, channel_id: int, kind: int = 1) -> list[Json]:
        """List the commands that a person's client offers in a channel; a server's own hide global ones."""
        listed = self.backend.visible_commands(user_id=user_id, channel_id=channel_id, type=kind)
        own = {command["name"] for command in listed if "guild_id" in command}
        return [command for command in listed if "guild_id" in command or command["name"] not in own]

    def kick_bot(self, guild_id: int) -> None:
        """Take the bot out of a server: to it the server is gone."""
        guild = self.guild(guild_id)
        del guild.members[self.bot_id]
        self.backend.emit("GUILD_DELETE", {"id": str(guild_id)})

    def remove_member(self, guild_id: int, user_id: int) -> None:
        """Let a person leave a server."""
        try:
            self.backend.remove_member(guild_id, user_id)
        except BackendError as error:
            raise translated(error) from error

    def invite_bot(self, guild_id: int) -> None:
        """Bring the bot (back) into a server."""
        guild = self.guild(guild_id)
        if self.bot_id not in guild.members:
            role = next(role for role in guild.roles.values() if role.managed)
            self.backend.add_member(guild_id, self.bot_id, roles=[role.id])
        self.backend.emit("GUILD_CREATE", dict(serializers.guild_create_payload(self.backend, guild)))

    def set_permission(self, channel_id: int, user_id: int, name: str, *, allowed: bool) -> None:
        """Allow or deny somebody (the bot, too) one thing in a channel, whatever their roles say."""
        channel = self.channel(self.channel(channel_id).permission_channel_id())
        mine = next((each for each in channel.overwrites if each.target_id == user_id), None)
        overwrite = mine or Overwrite(user_id, OverwriteType.MEMBER)
        bit = _bits((name,))
        overwrite.allow = overwrite.allow | bit if allowed else overwrite.allow & ~bit
        overwrite.deny = overwrite.deny & ~bit if allowed else overwrite.deny | bit
        self.backend.set_overwrite(channel.id, overwrite)

    def announce(self, happening: Happening) -> None:
        """Tell the listeners of something that changes nothing in the world."""
        self._publish(happening)

    def new_interaction(self, kind: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:
        """Make an interaction's record. It never expires by itself: that is for whoever asked for it."""
        record = self.backend.new_interaction(kind, channel_id, user_id, guild_id)
        del self.backend.interaction_tokens[record.token]
        record.token = secrets.token_urlsafe(_TOKEN_BYTES)
        self.backend.interaction_tokens[record.token] = record.id
        record.expires_at = None
        record.initial_response_deadline = None
        return record

    def remember_trigger(self, record: Interaction, shown_by: Interaction) -> None:
        """Remember which interaction showed the modal that this one submits."""
        metadata: Json = {
            "id": str(shown_by.id),
            "type": shown_by.type,
            "user": self.user_payload(shown_by.user_id),
            "authorizing_integration_owners": {"0": str(shown_by.guild_id or 0)},
        }
        if shown_by.command_name is not None:
            metadata["name"] = shown_by.command_name
            metadata["command_type"] = shown_by.command_type
        if shown_by.source_message_id is not None:
            metadata["interacted_message_id"] = str(shown_by.source_message_id)
        self.backend.triggers[record.id] = metadata

    def forget_interaction(self, record: Interaction) -> None:
        """Drop an interaction that nobody can use any more."""
        self.backend.interactions.pop(record.id, None)
        self.backend.interaction_tokens.pop(record.token, None)
        self.backend.triggers.pop(record.id, None)


def translated(error: BackendError) -> ApiError:
    """Turn SimCord's refusal into ours; it knows no paths, so a bad form's message stays a sentence."""
    return ApiError(error.status, error.code, error.message, error.errors)


def _bits(names: Iterable[str]) -> int:
    bits = 0
    for name in names:
        bits |= permissions.flag(name)
    return bits
