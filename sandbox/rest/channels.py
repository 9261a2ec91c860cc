"""Routes for servers, channels and direct messages that the world's own routes do not serve as Discord does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import invalid_form, refusal
from sandbox.wire import as_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.wire import Json
    from sandbox.world import Guild

_GUILD_DEFAULTS: Final = {
    "home_header": None,
    "region": "deprecated",
    "widget_enabled": False,
    "widget_channel_id": None,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "safety_alerts_channel_id": None,
    "nsfw": False,
    "nsfw_level": 0,
    "incidents_data": None,
}


def create_message(parts: Parts, asked: ApiRequest) -> Json:
    """Send a message; a nonce repeated within its window returns the first message and sends nothing."""
    channel_id = asked.id("channel_id")
    nonce = asked.form.get("nonce")
    enforced = asked.form.get("enforce_nonce") and nonce is not None
    if enforced:
        earlier = parts.nonces.earlier(channel_id, nonce)
        message = parts.world.find_message(channel_id, earlier) if earlier is not None else None
        if message is not None:
            return parts.world.message_payload(message) | {"nonce": nonce}
    with parts.world.sending(nonce):
        answer: Json = parts.world.request(asked.method, asked.path, _answerable(parts, asked), files=asked.files)
    if enforced:
        parts.nonces.remember(channel_id, nonce, int(answer["id"]))
    return answer | ({"nonce": nonce} if nonce is not None else {})


def _answerable(parts: Parts, asked: ApiRequest) -> Json:
    """Leave out the reference to a message that is gone: the reply is then an ordinary message."""
    reference = asked.form.get("message_reference") or {}
    target = as_id(reference.get("message_id"))
    gone = target is not None and parts.world.find_message(asked.id("channel_id"), target) is None
    if gone and reference.get("fail_if_not_exists") is False:
        return {key: value for key, value in asked.form.items() if key != "message_reference"}
    return asked.form


def create_dm(parts: Parts, asked: ApiRequest) -> Json:
    """Open a direct message, or return the one that is already open."""
    recipient = as_id(asked.form.get("recipient_id"))
    if recipient is None:
        raise invalid_form([(("recipient_id",), "BASE_TYPE_REQUIRED", "This field is required")])
    if recipient not in parts.world.backend.users:
        raise refusal("unknown_user")
    if recipient == parts.world.bot_id:
        raise refusal("cannot_dm")
    if not parts.world.has_dm(recipient):
        parts.dms.open_one()
    return parts.world.channel_payload(parts.world.dm_channel(recipient))


def old_pins(parts: Parts, asked: ApiRequest) -> Any:
    """Serve the pin routes under their older address."""
    path = asked.path.replace("/pins", "/messages/pins", 1)
    answer = parts.world.request(asked.method, path, asked.body, asked.query)
    return [item["message"] for item in answer["items"]] if asked.method == "GET" else answer


def get_guild(parts: Parts, asked: ApiRequest) -> Json:
    """Return a server as the REST API describes it, with some fields that the gateway's events lack."""
    told: Json = parts.world.request(asked.method, asked.path, asked.body, asked.query)
    return _GUILD_DEFAULTS | told


def guild_channels(parts: Parts, asked: ApiRequest) -> list[Json]:
    """List the server's channels that the bot can view (change log, 12 August 2026)."""
    told: list[Json] = parts.world.request(asked.method, asked.path, asked.body, asked.query)
    return [each for each in told if parts.world.sees_channel(parts.world.bot_id, int(each["id"]))]


def active_threads(parts: Parts, asked: ApiRequest) -> Json:
    """List all active threads in a server."""
    told: Json = parts.world.request(asked.method, asked.path, asked.body, asked.query)
    return told | {"has_more": False}


_PARTIAL: Final = ("id", "name", "icon", "banner", "features")


def own_guilds(parts: Parts, asked: ApiRequest) -> list[Json]:
    """List the servers that the bot is in, with some fields of each, in the order of their ids."""
    after, limit = as_id(asked.query.get("after")) or 0, int(asked.query.get("limit", 200))
    found = sorted((guild for guild in parts.world.bot_guilds() if guild.id > after), key=lambda guild: guild.id)
    return [_partial(parts, guild) for guild in found[:limit]]


def _partial(parts: Parts, guild: Guild) -> Json:
    payload, me = parts.world.guild_payload(guild), parts.world.bot_id
    held = parts.world.backend.compute_permissions(guild.id, me)
    return {name: payload[name] for name in _PARTIAL} | {"owner": guild.owner_id == me, "permissions": str(held)}


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    "POST /channels/{channel_id}/messages": create_message,
    "POST /users/@me/channels": create_dm,
    "GET /guilds/{guild_id}": get_guild,
    "GET /guilds/{guild_id}/channels": guild_channels,
    "GET /guilds/{guild_id}/threads/active": active_threads,
    "GET /users/@me/guilds": own_guilds,
    "GET /channels/{channel_id}/pins": old_pins,
    "PUT /channels/{channel_id}/pins/{message_id}": old_pins,
    "DELETE /channels/{channel_id}/pins/{message_id}": old_pins,
}
