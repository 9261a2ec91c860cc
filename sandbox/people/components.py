"""A message's buttons and selects, used as a client allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sandbox.errors import CannotDo
from sandbox.rules.components import BUTTON, SELECTS, STRING_SELECT, walk

if TYPE_CHECKING:
    from sandbox.people.resolved_data import Resolver
    from sandbox.wire import Json
    from sandbox.world import Message

_LINK, _PREMIUM = 5, 6
USER_SELECT, ROLE_SELECT, CHANNEL_SELECT = 5, 6, 8
_NAMES: Final = {BUTTON: "button"} | dict.fromkeys(SELECTS, "select")


def _find(message: Message, kinds: frozenset[int], wanted: str) -> Json:
    """Find a component by its custom id, or a button by its label; it must be unique and enabled."""
    parts = [part for _, part in walk(message.components) if part.get("type") in kinds]
    found = [part for part in parts if part.get("custom_id") == wanted]
    found = found or [part for part in parts if wanted and part.get("label") == wanted]
    if not found:
        raise CannotDo(f"there is no {_NAMES[min(kinds)]} {wanted!r} on this message")
    if len(found) > 1:
        raise CannotDo(f"{wanted!r} is on {len(found)} components of this message")
    if found[0].get("disabled"):
        raise CannotDo(f"{wanted!r} is disabled")
    return found[0]


def click_data(message: Message, wanted: str) -> Json:
    """Return the data for a click."""
    button = _find(message, frozenset({BUTTON}), wanted)
    if button.get("style") in {_LINK, _PREMIUM}:
        raise CannotDo(f"{wanted!r} opens a page: the bot never hears of it")
    return {"custom_id": button["custom_id"], "component_type": BUTTON, "id": button.get("id", 0)}


def select_data(message: Message, wanted: str, values: object, resolver: Resolver) -> Json:
    """Return the data for a choice in a select."""
    select = _find(message, SELECTS, wanted)
    data: Json = {
        "custom_id": select["custom_id"],
        "component_type": select["type"],
        "id": select.get("id", 0),
        "values": chosen_values(select, values, resolver),
    }
    if resolver.resolved:
        data["resolved"] = resolver.resolved
    return data


def chosen_values(select: Json, values: object, resolver: Resolver, *, optional: bool = False) -> list[str]:
    """Check a person's choice in a select, and return its values as sent to Discord."""
    if not isinstance(values, list) or len({str(each) for each in values}) != len(values):
        raise CannotDo("a select takes a list of different values")
    least, most = select.get("min_values"), select.get("max_values")
    least, most = 1 if least is None else least, 1 if most is None else most
    if not least <= len(values) <= most and not (optional and not values):
        raise CannotDo(f"this select takes {least} to {most} values")
    if select["type"] == STRING_SELECT:
        offered = {option["value"] for option in select["options"]}
        unknown = [each for each in values if each not in offered]
        if unknown:
            raise CannotDo(f"this select does not offer {unknown[0]!r}")
        return list(values)
    return [_entity(select, resolver, each) for each in values]


def _entity(select: Json, resolver: Resolver, value: object) -> str:
    if select["type"] == CHANNEL_SELECT:
        return resolver.channel(value, select.get("channel_types"))
    if select["type"] == ROLE_SELECT:
        return resolver.role(value)
    return resolver.user(value) if select["type"] == USER_SELECT else resolver.mentionable(value)
