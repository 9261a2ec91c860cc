"""Rules for every route that sends or edits a message.

Discord documentation, "Message: Create Message", "Interactions: Receiving and Responding" and "Reference:
Uploading Files".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.channel_types import THREAD_ONLY, VOICES
from sandbox.errors import invalid_form, refusal
from sandbox.interactions import CHOICES, DEFERRED, FILE_LIMIT, MESSAGE, MODAL, UPDATE
from sandbox.rules.components import message_problems, modal_problems, walk
from sandbox.wire import as_id

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.schema.explain import Problem
    from sandbox.wire import Json
    from sandbox.world import Channel, Message

_V2: Final = 1 << 15
_EPHEMERAL: Final = 1 << 6
_VOICE_MESSAGE: Final = 1 << 13
_BY_WEBHOOK: Final = 1 << 2 | 1 << 12 | _V2
"""The flags that any new message may have: SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2."""
_IN_A_CHANNEL: Final = _BY_WEBHOOK | _VOICE_MESSAGE
_AS_AN_ANSWER: Final = _IN_A_CHANNEL | _EPHEMERAL
_AS_A_FOLLOW_UP: Final = _BY_WEBHOOK | _EPHEMERAL
_MOST_CONTENT, _MOST_EMBED_TEXT, _MOST_FILES, _MOST_LISTED = 2000, 6000, 10, 100
_NOT_IN_V2: Final = ("content", "embeds", "poll", "sticker_ids")
_VISIBLE: Final = ("content", "embeds", "components", "sticker_ids", "poll", "shared_client_theme")


class _Draft:
    """A message as it will be: the given fields merged over the existing ones."""

    def __init__(
        self, parts: Parts, asked: ApiRequest, form: Json, before: Message | None, settable: int | None = None
    ) -> None:
        """Take the fields of a request; a new message may have no flags but the `settable` ones."""
        self.parts = parts
        self.settable = settable
        self.asked = asked
        self.form = form
        self.before = before
        self.at: tuple[str | int, ...] = (
            () if form is asked.form else ("data",) if "data" in asked.form else ("message",)
        )

    def get(self, key: str) -> Any:
        if key in self.form:
            return self.form[key]
        return getattr(self.before, key, None)

    @property
    def flags(self) -> int:
        given = self.form.get("flags")
        if self.before is None:
            return given or 0
        return self.before.flags if given is None else self.before.flags & ~_V2 | given

    @property
    def is_v2(self) -> bool:
        return bool(self.flags & _V2)

    def check(self) -> None:
        """Refuse the message if it has problems, listing all of them."""
        self._check_files()
        if self._is_empty():
            raise refusal("empty_message")
        problems = [((*self.at, *path), code, text) for path, code, text in self._problems()]
        if problems:
            raise invalid_form(problems)
        self._warn_of_missing_files()

    def _problems(self) -> Iterator[Problem]:
        content = self.get("content") or ""
        if len(content) > _MOST_CONTENT:
            yield ("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length."
        if embed_text(self.get("embeds") or []) > _MOST_EMBED_TEXT:
            yield ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"
        yield from message_problems(self.get("components") or [], is_v2=self.is_v2)
        if self.settable is not None and self.flags & ~self.settable:
            yield ("flags",), "BASE_TYPE_CHOICES", "A new message cannot have this flag."
        yield from self._v2_problems()
        yield from self._media_problems()
        yield from self._emoji_problems()

    def _v2_problems(self) -> Iterator[Problem]:
        given = self.form.get("flags")
        if self.before is not None and self.before.flags & _V2 and given is not None and not given & _V2:
            yield ("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "This flag cannot be removed"
        if not self.is_v2:
            return
        for key in _NOT_IN_V2:
            if self.form.get(key) or (key in {"content", "embeds"} and self.get(key)):
                yield (
                    (key,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    "The 'content', 'embeds', 'poll' and 'stickers' fields cannot be used with Components V2",
                )

    def _media_problems(self) -> Iterator[Problem]:
        names = self._file_names()
        for path, part in walk(self.get("components") or []):
            for where, url in _media(part):
                if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                    yield (
                        (*path, *where, "url"),
                        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                        f"The referenced attachment '{url}' was not found",
                    )

    def _emoji_problems(self) -> Iterator[Problem]:
        for path, part in walk(self.form.get("components") or []):
            for where, emoji in _emojis(part):
                if not self.parts.world.emoji_is_usable(emoji):
                    named = "id" if emoji.get("id") is not None else "name"
                    yield (*path, *where, "emoji", named), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji"

    def _file_names(self) -> set[str]:
        kept = [each["filename"] for each in (self.before.attachments if self.before is not None else [])]
        return {file.filename for file in self.asked.files} | set(kept)

    def _is_empty(self) -> bool:
        if self.asked.files or self.form.get("message_reference", {}).get("type") == 1:
            return False
        keeps_files = self.get("attachments") if self.before is not None else None
        return not keeps_files and not any(self.get(key) for key in _VISIBLE)

    def _check_files(self) -> None:
        if len(self.asked.files) > _MOST_FILES:
            raise invalid_form([((*self.at, "attachments"), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")])
        if any(len(file.data) > FILE_LIMIT for file in self.asked.files):
            raise refusal("file_too_large")

    def _warn_of_missing_files(self) -> None:
        """Warn of embeds that name a missing file; Discord shows such an embed without a picture."""
        names = self._file_names()
        for embed in self.form.get("embeds") or []:
            for key in ("image", "thumbnail", "footer", "author"):
                part = embed.get(key) or {}
                url = str(part.get("url") or part.get("icon_url") or "")
                if url.startswith("attachment://") and url.removeprefix("attachment://") not in names:
                    self.parts.findings.add("warning", self.asked.route, f"embed {key}: no file {url}")


def embed_text(embeds: list[Json]) -> int:
    """Count the characters of all embeds together, without each text's leading and trailing white space."""
    texts: list[object] = []
    for embed in embeds:
        texts += [embed.get("title"), embed.get("description")]
        texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
        for field in embed.get("fields") or []:
            texts += [field.get("name"), field.get("value")]
    return sum(len(text.strip()) for text in texts if isinstance(text, str))


