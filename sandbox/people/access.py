"""What a person's client lets them reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import ApiError, CannotDo

if TYPE_CHECKING:
    from sandbox.world import Channel, Message, World


def find_channel(world: World, user_id: int, given: str | int) -> Channel:
    """Find a channel that a person sees, by its id or its name (`#lobby`, `lobby`).

    Raises:
        CannotDo: there is none, or the person does not see it.
    """
    text = str(given)
    if text.isdigit():
        channel = world.backend.channels.get(int(text))
        candidates = [channel] if channel is not None else []
    else:
        candidates = [each for each in world.backend.channels.values() if each.name == text.removeprefix("#")]
    seen = [each for each in candidates if world.sees_channel(user_id, each.id)]
    if not seen:
        raise CannotDo(f"this person sees no channel {text}")
    return seen[-1]


def find_message(world: World, user_id: int, channel_id: int, message_id: int) -> Message:
    """Find a message that a person sees."""
    try:
        message = world.message(channel_id, message_id)
    except ApiError as error:
        raise CannotDo(f"there is no message {message_id} in this channel") from error
    if not world.sees_message(user_id, message):
        raise CannotDo("this person does not see that message")
    return message


def may_write(world: World, user_id: int, channel: Channel) -> bool:
    """Tell whether a person's client has an open input line here."""
    if channel.thread_metadata is None:
        return world.may(user_id, channel.id, "send_messages")
    if channel.thread_metadata.locked and not world.may(user_id, channel.id, "manage_threads"):
        return False
    return world.may(user_id, channel.id, "send_messages_in_threads")


def check_write(world: World, user_id: int, channel: Channel) -> None:
    """Refuse to write where the client has no input line."""
    if not may_write(world, user_id, channel):
        raise CannotDo("this person may not write here")


def check_use(world: World, user_id: int, channel: Channel) -> None:
    """Refuse clicks in an archived thread by those who may not write there; their phones refuse them, too."""
    meta = channel.thread_metadata
    if meta is not None and meta.archived and not may_write(world, user_id, channel):
        raise CannotDo("this thread is archived and closed to this person")


def check_command(world: World, user_id: int, channel: Channel) -> None:
    """Refuse commands in an archived thread."""
    if channel.thread_metadata is not None and channel.thread_metadata.archived:
        raise CannotDo("commands cannot be used in an archived thread")
    check_use(world, user_id, channel)
