"""Routes that start and change threads and posts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.channel_types import THREAD_ONLY, USUAL_ARCHIVE_MINUTES, ChannelType
from sandbox.errors import refusal
from sandbox.world import ThreadPlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.wire import Json

_FIELDS: Final = frozenset(
    {
        "name",
        "archived",
        "auto_archive_duration",
        "locked",
        "invitable",
        "rate_limit_per_user",
        "applied_tags",
    }
)
_OWNERS_FIELDS: Final = frozenset({"name", "archived", "auto_archive_duration"})


def start_from_message(parts: Parts, asked: ApiRequest) -> Json:
    """Start a thread from a message."""
    channel = parts.world.require(asked.id("channel_id"), "create_public_threads", "read_message_history")
    source = parts.world.message(channel.id, asked.id("message_id"))
    minutes = asked.form.get("auto_archive_duration") or USUAL_ARCHIVE_MINUTES
    return parts.world.start_thread_on(source, parts.world.bot_id, asked.form["name"], minutes)


def start_in_channel(parts: Parts, asked: ApiRequest) -> Json:
    """Start a thread without a message, or a post."""
    channel = parts.world.channel(asked.id("channel_id"))
    form, posts = asked.form, channel.type in THREAD_ONLY
    plan = ThreadPlan(
        name=form["name"],
        type=ChannelType.PUBLIC_THREAD if posts else ChannelType(form.get("type") or ChannelType.PRIVATE_THREAD),
        archive_minutes=form.get("auto_archive_duration") or USUAL_ARCHIVE_MINUTES,
        invitable=form.get("invitable") is not False,
        tags=tuple(int(tag) for tag in form.get("applied_tags") or ()),
    )
    if posts:
        return parts.world.start_post_of_bot(channel, plan, form["message"], asked.files)
    private = plan.type == ChannelType.PRIVATE_THREAD
    parts.world.require(channel.id, "create_private_threads" if private else "create_public_threads")
    return parts.world.start_thread(channel, parts.world.bot_id, plan)


def edit_channel(parts: Parts, asked: ApiRequest) -> Json:
    """Edit a channel. A thread's owner may change some of its fields; the others require MANAGE_THREADS."""
    channel = parts.world.channel(asked.id("channel_id"))
    if channel.thread_metadata is None:
        answer: Json = parts.world.request(asked.method, asked.path, asked.body, reason=asked.reason)
        return answer
    parts.world.require(channel.id)
    changes = {key: value for key, value in asked.form.items() if value is not None}
    unknown = sorted(changes.keys() - _FIELDS)
    if unknown:
        parts.findings.add("warning", asked.route, f"no such field of a thread: {', '.join(unknown)}")
    manages = parts.world.may(parts.world.bot_id, channel.id, "manage_threads")
    if channel.thread_metadata.archived and changes.get("archived") is not False:
        raise refusal("thread_archived")
    if not manages and not _may_edit(parts, channel.owner_id, changes, locked=channel.thread_metadata.locked):
        raise refusal("missing_permissions")
    return parts.world.edit_thread(channel, {key: changes[key] for key in changes.keys() & _FIELDS})


def _may_edit(parts: Parts, owner_id: int | None, changes: Json, *, locked: bool) -> bool:
    if changes == {"archived": False} and not locked:
        return True
    return owner_id == parts.world.bot_id and not locked and changes.keys() <= _OWNERS_FIELDS


def delete_channel(parts: Parts, asked: ApiRequest) -> Json:
    """Delete a channel, or a thread, which requires MANAGE_THREADS."""
    channel = parts.world.channel(asked.id("channel_id"))
    if channel.is_thread:
        parts.world.require(channel.id, "manage_threads")
        payload = parts.world.channel_payload(channel)
        parts.world.delete_channel(channel.id)
        return payload
    answer: Json = parts.world.request(asked.method, asked.path, reason=asked.reason)
    return answer


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    "POST /channels/{channel_id}/messages/{message_id}/threads": start_from_message,
    "POST /channels/{channel_id}/threads": start_in_channel,
    "PATCH /channels/{channel_id}": edit_channel,
    "DELETE /channels/{channel_id}": delete_channel,
}
