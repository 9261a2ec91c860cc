"""Routes for a server's scheduled events that take place outside Discord (`EXTERNAL`).

Discord documentation, "Guild Scheduled Event": field requirements by entity type, valid status transitions, status
update automation, permissions requirements.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import NotBuilt, invalid_form, refusal

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.parts import Parts
    from sandbox.rest.request import ApiRequest
    from sandbox.schema.explain import Problem
    from sandbox.wire import Json

_EVENTS: Final = "/guilds/{guild_id}/scheduled-events"
_EVENT: Final = f"{_EVENTS}/{{guild_scheduled_event_id}}"
_EXTERNAL: Final = 3
_MOST: Final = 100
_SCHEDULED, _ACTIVE, _COMPLETED, _CANCELLED = 1, 2, 3, 4
_TRANSITIONS: Final = frozenset({(_SCHEDULED, _ACTIVE), (_ACTIVE, _COMPLETED), (_SCHEDULED, _CANCELLED)})
_FIELDS: Final = ("name", "description", "scheduled_start_time", "scheduled_end_time", "entity_metadata", "status")


def listed(parts: Parts, asked: ApiRequest) -> list[Json]:
    """List a server's events, which requires no permission."""
    return parts.world.scheduled_events(asked.id("guild_id"))


def create(parts: Parts, asked: ApiRequest) -> Json:
    """Create an event."""
    guild, form = asked.id("guild_id"), asked.form
    _require(parts, guild, "create_events")
    if form["entity_type"] != _EXTERNAL:
        raise NotBuilt("an event in a channel")
    _check(form)
    going_on = [each for each in parts.world.scheduled_events(guild) if each["status"] in (_SCHEDULED, _ACTIVE)]
    if len(going_on) >= _MOST:
        raise refusal("too_many_events")
    return parts.world.make_scheduled_event(guild, form)


def _check(form: Json) -> None:
    """Refuse a form with fields that an external event may not have, or without those that it needs."""
    problems: list[Problem] = []
    if form.get("channel_id") is not None:
        problems.append((("channel_id",), "BASE_TYPE_MUST_BE_NULL", "An external event has no channel"))
    if form.get("scheduled_end_time") is None:
        problems.append((("scheduled_end_time",), "BASE_TYPE_REQUIRED", "This field is required"))
    if not form["entity_metadata"].get("location"):
        problems.append((("entity_metadata", "location"), "BASE_TYPE_REQUIRED", "This field is required"))
    if problems:
        raise invalid_form(problems)


def one(parts: Parts, asked: ApiRequest) -> Json:
    """Return an event."""
    wanted = asked.args["guild_scheduled_event_id"]
    for each in parts.world.scheduled_events(asked.id("guild_id")):
        if each["id"] == wanted:
            return each
    raise refusal("unknown_event")


def change(parts: Parts, asked: ApiRequest) -> Json:
    """Change, start or end an event."""
    event = _own(parts, asked)
    wanted = asked.form.get("status", event["status"])
    if event["status"] in (_COMPLETED, _CANCELLED):
        raise refusal("finished_event")
    if wanted != event["status"] and (event["status"], wanted) not in _TRANSITIONS:
        raise invalid_form([(("status",), "BASE_TYPE_CHOICES", "This status does not follow the present one")])
    changes: Json = {key: asked.form[key] for key in _FIELDS if key in asked.form}
    if len(changes) != len(asked.form):
        raise NotBuilt(", ".join(sorted(asked.form.keys() - changes.keys())))
    return parts.world.change_scheduled_event(asked.id("guild_id"), int(event["id"]), changes)


def delete(parts: Parts, asked: ApiRequest) -> None:
    """Delete an event."""
    parts.world.delete_scheduled_event(asked.id("guild_id"), int(_own(parts, asked)["id"]))


def _own(parts: Parts, asked: ApiRequest) -> Json:
    """Find an event that the bot may change: its own with Create Events, or any with Manage Events."""
    event = one(parts, asked)
    mine = event["creator_id"] == str(parts.world.bot_id)
    _require(parts, asked.id("guild_id"), *(("create_events",) if mine else ()), "manage_events")
    return event


def _require(parts: Parts, guild: int, *permissions: str) -> None:
    """Refuse unless the bot has at least one of these permissions in the server."""
    if not parts.world.may_in_guild(parts.world.bot_id, guild, *permissions):
        raise refusal("missing_permissions")


HANDLERS: Final[dict[str, Callable[[Parts, ApiRequest], Any]]] = {
    f"GET {_EVENTS}": listed,
    f"POST {_EVENTS}": create,
    f"GET {_EVENT}": one,
    f"PATCH {_EVENT}": change,
    f"DELETE {_EVENT}": delete,
}
