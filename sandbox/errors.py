"""Errors: responses with Discord's codes and texts, and what stops a simulated person or a test.

The codes are those in Discord's documentation, "Opcodes and Status Codes: JSON Error Codes". A bot should branch on the
number; the texts are for people only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sandbox.wire import Json

Path = Sequence[str | int]


class ApiError(Exception):
    """A refusal with a status, a code and, for an invalid form, the nested list of problems."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> Json:
        """Return the JSON body in Discord's form."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class CannotDo(Exception):
    """Raised if a simulated person tries something that no real Discord client allows."""


class NotBuilt(Exception):
    """Raised if the bot uses a route or a field that this sandbox lacks."""


class Refused(Exception):
    """Raised if the sandbox refuses: a real client would not allow it, or the target does not exist."""


class NotSeen(AssertionError):
    """Raised if an expected event does not come in time; the text ends with the sandbox's journal."""


_CATALOGUE: Final[dict[str, tuple[int, int, str]]] = {
    "unauthorized": (401, 0, "401: Unauthorized"),
    "no_route": (404, 0, "404: Not Found"),
    "unknown_application": (404, 10002, "Unknown Application"),
    "unknown_channel": (404, 10003, "Unknown Channel"),
    "unknown_guild": (404, 10004, "Unknown Guild"),
    "unknown_member": (404, 10007, "Unknown Member"),
    "unknown_message": (404, 10008, "Unknown Message"),
    "unknown_user": (404, 10013, "Unknown User"),
    "unknown_emoji": (404, 10014, "Unknown Emoji"),
    "unknown_webhook": (404, 10015, "Unknown Webhook"),
    "unknown_interaction": (404, 10062, "Unknown interaction"),
    "unknown_command": (404, 10063, "Unknown application command"),
    "unknown_event": (404, 10070, "Unknown Guild Scheduled Event"),
    "too_many_emojis": (400, 30008, "Maximum number of emojis reached (2000)"),
    "too_many_commands": (400, 30032, "Maximum number of application commands reached (100)"),
    "too_many_command_creates": (
        400,
        30034,
        "Max number of daily application command creates has been reached (200)",
    ),
    "too_many_events": (400, 30038, "Maximum number of guild scheduled events reached (100)"),
    "dms_too_fast": (403, 40003, "You are opening direct messages too fast"),
    "request_too_large": (413, 40005, "Request entity too large"),
    "already_acknowledged": (400, 40060, "Interaction has already been acknowledged."),
    "too_many_followups": (400, 40094, "This interaction has reached the maximum number of follow up messages"),
    "missing_access": (403, 50001, "Missing Access"),
    "cannot_edit_other": (403, 50005, "Cannot edit a message authored by another user"),
    "tag_required": (400, 40067, "A tag is required to create a forum post in this channel"),
    "empty_message": (400, 50006, "Cannot send an empty message"),
    "cannot_dm": (403, 50007, "Cannot send messages to this user"),
    "not_a_text_channel": (400, 50008, "Cannot send messages in a non-text channel"),
    "missing_permissions": (403, 50013, "Missing Permissions"),
    "wrong_channel_type": (400, 50024, "Cannot execute action on this channel type"),
    "expired_token": (401, 50027, "Invalid Webhook Token"),
    "file_too_large": (400, 50045, "File uploaded exceeds the maximum size"),
    "thread_archived": (400, 50083, "Thread is archived"),
    "bad_json": (400, 50109, "The request body contains invalid JSON."),
    "no_mutual_guild": (403, 50278, "Cannot send messages to this user due to having no mutual guilds"),
    "thread_exists": (400, 160004, "A thread has already been created for this message"),
    "thread_locked": (400, 160005, "This thread is locked"),
    "too_many_threads": (400, 160006, "Maximum number of active threads reached"),
    "too_many_announcement_threads": (400, 160007, "Maximum number of active announcement threads reached"),
    "finished_event": (400, 180000, "Cannot update a finished event"),
}


def refusal(name: str) -> ApiError:
    """Create the refusal that the catalogue lists under this name."""
    return ApiError(*_CATALOGUE[name])


def invalid_form(problems: Iterable[tuple[Path, str, str]]) -> ApiError:
    """Create the refusal for an invalid form, in Discord's nested shape.

    Each problem is the path to the invalid value, the inner code (`BASE_TYPE_REQUIRED`) and a sentence. Discord nests
    them by path and puts a list named `_errors` at the end of each path.
    """
    tree: Json = {}
    for path, code, message in problems:
        node = tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})
    return ApiError(400, 50035, "Invalid Form Body", tree)
