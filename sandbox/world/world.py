"""The world: its creation, and every change that can happen to it."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Overwrite
from simcord.components import resolve_attachment_references
from simcord.enums import OverwriteType
from simcord.http import client as _routes  # noqa: F401 - importing it registers SimCord's routes
from simcord.http._helpers import prepare_bot_message
from simcord.http.router import _ROUTES, RequestContext, RouteNotImplemented, UnsupportedField, dispatch

from sandbox.channel_types import REQUIRE_TAG, type_named
from sandbox.errors import ApiError, CannotDo, NotBuilt
from sandbox.payload_corrections import corrected
from sandbox.wire import as_id
from sandbox.world.backend import Happening
from sandbox.world.base import bits
from sandbox.world.commands import Commands
from sandbox.world.components import with_components
from sandbox.world.conversations import Conversations
from sandbox.world.emojis import Emojis
from sandbox.world.scheduled_events import ScheduledEvents

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from simcord.backend.models import Interaction, Message

    from sandbox.clock import SandboxClock
    from sandbox.description import ChannelDescription, GuildDescription, WorldDescription
    from sandbox.wire import Json
    from sandbox.world.channel import Channel
    from sandbox.world.threads import ThreadPlan

_TOKEN_BYTES = 120
"""A token's size in bytes, close to that of Discord's, so that code that stores tokens meets realistic lengths."""


def _refusal_of(error: BackendError) -> ApiError:
    """Convert SimCord's refusal to ours; it has no paths, so an invalid form is described by one sentence."""
    return ApiError(error.status, error.code, error.message, error.errors)


def _has_route(method: str, path: str) -> bool:
    """Return whether SimCord has a route for a path; it would also take a word for an id."""
    words = path.strip("/").split("/")
    return any(
        len(template) == len(words) and all(map(_fits, template, words)) for template, _ in _ROUTES.get(method, ())
    )


def _fits(part: str, word: str) -> bool:
    if not part.startswith("{"):
        return part == word
    return not part.endswith("_id}") or as_id(word) is not None


@contextmanager
def _refusals() -> Iterator[None]:
    """Convert SimCord's refusals to ours."""
    try:
        yield
    except (RouteNotImplemented, UnsupportedField) as error:
        raise NotBuilt(error.message) from error
    except BackendError as error:
        raise _refusal_of(error) from error


@dataclass(slots=True)
class UploadedPart:
    """A file part of a request, in the shape that SimCord reads."""

    filename: str
    data: bytes
    description: str | None = None

    @property
    def fp(self) -> BytesIO:
        """Open the file's bytes for reading."""
        return BytesIO(self.data)