def _media(part: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    for key in ("media", "file"):
        if isinstance(part.get(key), dict):
            yield (key,), str(part[key].get("url", ""))
    for index, item in enumerate(part.get("items") or []):
        yield ("items", index, "media"), str((item.get("media") or {}).get("url", ""))


def _emojis(part: Json) -> Iterator[tuple[tuple[str | int, ...], Json]]:
    """Yield the emojis of a button, or of a select's options, with their places."""
    if part.get("emoji"):
        yield (), part["emoji"]
    for index, option in enumerate(part.get("options") or []):
        if option.get("emoji"):
            yield ("options", index), option["emoji"]


# ------------------------------------------------------------------------- routes


def create(parts: Parts, asked: ApiRequest) -> None:
    """Check a message that the bot sends to a channel, thread or DM."""
    channel_id = asked.id("channel_id")
    channel = parts.world.channel(channel_id)
    if channel.guild_id is None:
        _check_dm(parts, channel.recipient_ids[0])
    else:
        if channel.type in THREAD_ONLY:
            raise refusal("not_a_text_channel")
        _check_writable(parts, channel)
        parts.world.require(channel_id, "send_messages_in_threads" if channel.is_thread else "send_messages")
        _check_permissions(parts, asked, asked.form, channel_id)
    _check_reply(parts, asked, channel_id)
    _Draft(parts, asked, asked.form, None, _IN_A_CHANNEL).check()


def check_post(parts: Parts, asked: ApiRequest, forum: Channel) -> None:
    """Check the first message of a post; the only permission needed in the channel is SEND_MESSAGES."""
    parts.world.require(forum.id, "send_messages")
    message = asked.form.get("message")
    if not isinstance(message, dict):
        raise invalid_form([(("message",), "BASE_TYPE_REQUIRED", "This field is required")])
    _check_permissions(parts, asked, message, forum.id)
    _Draft(parts, asked, message, None, _BY_WEBHOOK).check()


def _check_writable(parts: Parts, channel: Channel) -> None:
    """Refuse to write in a locked thread without MANAGE_THREADS; a message wakes a merely archived one."""
    meta = channel.thread_metadata
    if meta is None or not meta.locked or parts.world.may(parts.world.bot_id, channel.id, "manage_threads"):
        return
    raise refusal("thread_archived" if meta.archived else "thread_locked")


def _check_editable(channel: Channel) -> None:
    """Refuse to change anything in an archived thread: only a new message wakes it (error code 50083)."""
    if channel.thread_metadata is not None and channel.thread_metadata.archived:
        raise refusal("thread_archived")


def _check_dm(parts: Parts, user_id: int) -> None:
    if user_id in parts.world.closed_dms or parts.world.person(user_id).bot:
        raise refusal("cannot_dm")
    if not parts.world.share_guild(user_id):
        raise refusal("no_mutual_guild")


def _check_permissions(parts: Parts, asked: ApiRequest, form: Json, channel_id: int) -> None:
    if form.get("embeds"):
        parts.world.require(channel_id, "embed_links")
    if asked.files:
        parts.world.require(channel_id, "attach_files")


def _check_reply(parts: Parts, asked: ApiRequest, channel_id: int) -> None:
    reference = asked.form.get("message_reference") or {}
    target = as_id(reference.get("message_id"))
    if target is None or reference.get("fail_if_not_exists") is False or reference.get("type") == 1:
        return
    if parts.world.find_message(channel_id, target) is None:
        raise invalid_form([(("message_reference",), "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")])


def edit(parts: Parts, asked: ApiRequest) -> None:
    """Check an edit of the bot's own message."""
    channel = parts.world.require(asked.id("channel_id"))
    message = parts.world.message(channel.id, asked.id("message_id"))
    if message.is_ephemeral:
        raise refusal("unknown_message")
    if message.author_id != parts.world.bot_id:
        raise refusal("cannot_edit_other")
    _check_editable(channel)
    _check_writable(parts, channel)
    if asked.files and channel.guild_id is not None:
        parts.world.require(channel.id, "attach_files")
    _Draft(parts, asked, asked.form, message).check()


def read(parts: Parts, asked: ApiRequest) -> None:
    """Check what may be read of a channel; the chat of a voice or stage channel also requires CONNECT."""
    wanted = as_id(asked.query.get("limit", str(_MOST_LISTED)))
    if wanted is None or not 1 <= wanted <= _MOST_LISTED:
        raise invalid_form([(("limit",), "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")])
    channel = parts.world.require(asked.id("channel_id"))
    if channel.type in VOICES:
        parts.world.require(channel.id, "connect")


def react(parts: Parts, asked: ApiRequest) -> None:
    """Refuse a reaction in an archived thread."""
    _check_editable(parts.world.require(asked.id("channel_id")))


def callback(parts: Parts, asked: ApiRequest) -> None:
    """Check the first answer to an interaction."""
    kind = asked.form.get("type")
    opened = parts.interactions.to_answer(asked.id("interaction_id"), asked.args["interaction_token"], kind)
    data = asked.form.get("data") or {}
    if kind == MESSAGE:
        _Draft(parts, asked, data, None, _AS_AN_ANSWER).check()
    elif kind == DEFERRED and (data.get("flags") or 0) & ~_EPHEMERAL:
        raise invalid_form(
            [(("data", "flags"), "BASE_TYPE_CHOICES", "Only EPHEMERAL can be set on a deferred answer.")]
        )
    elif kind == UPDATE:
        source = opened.record.source_message_id
        before = parts.world.message(opened.record.channel_id, source) if source is not None else None
        _Draft(parts, asked, data, before).check()
    elif kind == MODAL:
        problems = modal_problems(data)
        if problems:
            raise invalid_form(problems)
    elif kind == CHOICES:
        _check_choices(data.get("choices") or [], opened.focused_type)


def _check_choices(choices: list[Json], option_type: int | None) -> None:
    """Check that the offered values have the option's type."""
    fitting: dict[int | None, tuple[type, ...]] = {3: (str,), 4: (int,), 10: (int, float)}
    wanted = fitting.get(option_type)
    problems = [
        (("data", "choices", index, "value"), "BASE_TYPE_CHOICES", "The value is not of the option's type.")
        for index, choice in enumerate(choices)
        if wanted is not None and not isinstance(choice.get("value"), wanted)
    ]
    if problems:
        raise invalid_form(problems)


def _by_token(parts: Parts, asked: ApiRequest) -> Message | None:
    """Find the message that a webhook request refers to, or return None if the webhook belongs to no interaction."""
    opened = parts.interactions.by_token(asked.id("webhook_id"), asked.args["webhook_token"])
    if opened is None:
        return None
    record = opened.record
    wanted = as_id(asked.args["message_id"]) if "message_id" in asked.args else record.message_id
    if wanted is None or (wanted != record.message_id and wanted not in record.followup_ids):
        raise refusal("unknown_message")
    return parts.world.message(record.channel_id, wanted)


def follow_up(parts: Parts, asked: ApiRequest) -> None:
    """Check a follow-up; the first follow-up to a deferred answer completes that answer."""
    opened = parts.interactions.by_token(asked.id("webhook_id"), asked.args["webhook_token"])
    waiting = _by_token(parts, asked) if opened is not None and opened.record.loading else None
    _Draft(parts, asked, asked.form, waiting, _AS_A_FOLLOW_UP if waiting is None else None).check()


def edit_by_token(parts: Parts, asked: ApiRequest) -> None:
    """Check an edit of an answer or a follow-up."""
    message = _by_token(parts, asked)
    if message is not None:
        _Draft(parts, asked, asked.form, message).check()


def read_by_token(parts: Parts, asked: ApiRequest) -> None:
    """Check that the answer or follow-up to read or delete exists."""
    _by_token(parts, asked)


_WEBHOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"
RULES: Final[dict[str, Callable[[Parts, ApiRequest], None]]] = {
    "POST /channels/{channel_id}/messages": create,
    "GET /channels/{channel_id}/messages": read,
    "GET /channels/{channel_id}/messages/{message_id}": read,
    "PATCH /channels/{channel_id}/messages/{message_id}": edit,
    "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me": react,
    "POST /interactions/{interaction_id}/{interaction_token}/callback": callback,
    f"POST {_WEBHOOK}": follow_up,
    **{f"PATCH {_WEBHOOK}/messages/{each}": edit_by_token for each in ("@original", "{message_id}")},
    **{
        f"{method} {_WEBHOOK}/messages/{each}": read_by_token
        for method in ("GET", "DELETE")
        for each in ("@original", "{message_id}")
    },
}
