"""The events that a session receives for its declared intents.

Discord documentation, "Gateway: List of Intents" and "Gateway: Message Content Intent".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.wire import Json

GUILDS = 1 << 0
GUILD_MEMBERS = 1 << 1
GUILD_MODERATION = 1 << 2
GUILD_EXPRESSIONS = 1 << 3
GUILD_INTEGRATIONS = 1 << 4
GUILD_WEBHOOKS = 1 << 5
GUILD_INVITES = 1 << 6
GUILD_VOICE_STATES = 1 << 7
GUILD_PRESENCES = 1 << 8
GUILD_MESSAGES = 1 << 9
GUILD_MESSAGE_REACTIONS = 1 << 10
GUILD_MESSAGE_TYPING = 1 << 11
DIRECT_MESSAGES = 1 << 12
DIRECT_MESSAGE_REACTIONS = 1 << 13
DIRECT_MESSAGE_TYPING = 1 << 14
MESSAGE_CONTENT = 1 << 15
GUILD_SCHEDULED_EVENTS = 1 << 16
AUTO_MODERATION_CONFIGURATION = 1 << 20
AUTO_MODERATION_EXECUTION = 1 << 21
GUILD_MESSAGE_POLLS = 1 << 24
DIRECT_MESSAGE_POLLS = 1 << 25

PRIVILEGED: Final = {
    "members": GUILD_MEMBERS,
    "presences": GUILD_PRESENCES,
    "message_content": MESSAGE_CONTENT,
}
ALL: Final = (1 << 17) - 1 | 0b11 << 20 | 0b11 << 24


def _prefixed(prefixes: Iterable[str], suffixes: Iterable[str]) -> list[str]:
    return [f"{prefix}_{suffix}" for prefix in prefixes for suffix in suffixes]


_GATES: Final[dict[str, tuple[int, int]]] = {
    **dict.fromkeys(_prefixed(("GUILD",), ("CREATE", "UPDATE", "DELETE")), (GUILDS, 0)),
    **dict.fromkeys(_prefixed(("GUILD_ROLE",), ("CREATE", "UPDATE", "DELETE")), (GUILDS, 0)),
    **dict.fromkeys(_prefixed(("CHANNEL", "THREAD", "STAGE_INSTANCE"), ("CREATE", "UPDATE", "DELETE")), (GUILDS, 0)),
    "CHANNEL_PINS_UPDATE": (GUILDS, DIRECT_MESSAGES),
    "THREAD_LIST_SYNC": (GUILDS, 0),
    "THREAD_MEMBER_UPDATE": (GUILDS, 0),
    "THREAD_MEMBERS_UPDATE": (GUILDS, 0),
    **dict.fromkeys(_prefixed(("GUILD_MEMBER",), ("ADD", "UPDATE", "REMOVE")), (GUILD_MEMBERS, 0)),
    "GUILD_AUDIT_LOG_ENTRY_CREATE": (GUILD_MODERATION, 0),
    **dict.fromkeys(_prefixed(("GUILD_BAN",), ("ADD", "REMOVE")), (GUILD_MODERATION, 0)),
    **dict.fromkeys(_prefixed(("GUILD",), ("EMOJIS_UPDATE", "STICKERS_UPDATE")), (GUILD_EXPRESSIONS, 0)),
    "GUILD_INTEGRATIONS_UPDATE": (GUILD_INTEGRATIONS, 0),
    **dict.fromkeys(_prefixed(("INTEGRATION",), ("CREATE", "UPDATE", "DELETE")), (GUILD_INTEGRATIONS, 0)),
    "WEBHOOKS_UPDATE": (GUILD_WEBHOOKS, 0),
    **dict.fromkeys(_prefixed(("INVITE",), ("CREATE", "DELETE")), (GUILD_INVITES, 0)),
    "VOICE_STATE_UPDATE": (GUILD_VOICE_STATES, 0),
    "PRESENCE_UPDATE": (GUILD_PRESENCES, 0),
    **dict.fromkeys(
        _prefixed(("MESSAGE",), ("CREATE", "UPDATE", "DELETE", "DELETE_BULK")),
        (GUILD_MESSAGES, DIRECT_MESSAGES),
    ),
    **dict.fromkeys(
        _prefixed(("MESSAGE_REACTION",), ("ADD", "REMOVE", "REMOVE_ALL", "REMOVE_EMOJI")),
        (GUILD_MESSAGE_REACTIONS, DIRECT_MESSAGE_REACTIONS),
    ),
    "TYPING_START": (GUILD_MESSAGE_TYPING, DIRECT_MESSAGE_TYPING),
    **dict.fromkeys(
        _prefixed(("GUILD_SCHEDULED_EVENT",), ("CREATE", "UPDATE", "DELETE", "USER_ADD", "USER_REMOVE")),
        (GUILD_SCHEDULED_EVENTS, 0),
    ),
    **dict.fromkeys(
        _prefixed(("AUTO_MODERATION_RULE",), ("CREATE", "UPDATE", "DELETE")),
        (AUTO_MODERATION_CONFIGURATION, 0),
    ),
    "AUTO_MODERATION_ACTION_EXECUTION": (AUTO_MODERATION_EXECUTION, 0),
    **dict.fromkeys(_prefixed(("MESSAGE_POLL_VOTE",), ("ADD", "REMOVE")), (GUILD_MESSAGE_POLLS, DIRECT_MESSAGE_POLLS)),
}


def wanted(event: str, payload: Json, intents: int) -> bool:
    """Return whether a session with these intents receives this event; events without an intent go to every session."""
    gate = _GATES.get(event)
    if gate is None:
        return True
    in_guild, in_dm = gate
    needed = in_guild if "guild_id" in payload or not in_dm else in_dm
    return bool(intents & needed)
