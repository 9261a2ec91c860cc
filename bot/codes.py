"""The error codes of Discord's that mean something to us.

Discord documentation, "Opcodes and Status Codes: JSON Error Codes".
"""

from typing import Final

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_GUILD: Final = 10004
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_MEMBER: Final = 10007
UNKNOWN_USER: Final = 10013
UNKNOWN_WEBHOOK: Final = 10015
INVALID_TOKEN: Final = 50027
INVALID_FORM: Final = 50035
UNKNOWN_INTERACTION: Final = 10062
UNKNOWN_EVENT: Final = 10070
EVENTS_FULL: Final = 30038
MISSING_ACCESS: Final = 50001
CANNOT_DM: Final = 50007
MISSING_PERMISSIONS: Final = 50013
THREAD_ARCHIVED: Final = 50083
NO_MUTUAL_SERVER: Final = 50278
DM_TOO_FAST: Final = 40003
ALREADY_ACKNOWLEDGED: Final = 40060
THREAD_EXISTS: Final = 160004
EVENT_OVER: Final = 180000

NEXT_PLACE: Final = {
    MISSING_ACCESS: "Missing access",
    50008: "Cannot send messages in a non-text channel",
    50009: "Channel verification level is too high for you to gain access",
    MISSING_PERMISSIONS: "You lack permissions to perform that action",
    50024: "Cannot execute action on this channel type",
    40067: "A tag is required to create a forum post in this channel",
    160005: "This thread is locked",
    160006: "Maximum number of active threads reached",
    160007: "Maximum number of active announcement threads reached",
}
"""The codes after which something is said in the next place, with Discord's words for them."""
