"""Hand-written schemas for the gateway's events; Discord publishes none.

They build on the parts of the OpenAPI file and follow the documentation, "Gateway Events: Receive Events". A key that
does not apply is left out, never null.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandbox.wire import Json

_ID: Final[Json] = {"$ref": "#/components/schemas/SnowflakeType"}
_IDS: Final[Json] = {"type": "array", "items": _ID}
_USER: Final[Json] = {"$ref": "#/components/schemas/UserResponse"}
_MESSAGE: Final[Json] = {"$ref": "#/components/schemas/MessageResponse"}
_THREAD: Final[Json] = {"$ref": "#/components/schemas/ThreadResponse"}
_SCHEDULED_EVENT: Final[Json] = {"$ref": "#/components/schemas/ExternalScheduledEventResponse"}
_ROLE: Final[Json] = {"$ref": "#/components/schemas/GuildRoleResponse"}
_TIME: Final[Json] = {"type": "string", "format": "date-time"}
_OPTIONAL_TIME: Final[Json] = {"type": ["string", "null"], "format": "date-time"}
_STRING: Final[Json] = {"type": "string"}
_INTEGER: Final[Json] = {"type": "integer"}
_BOOLEAN: Final[Json] = {"type": "boolean"}
_NEVER_NULL: Final[Json] = {"not": {"type": "null"}}
_DIGITS: Final[Json] = {"type": "string", "pattern": "^[0-9]+$"}


def _object(required: dict[str, Json], optional: dict[str, Json] | None = None) -> Json:
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": sorted(required),
    }


_MEMBER_FIELDS: Final[Json] = {
    "roles": _IDS,
    "joined_at": _OPTIONAL_TIME,
    "deaf": _BOOLEAN,
    "mute": _BOOLEAN,
    "flags": _INTEGER,
}
_MEMBER: Final[Json] = _object(_MEMBER_FIELDS)
_MEMBER_WITH_USER: Final[Json] = _object({**_MEMBER_FIELDS, "user": _USER})
_CHANNEL: Final[Json] = _object(
    {"id": _ID, "type": _INTEGER},
    {"guild_id": _ID, "name": _STRING, "position": _INTEGER, "permission_overwrites": {"type": "array"}},
)
_THREAD_MEMBER: Final[Json] = _object({"id": _ID, "user_id": _ID, "join_timestamp": _TIME, "flags": _INTEGER})
_APPLICATION: Final[Json] = _object({"id": _ID, "flags": _INTEGER})
_GUILD: Final[Json] = _object(
    {
        "id": _ID,
        "name": _STRING,
        "owner_id": _ID,
        "roles": {"type": "array", "items": _ROLE},
        "joined_at": _TIME,
        "large": _BOOLEAN,
        "member_count": _INTEGER,
        "members": {"type": "array", "items": _MEMBER_WITH_USER, "minItems": 1},
        "channels": {"type": "array", "items": _CHANNEL},
        "threads": {"type": "array", "items": _THREAD},
        "presences": {"type": "array"},
        "voice_states": {"type": "array"},
        "stage_instances": {"type": "array"},
        "guild_scheduled_events": {"type": "array"},
        "preferred_locale": _STRING,
        "features": {"type": "array", "items": _STRING},
    }
)
_MESSAGE_EVENT: Final[Json] = {
    "allOf": [
        _MESSAGE,
        _object(
            {},
            {
                "guild_id": _ID,
                "member": _MEMBER,
                **dict.fromkeys(
                    (
                        "thread",
                        "poll",
                        "interaction_metadata",
                        "application",
                        "message_reference",
                        "nonce",
                        "webhook_id",
                    ),
                    _NEVER_NULL,
                ),
            },
        ),
    ]
}
_DELETED: Final[Json] = _object({"id": _ID, "channel_id": _ID}, {"guild_id": _ID})
_REACTION: Final[Json] = _object(
    {"channel_id": _ID, "message_id": _ID, "emoji": {"type": "object"}},
    {"user_id": _ID, "guild_id": _ID, "member": _MEMBER_WITH_USER},
)
_INTERACTION: Final[Json] = {
    "allOf": [
        _object(
            {
                "id": _ID,
                "application_id": _ID,
                "type": {"type": "integer", "enum": [2, 3, 4, 5]},
                "token": _STRING,
                "version": {"type": "integer", "enum": [1]},
                "data": {"type": "object"},
                "channel": _object({"id": _ID, "type": _INTEGER}),
                "channel_id": _ID,
                "app_permissions": _DIGITS,
                "locale": _STRING,
                "entitlements": {"type": "array"},
                "authorizing_integration_owners": {"type": "object", "additionalProperties": _STRING},
                "context": {"type": "integer", "enum": [0, 1, 2]},
                "attachment_size_limit": _INTEGER,
            },
            {
                "guild_id": _ID,
                "guild": _object({"id": _ID}),
                "guild_locale": _STRING,
                "member": _object({**_MEMBER_FIELDS, "user": _USER, "permissions": _DIGITS}),
                "user": _USER,
                "message": _MESSAGE,
            },
        )
    ]
}

EVENT_SCHEMAS: Final[dict[str, Json]] = {
    "READY": _object(
        {
            "v": {"type": "integer", "enum": [10]},
            "user": _USER,
            "guilds": {"type": "array", "items": _object({"id": _ID, "unavailable": _BOOLEAN})},
            "session_id": _STRING,
            "resume_gateway_url": _STRING,
            "application": _APPLICATION,
        },
        {"shard": {"type": "array", "items": _INTEGER, "minItems": 2, "maxItems": 2}},
    ),
    "RESUMED": {"type": "object"},
    "GUILD_CREATE": _GUILD,
    "GUILD_UPDATE": _object({"id": _ID, "name": _STRING}),
    "GUILD_DELETE": _object({"id": _ID}, {"unavailable": _BOOLEAN}),
    "GUILD_ROLE_CREATE": _object({"guild_id": _ID, "role": _ROLE}),
    "GUILD_ROLE_UPDATE": _object({"guild_id": _ID, "role": _ROLE}),
    "GUILD_ROLE_DELETE": _object({"guild_id": _ID, "role_id": _ID}),
    "GUILD_MEMBER_ADD": _object({**_MEMBER_FIELDS, "user": _USER, "guild_id": _ID}),
    "GUILD_MEMBER_UPDATE": _object({"guild_id": _ID, "roles": _IDS, "user": _USER}),
    "GUILD_MEMBER_REMOVE": _object({"guild_id": _ID, "user": _USER}),
    "GUILD_MEMBERS_CHUNK": _object(
        {
            "guild_id": _ID,
            "members": {"type": "array", "items": _MEMBER_WITH_USER},
            "chunk_index": _INTEGER,
            "chunk_count": _INTEGER,
        },
        {"not_found": {"type": "array"}, "nonce": _STRING},
    ),
    "GUILD_SCHEDULED_EVENT_CREATE": _SCHEDULED_EVENT,
    "GUILD_SCHEDULED_EVENT_UPDATE": _SCHEDULED_EVENT,
    "GUILD_SCHEDULED_EVENT_DELETE": _SCHEDULED_EVENT,
    "GUILD_AUDIT_LOG_ENTRY_CREATE": _object({"guild_id": _ID, "id": _ID, "action_type": _INTEGER}),
    "CHANNEL_CREATE": _CHANNEL,
    "CHANNEL_UPDATE": _CHANNEL,
    "CHANNEL_DELETE": _CHANNEL,
    "CHANNEL_PINS_UPDATE": _object({"channel_id": _ID}, {"guild_id": _ID, "last_pin_timestamp": _TIME}),
    "THREAD_CREATE": {"allOf": [_THREAD, _object({}, {"newly_created": _BOOLEAN})]},
    "THREAD_UPDATE": _THREAD,
    "THREAD_DELETE": _object({"id": _ID, "guild_id": _ID, "parent_id": _ID, "type": _INTEGER}),
    "THREAD_MEMBERS_UPDATE": _object(
        {"id": _ID, "guild_id": _ID, "member_count": _INTEGER},
        {"added_members": {"type": "array", "items": _THREAD_MEMBER}, "removed_member_ids": _IDS},
    ),
    "THREAD_MEMBER_UPDATE": {"allOf": [_THREAD_MEMBER, _object({"guild_id": _ID})]},
    "MESSAGE_CREATE": _MESSAGE_EVENT,
    "MESSAGE_UPDATE": _MESSAGE_EVENT,
    "MESSAGE_DELETE": _DELETED,
    "MESSAGE_DELETE_BULK": _object({"ids": _IDS, "channel_id": _ID}, {"guild_id": _ID}),
    "MESSAGE_REACTION_ADD": _REACTION,
    "MESSAGE_REACTION_REMOVE": _REACTION,
    "MESSAGE_REACTION_REMOVE_ALL": _object({"channel_id": _ID, "message_id": _ID}, {"guild_id": _ID}),
    "TYPING_START": _object({"channel_id": _ID, "user_id": _ID, "timestamp": _INTEGER}, {"guild_id": _ID}),
    "USER_UPDATE": _USER,
    "INTERACTION_CREATE": _INTERACTION,
}
