"""Rules for threads. Discord documentation, "Topics: Threads"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.world import Channel


def check_writable(parts: Parts, channel: Channel) -> None:
    """Refuse to write into a locked thread without MANAGE_THREADS; an archived one wakes by a message."""
    meta = channel.thread_metadata
    if meta is None or not meta.locked:
        return
    if meta.archived:
        raise refusal("thread_archived")
    if not parts.world.may(parts.world.bot_id, channel.id, "manage_threads"):
        raise refusal("thread_locked")


def check_editable(channel: Channel) -> None:
    """Refuse to edit in an archived thread: only a message of its own wakes it (error code 50083)."""
    if channel.thread_metadata is not None and channel.thread_metadata.archived:
        raise refusal("thread_archived")


def from_message(parts: Parts, asked: ApiRequest) -> None:
    """A message carries one thread at most, and only in a channel."""
    channel = parts.world.require(asked.id("channel_id"))
    if channel.is_thread or channel.guild_id is None:
        raise refusal("wrong_channel_type")
    message = parts.world.message(channel.id, asked.id("message_id"))
    if parts.world.has_thread(message.id):
        raise refusal("thread_exists")


def in_channel(parts: Parts, asked: ApiRequest) -> None:
    """A thread is made in a server's channel, not in another thread."""
    channel = parts.world.require(asked.id("channel_id"))
    if channel.is_thread or channel.guild_id is None:
        raise refusal("wrong_channel_type")


def change_members(parts: Parts, asked: ApiRequest) -> None:
    """Nobody is added to or taken from an archived thread, and only the server's members can be added."""
    thread = parts.world.require(asked.id("channel_id"))
    if thread.thread_metadata is None:
        raise refusal("wrong_channel_type")
    if thread.thread_metadata.archived:
        raise refusal("thread_archived")
    if asked.method == "PUT" and "user_id" in asked.args and thread.guild_id is not None:
        user_id = asked.id("user_id")
        if user_id not in parts.world.guild(thread.guild_id).members:
            raise refusal("unknown_member")


RULES: Final[dict[str, Callable[[Parts, ApiRequest], None]]] = {
    "POST /channels/{channel_id}/messages/{message_id}/threads": from_message,
    "POST /channels/{channel_id}/threads": in_channel,
    **{
        f"{method} /channels/{{channel_id}}/thread-members/{who}": change_members
        for method in ("PUT", "DELETE")
        for who in ("@me", "{user_id}")
    },
}
