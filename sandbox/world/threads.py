"""Threads and posts: starting, archiving and waking them, and the limit on active ones.

Discord documentation, "Threads" and "Channel".
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final, cast

from simcord.backend import Backend, models, serializers
from simcord.backend.access import channel_accessible
from simcord.enums import MessageType

from sandbox.channel_types import THREAD_FROM_MESSAGE, USUAL_ARCHIVE_MINUTES, ChannelType
from sandbox.errors import refusal
from sandbox.world.channel import Channel

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from simcord.backend.models import Message

    from sandbox.wire import Json

HAS_THREAD: Final = 1 << 5
_METADATA: Final = frozenset({"archived", "locked", "auto_archive_duration", "invitable"})
_ACTIVITY: Final = frozenset({"archived", "auto_archive_duration"})
_DISCORD_EPOCH: Final = 1_420_070_400.0
_MINUTE: Final = 60.0


@dataclass(frozen=True, slots=True)
class ThreadLimits:
    """The maximum numbers of active threads in a server; announcement threads are counted separately."""

    active: int = 1000
    active_announcements: int = 1000


@dataclass(frozen=True, slots=True)
class ThreadPlan:
    """The properties of a new thread: its name, its type and the minutes of inactivity until it is archived."""

    name: str
    type: ChannelType
    archive_minutes: int = USUAL_ARCHIVE_MINUTES
    invitable: bool = True
    tags: tuple[int, ...] = ()


class Threads(Backend):
    """SimCord's backend with Discord's threads."""

    def __init__(self, **arguments: Any) -> None:
        self.thread_limits = ThreadLimits()
        super().__init__(**arguments)

    def keep(self, made: models.Channel) -> Channel:
        """Store a channel made by SimCord as one of our own class."""
        channel = Channel(**vars(made))
        self.channels[channel.id] = channel
        return channel

    # ---------------------------------------------------------------- starting

    def create_thread(self, *args: Any, **fields: Any) -> Channel:
        """Create a thread, as one of our own class."""
        return self.keep(super().create_thread(*args, **fields))

    def start_thread(self, parent: Channel, owner_id: int, plan: ThreadPlan) -> Channel:
        """Start a thread without a message.

        Raises:
            ApiError: If the server has no room for another active thread.
        """
        thread = self._new_thread(parent, owner_id, plan)
        self.announce_thread_create(thread)
        if plan.type == ChannelType.PUBLIC_THREAD:
            self.create_system_message(parent.id, MessageType.THREAD_CREATED, owner_id, target_channel_id=thread.id)
        return thread

    def start_thread_on(self, source: Message, owner_id: int, name: str, archive_minutes: int) -> Channel:
        """Start a thread from a message; the thread has the message's id.

        Raises:
            ApiError: If the server has no room for another active thread.
        """
        parent = cast("Channel", self.channels[source.channel_id])
        plan = ThreadPlan(name, THREAD_FROM_MESSAGE[parent.type], archive_minutes)
        thread = self._new_thread(parent, owner_id, plan, source.id)
        self.announce_thread_create(thread)
        source.flags |= HAS_THREAD
        self.emit("MESSAGE_UPDATE", dict(serializers.message_payload(self, source)))
        self.create_system_message(
            thread.id,
            MessageType.THREAD_STARTER_MESSAGE,
            source.author_id,
            referenced_channel_id=parent.id,
            referenced_message_id=source.id,
        )
        thread.count_from_here()
        return thread

    def start_post(self, forum: Channel, starter: Message, plan: ThreadPlan) -> Channel:
        """Start a post in a forum or media channel: a thread and its first message, with the same id.

        Raises:
            ApiError: If the server has no room for another active thread.
        """
        post = self._new_thread(forum, starter.author_id, plan, starter.id)
        forum.last_message_id = post.id
        self.announce_thread_create(post)
        starter.channel_id = post.id
        self.commit_message(starter)
        post.count_from_here()
        return post

    def _new_thread(self, parent: Channel, owner_id: int, plan: ThreadPlan, message_id: int | None = None) -> Channel:
        self._take_room(cast("int", parent.guild_id), plan.type)
        thread = self.create_thread(
            parent.id,
            plan.name,
            owner_id,
            type=plan.type,
            auto_archive_duration=plan.archive_minutes,
            message_id=message_id,
            applied_tags=plan.tags,
            broadcast=False,
        )
        if thread.thread_metadata is not None:
            thread.thread_metadata.invitable = plan.invitable
        return thread

    def _take_room(self, guild_id: int, kind: int) -> None:
        """Refuse another active thread if the server has reached its limit."""
        announcement = kind == ChannelType.ANNOUNCEMENT_THREAD
        limits = self.thread_limits
        most = limits.active_announcements if announcement else limits.active
        alike = (each.type == ChannelType.ANNOUNCEMENT_THREAD for each in self._active(guild_id))
        if sum(each == announcement for each in alike) >= most:
            raise refusal("too_many_announcement_threads" if announcement else "too_many_threads")

    def _active(self, guild_id: int) -> Iterator[Channel]:
        for thread_id in self.get_guild(guild_id).thread_ids:
            thread = cast("Channel", self.channels[thread_id])
            if thread.thread_metadata is not None and not thread.thread_metadata.archived:
                yield thread

    # ----------------------------------------------------------------- changing

    def edit_thread(self, thread: Channel, changes: Json) -> None:
        """Change a thread's fields and announce the change.

        Raises:
            ApiError: If the thread would become active and the server has no room for it.
        """
        meta = {key: changes[key] for key in changes.keys() & _METADATA}
        fields = {key: value for key, value in changes.items() if key not in _METADATA}
        if "applied_tags" in fields:
            fields["applied_tags"] = [int(tag) for tag in fields["applied_tags"]]
        before = thread.thread_metadata
        wakes = before is not None and before.archived and meta.get("archived") is False
        if wakes:
            self._take_room(cast("int", thread.guild_id), thread.type)
        if meta.keys() & _ACTIVITY:
            meta["archive_timestamp"] = self.now_iso()
        self.edit_channel(thread.id, fields, thread_metadata=meta)
        if wakes:
            self._tell_membership(thread)

    def wake(self, thread: Channel) -> None:
        """Unarchive a thread, as a message in it does.

        Raises:
            ApiError: If the server has no room for another active thread.
        """
        if thread.thread_metadata is not None and thread.thread_metadata.archived:
            self.edit_thread(thread, {"archived": False})

    def _tell_membership(self, thread: Channel) -> None:
        """Announce that the bot is a member of a woken thread: its client may have forgotten the thread."""
        me = self.bot_user.id
        if me in thread.thread_members:
            member = serializers.thread_member_payload(thread, me)
            self.emit("THREAD_MEMBER_UPDATE", {**member, "guild_id": str(thread.guild_id)})

    def archive_idle(self, now: float) -> None:
        """Archive the threads whose period of inactivity has ended."""
        for guild_id in self.guilds:
            for thread in list(self._active(guild_id)):
                if idle_at(thread) <= now:
                    self.edit_thread(thread, {"archived": True})

    def next_idle(self) -> float | None:
        """Return when the next thread will be archived if nothing happens in it."""
        return min((idle_at(thread) for guild_id in self.guilds for thread in self._active(guild_id)), default=None)

    # ------------------------------------------------------------------ members

    def add_thread_member(self, thread_id: int, user_id: int) -> Channel:
        """Add a member to a thread; if the member is the bot, announce the thread to the bot."""
        thread = cast("Channel", self.get_thread(thread_id))
        if user_id in thread.thread_members:
            return thread
        super().add_thread_member(thread_id, user_id)
        if user_id == self.bot_user.id:
            payload: Json = dict(serializers.thread_payload(self, thread))
            if thread.type == ChannelType.PRIVATE_THREAD:
                payload["member"] = serializers.thread_member_payload(thread, user_id)
            self.emit("THREAD_CREATE", payload)
        return thread

    def join_by_writing(self, thread: Channel, message: Message) -> None:
        """Add a message's author to its thread, and everyone whom the message mentions."""
        for user_id in (message.author_id, *message.ping_user_ids):
            if channel_accessible(self, thread.permission_channel_id(), user_id):
                self.add_thread_member(thread.id, user_id)

    # ------------------------------------------------------------------ listing

    def active_threads(self, guild_id: int) -> list[models.Channel]:
        """List the active threads that the bot can see."""
        return [thread for thread in self._active(guild_id) if channel_accessible(self, thread.id, self.bot_user.id)]

    def archived_threads(self, channel_id: int, *, private: bool) -> list[models.Channel]:
        """List a channel's archived threads, most recently archived first."""
        threads: Iterable[models.Channel] = self.channels.values()
        found = [
            (each.thread_metadata.archive_timestamp, each.id, each)
            for each in threads
            if each.parent_id == channel_id
            and (each.type == ChannelType.PRIVATE_THREAD) is private
            and each.thread_metadata is not None
            and each.thread_metadata.archived
        ]
        return [thread for *_, thread in sorted(found, reverse=True)]


def idle_at(thread: Channel) -> float:
    """Return when a thread will be archived if nothing happens in it, in seconds since 1970.

    Activity means a message, waking the thread, or a change to its period (Discord documentation, "Threads: Active &
    Archived Threads").
    """
    meta = thread.thread_metadata
    if meta is None:
        raise ValueError("this is not a thread")
    changed = datetime.fromisoformat(meta.archive_timestamp).timestamp()
    written = (thread.last_message_id >> 22) / 1000 + _DISCORD_EPOCH if thread.last_message_id is not None else 0.0
    return max(changed, written) + meta.auto_archive_duration * _MINUTE
