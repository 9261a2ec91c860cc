"""Rules for threads and posts. Discord documentation, "Threads" and "Channel".

Discord documents which types of threads a type of channel can hold, but not the error code for the others; 50024 is
inferred from its text, "Cannot execute action on this channel type".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.channel_types import (
    ARCHIVE_MINUTES,
    REQUIRE_TAG,
    THREAD_FROM_MESSAGE,
    THREAD_ONLY,
    THREADS_IN,
    ChannelType,
)
from sandbox.errors import invalid_form, refusal
from sandbox.rules.messages import check_post

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.world import Channel


def from_message(parts: Parts, asked: ApiRequest) -> None:
    """Check that a message has no thread yet and is in a text or announcement channel."""
    _check_archive_time(asked)
    channel = parts.world.require(asked.id("channel_id"))
    if channel.type not in THREAD_FROM_MESSAGE:
        raise refusal("wrong_channel_type")
    message = parts.world.message(channel.id, asked.id("message_id"))
    if parts.world.has_thread(message.id):
        raise refusal("thread_exists")


def in_channel(parts: Parts, asked: ApiRequest) -> None:
    """Check that a thread fits its channel, and that a post has a message and tags that its channel offers."""
    _check_archive_time(asked)
    channel = parts.world.require(asked.id("channel_id"))
    if channel.type in THREAD_ONLY:
        _check_tags(asked, channel)
        check_post(parts, asked, channel)
    elif (asked.form.get("type") or ChannelType.PRIVATE_THREAD) not in THREADS_IN.get(channel.type, ()):
        raise refusal("wrong_channel_type")


def _check_tags(asked: ApiRequest, channel: Channel) -> None:
    offered = {tag["id"] for tag in channel.available_tags}
    given = [str(tag) for tag in asked.form.get("applied_tags") or ()]
    problems = [
        (("applied_tags", index), "BASE_TYPE_CHOICES", "This channel has no such tag.")
        for index, tag in enumerate(given)
        if tag not in offered
    ]
    if problems:
        raise invalid_form(problems)
    if channel.flags & REQUIRE_TAG and not given:
        raise refusal("tag_required")


def edit(parts: Parts, asked: ApiRequest) -> None:
    """Check that a thread's archive time is one of the four allowed, and that a post uses its channel's tags."""
    _check_archive_time(asked)
    thread = parts.world.channel(asked.id("channel_id"))
    if "applied_tags" in asked.form and thread.parent_id is not None:
        _check_tags(asked, parts.world.channel(thread.parent_id))


def _check_archive_time(asked: ApiRequest) -> None:
    minutes = asked.form.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        text = f"Value must be one of {ARCHIVE_MINUTES}."
        raise invalid_form([(("auto_archive_duration",), "BASE_TYPE_CHOICES", text)])


def change_members(parts: Parts, asked: ApiRequest) -> None:
    """Check that the thread is not archived and that an added user is a member of the server."""
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
    "PATCH /channels/{channel_id}": edit,
    **{
        f"{method} /channels/{{channel_id}}/thread-members/{who}": change_members
        for method in ("PUT", "DELETE")
        for who in ("@me", "{user_id}")
    },
}
