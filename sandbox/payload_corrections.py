"""Corrections for the differences between the world's payloads and Discord's.

The differences were found by checking the payloads against Discord's OpenAPI file. The walk recognizes an object by its
keys and returns new objects, so the world's own data stays untouched.
"""

from __future__ import annotations

from typing import Any, Final, Protocol

from sandbox.wire import Json, as_id


class Knows(Protocol):
    """A source of facts that a payload alone does not contain."""

    def thread_on(self, message_id: int) -> Json | None:
        """Describe the thread started from a message."""

    def more_of_channel(self, channel_id: int) -> Json:
        """Return the fields that are missing from a channel's description."""


_NESTED = (dict, list, tuple)
_THREAD_STARTER = 21
_BUTTON = 2
_SELECTS = frozenset({3, 5, 6, 7, 8})
_HAS_THREAD = 1 << 5
_THUMBNAIL, _FILE, _SEPARATOR, _CONTAINER = 11, 13, 14, 17
_GALLERY_ITEM = 0
_USUAL: Final[dict[int | None, Json]] = {
    _GALLERY_ITEM: {"description": None, "spoiler": False},
    _THUMBNAIL: {"description": None, "spoiler": False},
    _FILE: {"spoiler": False},
    _SEPARATOR: {"spacing": 1, "divider": True},
    _CONTAINER: {"accent_color": None, "spoiler": False},
}
"""What a component says if the bot did not; an item of a gallery has no type."""
_EMBED_KEYS = frozenset(
    {"title", "description", "url", "timestamp", "color", "footer", "image", "thumbnail", "author", "fields"}
)
_PICTURE_KEYS = frozenset({"url", "proxy_url", "width", "height", "content_type"})
_PRIVATE_USER_KEYS = frozenset({"verified", "mfa_enabled", "locale"})
_TELLING = frozenset(
    {
        "discriminator",
        "author",
        "emoji",
        "joined_at",
        "scheduled_start_time",
        "attachment_id",
        "rate_limit_per_user",
    }
)
"""An object without any of these keys needs no correction, unless it is a select."""


def corrected(value: Any, known: Knows) -> Any:
    """Return a copy of a payload with every user, message, attachment and so on as Discord sends it."""
    if isinstance(value, dict):
        copy: Json = {key: corrected(each, known) if isinstance(each, _NESTED) else each for key, each in value.items()}
        needless = _TELLING.isdisjoint(copy) and copy.get("type") not in _SELECTS
        return copy if needless else _corrected_object(copy, known)
    if isinstance(value, (list, tuple)):
        return [corrected(each, known) if isinstance(each, _NESTED) else each for each in value]
    return value


def _corrected_object(item: Json, known: Knows) -> Json:
    if "discriminator" in item:
        return _user(item)
    if "author" in item and "edited_timestamp" in item:
        return _message(item, known)
    if ("label" in item or item.get("type") == _BUTTON) and isinstance(item.get("emoji"), dict):
        item["emoji"] = {key: _id(each) for key, each in item["emoji"].items() if each is not None}
    if "custom_id" in item and item.get("type") in _SELECTS:
        item.setdefault("min_values", 1)
        item.setdefault("max_values", 1)
        for default in item.get("default_values", ()):
            default["id"] = str(default["id"])
    if "joined_at" in item and "roles" in item:
        item.setdefault("banner", None)
    if "scheduled_start_time" in item:
        item.setdefault("recurrence_rule", None)
        item.setdefault("guild_scheduled_event_exceptions", [])
    if "attachment_id" in item:
        item.setdefault("id", item["attachment_id"])
    elif "rate_limit_per_user" in item:
        return _channel(item, known)
    return item


def _id(value: object) -> object:
    """Return an id as Discord sends it, which takes numbers too; anything else is unchanged."""
    return str(value) if type(value) is int else value


def _user(item: Json) -> Json:
    user = {key: value for key, value in item.items() if key not in _PRIVATE_USER_KEYS}
    user.setdefault("primary_guild", None)
    user.setdefault("avatar_decoration_data", None)
    user.setdefault("collectibles", None)
    return user


def _channel(item: Json, known: Knows) -> Json:
    return item | known.more_of_channel(int(item["id"]))


def _message(item: Json, known: Knows) -> Json:
    if item.get("nonce", "") is None:
        del item["nonce"]
    if "message_reference" in item:
        item["message_reference"].setdefault("type", 0)
    if item.get("type") == _THREAD_STARTER:
        item["content"] = ""
    if item.get("embeds"):
        _show_embeds(item)
    if item.get("components"):
        _complete(item["components"], {file["id"]: file for file in item.get("attachments", ())}, item["id"])
    identifier = as_id(item.get("id"))
    if item.get("flags", 0) & _HAS_THREAD and identifier is not None:
        thread = known.thread_on(identifier)
        if thread is not None:
            item["thread"] = thread
    return item


def _complete(value: object, files: dict[str, Json], message_id: str) -> None:
    """Add what components say if the bot did not, and what their files are."""
    if isinstance(value, list):
        for each in value:
            _complete(each, files, message_id)
    elif isinstance(value, dict):
        for key, usual in _USUAL.get(value.get("type", _GALLERY_ITEM if "media" in value else None), {}).items():
            value.setdefault(key, usual)
        file = files.get(str(value.get("attachment_id")))
        if isinstance(value.get("media"), dict):
            value["media"] = {"id": message_id, "proxy_url": value["media"].get("url")} | value["media"]
        if file is not None and "width" in file:
            value["width"], value["height"] = file["width"], file["height"]
        for each in value.values():
            if isinstance(each, _NESTED):
                _complete(each, files, message_id)
        if value.get("type") == _FILE:
            shown = files.get(str(value["file"].get("attachment_id")), {})
            value.setdefault("name", shown.get("filename"))
            value.setdefault("size", shown.get("size"))


def _show_embeds(message: Json) -> None:
    """Add the type and known fields of embeds; a file that an embed shows is not also listed as an attachment."""
    files = {f"attachment://{file['filename']}": file for file in message.get("attachments", [])}
    shown: set[str] = set()
    for embed in message["embeds"]:
        for key in embed.keys() - _EMBED_KEYS:
            del embed[key]
        embed["type"] = "rich"
        for field in embed.get("fields", ()):
            field.setdefault("inline", False)
        for key in ("image", "thumbnail"):
            file = files.get((embed.get(key) or {}).get("url", ""))
            if file is not None:
                embed[key] = {each: file[each] for each in _PICTURE_KEYS & file.keys()}
                shown.add(file["id"])
        for key in ("author", "footer"):
            file = files.get((embed.get(key) or {}).get("icon_url", ""))
            if file is not None:
                embed[key] = {**embed[key], "icon_url": file["url"]}
                shown.add(file["id"])
    message["attachments"] = [file for file in message.get("attachments", []) if file["id"] not in shown]
