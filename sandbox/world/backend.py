"""SimCord's backend, corrected wherever Discord behaves differently."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from simcord.backend import cdn, models, serializers

from sandbox.cdn import clean_name, content_type, picture_size
from sandbox.payload_corrections import corrected
from sandbox.world.channel import Channel
from sandbox.world.threads import Threads

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from simcord.backend.models import AllowedMentions, Message

    from sandbox.wire import Json
    from sandbox.world.clock import WorldClock

LOADING = 1 << 7
_COMPONENT, _MODAL_SUBMIT = 3, 5


@dataclass(frozen=True, slots=True)
class Happening:
    """An event that the gateway announces. `only` is the one person who may see it (an ephemeral message)."""

    event: str
    payload: Json
    only: int | None = None


class _Forgetful(list[Any]):
    """A list that discards SimCord's records, which nobody reads; the sandbox keeps its own journal."""

    def append(self, _: object) -> None:
        return


class _Cdn(cdn.CdnStore):
    """A file store that determines a file's type from its bytes, and a picture's size."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self._base = base

    @property
    def files(self) -> dict[str, bytes]:
        """All files by their URLs."""
        return self._blobs

    def store_avatar(self, user_id: int, picture: bytes) -> str:
        """Store a person's avatar and return its name: as with Discord, a hash of the file."""
        name = hashlib.sha256(picture).hexdigest()[:32]
        self._blobs[f"{self._base}/avatars/{user_id}/{name}.png"] = picture
        return name

    def store_emoji(self, emoji_id: int, picture: bytes) -> None:
        """Store the file of an emoji."""
        self._blobs[f"{self._base}/emojis/{emoji_id}"] = picture

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> Json:
        """Store a file and return its description."""
        name = clean_name(filename)
        url = f"{self._base}/attachments/{channel_id}/{attachment_id}/{name}"
        self._blobs[url] = data
        described: Json = {
            "id": str(attachment_id),
            "filename": name,
            "size": len(data),
            "url": url,
            "proxy_url": url,
            "content_type": content_type(name, data),
        }
        if description is not None:
            described["description"] = description
        size = picture_size(data)
        if size is not None:
            described["width"], described["height"] = size
        return described


class WorldBackend(Threads):
    """SimCord's backend that also announces ephemeral messages and treats threads and channels as Discord does."""

    def __init__(self, clock: WorldClock, cdn_base: str, publish: Callable[[Happening], None]) -> None:
        self._publish = publish
        self._only: int | None = None
        self._filling = False
        self.nonce: str | int | None = None
        self.triggers: dict[int, Json] = {}
        self.owners: dict[int, dict[str, str]] = {}
        super().__init__(clock=clock)
        self.cdn: _Cdn = _Cdn(cdn_base)
        self.http_requests = _Forgetful()
        self.transcript = _Forgetful()

    def give_avatar(self, user_id: int, picture: bytes) -> None:
        """Give a person an avatar, a PNG."""
        self.users[user_id].avatar = self.cdn.store_avatar(user_id, picture)

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        """Announce an event with the payload that Discord would send."""
        body = dict(payload)
        if event == "MESSAGE_CREATE" and self.nonce is not None:
            body["nonce"] = self.nonce
        if event == "MESSAGE_UPDATE" and self._filling:
            body["edited_timestamp"] = None
        self._publish(Happening(event, corrected(body, self), self._only))

    def thread_on(self, message_id: int) -> Json | None:
        """Describe the thread started from a message; the thread has the message's id."""
        thread = self.channels.get(message_id)
        return cast("Json", serializers.thread_payload(self, thread)) if thread is not None else None

    def more_of_channel(self, channel_id: int) -> Json:
        """Return the fields that SimCord leaves out of a channel's description, or no fields for a deleted channel."""
        channel = self.channels.get(channel_id)
        return channel.more_fields() if isinstance(channel, Channel) else {}

    def create_channel(self, guild_id: int | None, name: str | None, **fields: Any) -> Channel:
        """Create a channel or a DM."""
        announce = fields.pop("announce", True)
        channel = self.keep(super().create_channel(guild_id, name, announce=False, **fields))
        if announce and guild_id is not None:
            self.emit("CHANNEL_CREATE", serializers.channel_payload(self, channel))
        return channel

    def _whisper(self, event: str, message: Message, payload: Json) -> None:
        """Announce an ephemeral message, without guild and member, to its owner's client only."""
        user = (message.interaction_metadata or {}).get("user") or {}
        self._only = int(user.get("id", 0))
        payload.pop("guild_id", None)
        try:
            self.emit(event, payload)
        finally:
            self._only = None

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        """Add a message to its channel, which wakes an archived thread."""
        channel = cast("Channel", self.get_channel(message.channel_id))
        self.wake(channel)
        if message.interaction_metadata is not None:
            self._complete_metadata(message, message.interaction_metadata)
        channel.total_message_sent += channel.is_thread
        committed = super().commit_message(message, broadcast=broadcast and not message.is_ephemeral)
        if committed.is_ephemeral:
            self._whisper("MESSAGE_CREATE", committed, dict(serializers.message_payload(self, committed)))
        elif channel.is_thread and committed.system_metadata is None:
            self.join_by_writing(channel, committed)
        return committed

    def _complete_metadata(self, message: Message, metadata: Json) -> None:
        """Add the fields about an answer's interaction that SimCord leaves out."""
        message.webhook_id = self.application_id
        record = self.interactions[int(metadata["id"])]
        metadata["authorizing_integration_owners"] = self.owners[record.id]
        if record.message_id is not None:
            metadata["original_response_message_id"] = str(record.message_id)
        if record.source_message_id is not None and record.type == _COMPONENT:
            metadata["interacted_message_id"] = str(record.source_message_id)
        if record.type == _MODAL_SUBMIT:
            metadata["triggering_interaction_metadata"] = self.triggers.get(record.id)

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        """Change a message; replacing the bot's "thinking" message does not count as an edit."""
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
        """Delete a message; the deletion of an ephemeral one is announced to its owner only."""
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        cast("Channel", self.get_channel(channel_id)).count_deleted([message_id])
        if message.is_ephemeral:
            payload: Json = {"id": str(message_id), "channel_id": str(channel_id)}
            self._whisper("MESSAGE_DELETE", message, payload)

    def bulk_delete_messages(self, channel_id: int, message_ids: Iterable[int]) -> list[int]:
        """Delete several messages and return the ids of those that were there."""
        deleted = super().bulk_delete_messages(channel_id, message_ids)
        cast("Channel", self.get_channel(channel_id)).count_deleted(deleted)
        return deleted

    def _mention_state(
        self,
        channel: models.Channel,
        author_id: int,
        content: str,
        policy: AllowedMentions,
        reply_author_id: int | None,
    ) -> tuple[list[int], list[int], list[int], list[int], bool]:
        """Return a message's mentions: only those that `allowed_mentions` permits."""
        _, _, users, roles, everyone = super()._mention_state(channel, author_id, content, policy, reply_author_id)
        return users, roles, users, roles, everyone
