"""Routes that answer interactions: the callback, and the webhook routes for an interaction's token."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.interactions import Open
    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.wire import Json

_WEBHOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"
_EPHEMERAL: Final = 1 << 6
_FOLLOW_UPS: Final = 5
"""The maximum number of follow-ups to an interaction if only a user has installed the app (Discord documentation,
"Interactions: Receiving and Responding", Create Followup Message)."""


def callback(parts: Parts, asked: ApiRequest) -> Json | None:
    """Accept the first answer to an interaction."""
    opened = _to_answer(parts, asked)
    body = asked.form
    if body.get("data") and _is_hushed(parts, opened):
        body = {**body, "data": _ephemeral(body["data"])}
    answer: Json = parts.world.request(asked.method, asked.path, body, files=asked.files)
    parts.interactions.answered(opened)
    if not asked.flag("with_response"):
        return None
    return _answer_body(answer)


def _to_answer(parts: Parts, asked: ApiRequest) -> Open:
    return parts.interactions.to_answer(
        asked.id("interaction_id"), asked.args["interaction_token"], asked.form.get("type")
    )


def _answer_body(answer: Json) -> Json:
    """Leave out fields that do not apply: Discord sends no message fields for an answer without a message."""
    interaction = {key: value for key, value in answer["interaction"].items() if value is not None}
    if "response_message_id" not in interaction:
        interaction.pop("response_message_loading", None)
        interaction.pop("response_message_ephemeral", None)
    return {**answer, "interaction": interaction}


def with_token(parts: Parts, asked: ApiRequest) -> Any:
    """Read, edit or delete an answer, or send a follow-up."""
    opened = parts.interactions.by_token(asked.id("webhook_id"), asked.args["webhook_token"])
    body = asked.body
    if asked.method == "POST" and opened is not None:
        if opened.by_user_alone and not opened.record.loading and len(opened.record.followup_ids) >= _FOLLOW_UPS:
            raise refusal("too_many_followups")
        if _is_hushed(parts, opened):
            body = _ephemeral(asked.form)
    answer = parts.world.request(asked.method, asked.path, body, asked.query, asked.files)
    if asked.method == "POST" and opened is None and not asked.flag("wait"):
        return None
    return answer


def _is_hushed(parts: Parts, opened: Open) -> bool:
    """Return whether only the user sees the answers: they alone installed the app and may not use external apps here.

    Discord documentation, "Topics: Permissions", USE_EXTERNAL_APPS.
    """
    record = opened.record
    return opened.by_user_alone and not parts.world.may(record.user_id, record.channel_id, "use_external_apps")


def _ephemeral(message: Json) -> Json:
    return {**message, "flags": int(message.get("flags") or 0) | _EPHEMERAL}


def without_message(parts: Parts, asked: ApiRequest) -> Any:
    """Return a webhook itself; an interaction's token does not count as a webhook here."""
    if parts.interactions.by_token(asked.id("webhook_id"), asked.args["webhook_token"]) is not None:
        raise refusal("unknown_webhook")
    return parts.world.request(asked.method, asked.path, asked.body, asked.query)


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    "POST /interactions/{interaction_id}/{interaction_token}/callback": callback,
    f"GET {_WEBHOOK}": without_message,
    f"POST {_WEBHOOK}": with_token,
    **{
        f"{method} {_WEBHOOK}/messages/{message}": with_token
        for method in ("GET", "PATCH", "DELETE")
        for message in ("@original", "{message_id}")
    },
}
