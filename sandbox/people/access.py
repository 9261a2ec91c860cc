"""Checks on what a person's client gives them access to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.channel_types import REQUIRE_TAG, THREAD_FROM_MESSAGE, THREAD_ONLY, THREADS_IN, ChannelType
from sandbox.errors import ApiError, CannotDo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.world import Channel, Message, World


def find_channel(world: World, user_id: int, given: str | int) -> Channel:
    """Find a channel that a person can see, by its id or its name (`#lobby`, `lobby`).

    Raises:
        CannotDo: If there is no such channel, or the person cannot see it.
    """
    text = str(given)
    if text.isdigit():
        channel = world.find_channel(int(text))
        candidates = [channel] if channel is not None else []
    else:
        candidates = [each for each in world.channels() if each.name == text.removeprefix("#")]
    seen = [each for each in candidates if world.sees_channel(user_id, each.id)]
    if not seen:
        raise CannotDo(f"this person sees no channel {text}")
    return seen[-1]


def find_message(world: World, user_id: int, channel_id: int, message_id: int) -> Message:
    """Find a message that a person can see."""
    try:
        message = world.message(channel_id, message_id)
    except ApiError as error:
        raise CannotDo(f"there is no message {message_id} in this channel") from error
    if not world.sees_message(user_id, message):
        raise CannotDo("this person does not see that message")
    return message


def may_write(world: World, user_id: int, channel: Channel) -> bool:
    """Return whether a person's client shows an active input line in a channel."""
    if channel.type in THREAD_ONLY:
        return False
    if channel.thread_metadata is None:
        return world.may(user_id, channel.id, "send_messages")
    if channel.thread_metadata.locked and not world.may(user_id, channel.id, "manage_threads"):
        return False
    return world.may(user_id, channel.id, "send_messages_in_threads")


def check_write(world: World, user_id: int, channel: Channel) -> None:
    """Refuse to write in a channel without an input line."""
    if not may_write(world, user_id, channel):
        raise CannotDo("this person may not write here")


def may_post(world: World, user_id: int, channel: Channel) -> bool:
    """Return whether a person can start posts in a channel."""
    return channel.type in THREAD_ONLY and world.may(user_id, channel.id, "send_messages")


def check_post(world: World, user_id: int, channel: Channel, tags: Sequence[str]) -> None:
    """Refuse a post if the channel holds no posts, the person may not write, or the tags do not fit."""
    if channel.type not in THREAD_ONLY:
        raise CannotDo("this channel holds no posts")
    if not may_post(world, user_id, channel):
        raise CannotDo("this person may not write here")
    unknown = set(tags) - {tag["name"] for tag in channel.available_tags}
    if unknown:
        raise CannotDo(f"this channel offers no tags {sorted(unknown)}")
    if channel.flags & REQUIRE_TAG and not tags:
        raise CannotDo("a post needs a tag here")


def thread_type(world: World, user_id: int, channel: Channel, *, private: bool) -> ChannelType:
    """Return the type of the thread that a person can start in a channel.

    Raises:
        CannotDo: If this type of channel holds no such threads, or the person may not start one.
    """
    kind = ChannelType.PRIVATE_THREAD if private else THREAD_FROM_MESSAGE.get(channel.type)
    if kind is None or kind not in THREADS_IN.get(channel.type, ()):
        raise CannotDo("this channel holds no such threads")
    if not world.may(user_id, channel.id, "create_private_threads" if private else "create_public_threads"):
        raise CannotDo("this person may not start such a thread here")
    return kind


def check_use(world: World, user_id: int, channel: Channel) -> None:
    """Refuse clicks in an archived thread by a person who may not write in it, as phone clients do."""
    meta = channel.thread_metadata
    if meta is not None and meta.archived and not may_write(world, user_id, channel):
        raise CannotDo("this thread is archived and closed to this person")


def check_command(world: World, user_id: int, channel: Channel) -> None:
    """Refuse commands in an archived thread and in a channel without an input line."""
    if channel.type in THREAD_ONLY:
        raise CannotDo("commands are used in a post, not in the channel of posts")
    if channel.thread_metadata is not None and channel.thread_metadata.archived:
        raise CannotDo("commands cannot be used in an archived thread")
    check_use(world, user_id, channel)