class World(ScheduledEvents, Emojis, Commands, Conversations):
    """The whole world, with every change that can happen to it.

    A refusal raises `ApiError` with Discord's code.
    """

    def __init__(self, description: WorldDescription, clock: SandboxClock, cdn_base: str) -> None:
        super().__init__(clock, cdn_base)
        self._build(description)
        self.world_clock.making = None

    # ------------------------------------------------------------------ making

    def _build(self, description: WorldDescription) -> None:
        backend = self.backend
        backend.bot_user.name = description.application
        shown = dict(description.display_names)
        for name in description.people:
            self.people[name] = backend.make_user(name.lower(), global_name=shown.get(name, name)).id
        for name, picture in description.avatars:
            backend.give_avatar(self.people[name], picture)
        for guild in description.guilds:
            self._build_guild(guild)
        self.installed = {self.people[name] for name in description.installed_by}
        for names in description.conversations:
            self.open_conversation([self.people[name] for name in names])

    def _build_guild(self, description: GuildDescription) -> None:
        backend = self.backend
        members = description.members if description.members is not None else tuple(self.people)
        guild = backend.create_guild(description.name, owner_id=self.people[members[0]])
        bot_role = next(role for role in guild.roles.values() if role.managed)
        bot_role.permissions = bits(description.bot_permissions)
        guild.roles[guild.id].permissions |= bits(("use_external_apps",))
        for name in members[1:]:
            backend.add_member(guild.id, self.people[name])
        for channel in description.channels:
            self.create_channel(guild.id, channel, announce=False)
        guild.system_channel_id = guild.channel_ids[0] if guild.channel_ids else None
        if not description.bot:
            del guild.members[self.bot_id]

    def create_channel(self, guild_id: int, description: ChannelDescription, *, announce: bool = True) -> Channel:
        """Create a channel in a server."""
        backend = self.backend
        overwrites = [
            Overwrite(self.person(name).id, OverwriteType.MEMBER, deny=bits((permission,)))
            for permission, names in (
                ("view_channel", description.hidden_from),
                ("send_messages", description.read_only),
            )
            for name in names
        ]
        channel = backend.create_channel(
            self.guild(guild_id).id,
            description.name,
            type=int(type_named(description.kind)),
            topic=description.topic,
            overwrites=overwrites,
            announce=False,
        )
        channel.flags = REQUIRE_TAG if description.tag_required else 0
        channel.available_tags = [
            {"id": str(backend.snowflake()), "name": name, "moderated": False, "emoji_id": None, "emoji_name": None}
            for name in description.tags
        ]
        if announce:
            self.announce(Happening("CHANNEL_CREATE", self.channel_payload(channel)))
        return channel

    def add_person(self, name: str, guild_ids: Iterable[int] = ()) -> int:
        """Add a person to the world and to these servers."""
        if name in self.people:
            raise CannotDo(f"there is already somebody called {name}")
        self.people[name] = self.backend.make_user(name.lower(), global_name=name).id
        for guild_id in guild_ids:
            self.backend.add_member(guild_id, self.people[name], announce=True)
        return self.people[name]

    # ---------------------------------------------------------------- requests

    @contextmanager
    def sending(self, nonce: str | int | None) -> Iterator[None]:
        """Announce the messages created in this context with this nonce."""
        self.backend.nonce = nonce
        try:
            yield
        finally:
            self.backend.nonce = None

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        params: Mapping[str, str] | None = None,
        files: Sequence[UploadedPart] = (),
        reason: str | None = None,
        *,
        reads_content: bool = True,
    ) -> Any:
        """Execute one REST request from the bot and return the response body.

        Raises:
            ApiError: If Discord would refuse it.
            NotBuilt: If the sandbox lacks the route or one of its fields.
        """
        with _refusals():
            try:
                answer = dispatch(
                    self.backend,
                    method,
                    path,
                    json=with_components(body),
                    params=dict(params or {}),
                    files=list(files),
                    reason=reason,
                    message_content_access=reads_content,
                )
            except ValueError as error:
                if _has_route(method, path):
                    raise
                raise RouteNotImplemented(method, path) from error
        return corrected(answer, self.backend)

    def start_post_of_bot(self, forum: Channel, plan: ThreadPlan, message: Json, files: Sequence[UploadedPart]) -> Json:
        """Start a post with the bot's message, and return the post including the message.

        Raises:
            ApiError: If Discord would refuse it.
            NotBuilt: If the sandbox lacks a field of the message.
        """
        with _refusals():
            context = RequestContext(self.backend, {}, files=list(files))
            starter, _ = prepare_bot_message(context, forum.id, body=message)
            starter.attachments = [self.store_file(forum.id, file) for file in files]
            starter.components = resolve_attachment_references(starter.components, starter.attachments)
            post = self.backend.start_post(forum, starter, plan)
        return {**self.channel_payload(post), "message": self.message_payload(starter)}

    # ----------------------------------------------------------------- changing

    def post(
        self,
        channel_id: int,
        author_id: int,
        content: str,
        files: Sequence[UploadedPart] = (),
        reply_to: int | None = None,
    ) -> Message:
        """Post a message as a person; the caller has already made a client's checks."""
        backend = self.backend
        attachments = [self.store_file(channel_id, file) for file in files]
        reference = {"channel_id": str(channel_id), "message_id": str(reply_to)} if reply_to is not None else None
        try:
            return backend.create_message(channel_id, author_id, content, attachments=attachments, reference=reference)
        except (BackendError, SetupError) as error:
            raise CannotDo(str(error)) from error

    def start_post(
        self, forum: Channel, author_id: int, plan: ThreadPlan, content: str, files: Sequence[UploadedPart] = ()
    ) -> Message:
        """Start a post as a person and return its first message; the caller has already made a client's checks."""
        attachments = [self.store_file(forum.id, file) for file in files]
        starter = self.backend.prepare_message(forum.id, author_id, content, attachments=attachments)
        self.backend.start_post(forum, starter, plan)
        return starter

    def start_thread(self, parent: Channel, owner_id: int, plan: ThreadPlan) -> Json:
        """Start a thread without a message."""
        return self.channel_payload(self.backend.start_thread(parent, owner_id, plan))

    def start_thread_on(self, source: Message, owner_id: int, name: str, archive_minutes: int) -> Json:
        """Start a thread from a message."""
        return self.channel_payload(self.backend.start_thread_on(source, owner_id, name, archive_minutes))

    def store_file(self, channel_id: int, file: UploadedPart) -> Json:
        """Store a file that a person uploads with an option or a modal, and return its description."""
        backend = self.backend
        stored = backend.cdn.store_attachment(
            backend.snowflake(), channel_id, file.filename, file.data, file.description
        )
        return self._corrected(stored)

    def file(self, url: str) -> bytes | None:
        """Return the bytes behind an attachment's URL."""
        return self.backend.cdn.get(url)

    def dm_channel(self, user_id: int) -> Channel:
        """Open the DM between the bot and a person, or return the one that is already open."""
        return self.channel(self.backend.get_dm_channel(user_id).id)

    def has_dm(self, user_id: int) -> bool:
        """Return whether the DM between the bot and a person is open."""
        return user_id in self.backend.dm_channels

    def has_thread(self, message_id: int) -> bool:
        """Return whether a thread has been started from a message; such a thread has the message's id."""
        return message_id in self.backend.channels

    def edit_thread(self, thread: Channel, changes: Json) -> Json:
        """Change a thread's fields and announce the change."""
        self.backend.edit_thread(thread, changes)
        return self.channel_payload(thread)

    def delete_channel(self, channel_id: int) -> None:
        """Delete a channel or thread with its contents, including a channel's threads."""
        for thread in [each for each in self.backend.channels.values() if each.parent_id == channel_id]:
            self.backend.delete_channel(thread.id)
        self.backend.delete_channel(self.channel(channel_id).id)

    def delete_message(self, channel_id: int, message_id: int) -> None:
        """Delete a message by any author."""
        self.backend.delete_message(channel_id, self.message(channel_id, message_id).id)

    def kick_bot(self, guild_id: int) -> None:
        """Remove the bot from a server, which is then gone for the bot. Raises CannotDo if it is not there."""
        guild = self.guild(guild_id)
        if self.bot_id not in guild.members:
            raise CannotDo("the bot is not in this server")
        del guild.members[self.bot_id]
        self.backend.emit("GUILD_DELETE", {"id": str(guild_id)})

    def make_role(self, guild_id: int, name: str, permissions: Sequence[str] = (), *, mentionable: bool = False) -> int:
        """Make a role in a server, right above @everyone, and return its id."""
        role = self.backend.create_role(guild_id, name, permissions=bits(permissions), mentionable=mentionable)
        return role.id

    def edit_role(self, guild_id: int, role_id: int, changes: Mapping[str, Any]) -> None:
        """Change a server's role: its `permissions` by name, `position`, `managed` or `mentionable`."""
        fields = {name: bits(value) if name == "permissions" else value for name, value in changes.items()}
        self.backend.edit_role(guild_id, role_id, fields)

    def hold_role(self, guild_id: int, user_id: int, role_id: int) -> None:
        """Give a member a role, as somebody who manages roles."""
        self.backend.add_member_role(guild_id, user_id, role_id)

    def delete_role(self, guild_id: int, role_id: int) -> None:
        """Delete a server's role, as somebody who manages roles."""
        try:
            self.backend.delete_role(guild_id, role_id)
        except BackendError as error:
            raise _refusal_of(error) from error

    def remove_member(self, guild_id: int, user_id: int) -> None:
        """Remove a person from a server."""
        try:
            self.backend.remove_member(guild_id, user_id)
        except BackendError as error:
            raise _refusal_of(error) from error

    def invite_bot(self, guild_id: int) -> None:
        """Add the bot to a server (again); the event that the bot receives does not mention an outage."""
        guild = self.guild(guild_id)
        if self.bot_id not in guild.members:
            role = next(role for role in guild.roles.values() if role.managed)
            self.backend.add_member(guild_id, self.bot_id, roles=[role.id])
        payload = self.guild_payload(guild)
        del payload["unavailable"]
        self.announce(Happening("GUILD_CREATE", payload))

    def set_permission(self, channel_id: int, user_id: int, name: str, *, allowed: bool) -> None:
        """Allow or deny a person or the bot one permission in a channel, regardless of their roles."""
        channel = self.channel(self.channel(channel_id).permission_channel_id())
        mine = next((each for each in channel.overwrites if each.target_id == user_id), None)
        overwrite = mine or Overwrite(user_id, OverwriteType.MEMBER)
        bit = bits((name,))
        overwrite.allow = overwrite.allow | bit if allowed else overwrite.allow & ~bit
        overwrite.deny = overwrite.deny & ~bit if allowed else overwrite.deny | bit
        self.backend.set_overwrite(channel.id, overwrite)

    def new_interaction(self, kind: int, channel_id: int, user_id: int, guild_id: int | None) -> Interaction:
        """Create an interaction's record. It never expires by itself: the caller decides when it does."""
        record = self.backend.new_interaction(kind, channel_id, user_id, guild_id)
        del self.backend.interaction_tokens[record.token]
        record.token = secrets.token_urlsafe(_TOKEN_BYTES)
        self.backend.interaction_tokens[record.token] = record.id
        record.expires_at = None
        record.initial_response_deadline = None
        return record

    def remember_trigger(self, record: Interaction, shown_by: Interaction) -> None:
        """Record which interaction showed the modal that this one submits."""
        metadata: Json = {
            "id": str(shown_by.id),
            "type": shown_by.type,
            "user": self.user_payload(shown_by.user_id),
            "authorizing_integration_owners": self.backend.owners[shown_by.id],
        }
        if shown_by.command_name is not None:
            metadata["name"] = shown_by.command_name
            metadata["command_type"] = shown_by.command_type
        if shown_by.source_message_id is not None:
            metadata["interacted_message_id"] = str(shown_by.source_message_id)
        self.backend.triggers[record.id] = metadata

    def forget_interaction(self, record: Interaction) -> None:
        """Drop an interaction that nobody can use any longer."""
        self.backend.interactions.pop(record.id, None)
        self.backend.interaction_tokens.pop(record.token, None)
        self.backend.triggers.pop(record.id, None)
        self.backend.owners.pop(record.id, None)
