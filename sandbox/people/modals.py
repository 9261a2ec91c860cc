"""Modals: a client's checks before it submits one, and the data that it sends.

Discord documentation, "Components: Component Reference" (the interactive components of modals).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sandbox.errors import CannotDo
from sandbox.people.components import chosen_values
from sandbox.rules.components import CHECKBOX_GROUP, FILE_UPLOAD, RADIO_GROUP, ROW, SELECTS, TEXT_DISPLAY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox.people.resolved_data import Resolver
    from sandbox.wire import Json

LABEL, TEXT_INPUT, CHECKBOX = 18, 4, 23
_MOST_TEXT: Final = 4000


def inputs(modal: Json) -> Iterator[Json]:
    """List a modal's inputs."""
    for part in modal["components"]:
        if part["type"] == LABEL:
            yield part["component"]
        elif part["type"] == ROW:
            yield from part["components"]


def submit_data(modal: Json, values: Json, resolver: Resolver) -> Json:
    """Return the data for a submitted modal: every input in its place with the person's value."""
    known = {each["custom_id"] for each in inputs(modal)}
    unknown = sorted(values.keys() - known)
    if unknown:
        raise CannotDo(f"this modal has no input {unknown[0]!r}")
    data: Json = {
        "custom_id": modal["custom_id"],
        "components": [_part(part, values, resolver) for part in modal["components"]],
    }
    if resolver.resolved:
        data["resolved"] = resolver.resolved
    return data


def _part(part: Json, values: Json, resolver: Resolver) -> Json:
    answer: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == LABEL:
        answer["component"] = _entered(part["component"], values, resolver)
    elif part["type"] == ROW:
        answer["components"] = [_entered(child, values, resolver) for child in part["components"]]
    return answer


def _entered(given: Json, values: Json, resolver: Resolver) -> Json:
    name, kind = given["custom_id"], given["type"]
    answer: Json = {"type": kind, "id": given["id"], "custom_id": name}
    value = values.get(name)
    if kind == TEXT_INPUT:
        return answer | {"value": _text(given, value)}
    if kind == CHECKBOX:
        return answer | {"value": _truth(given, value)}
    if kind == RADIO_GROUP:
        return answer | {"value": _radio(given, value)}
    if kind == TEXT_DISPLAY:
        return answer
    return answer | {"values": _several(given, value, resolver)}


def _required(given: Json) -> bool:
    return given.get("required") is not False


def _text(given: Json, value: Any) -> str:
    text = given.get("value") or "" if value is None else value
    if not isinstance(text, str):
        raise CannotDo(f"the input {given['custom_id']!r} takes text")
    if not text:
        if _required(given):
            raise CannotDo(f"the input {given['custom_id']!r} must not be empty")
        return ""
    least, most = given.get("min_length") or 0, given.get("max_length") or _MOST_TEXT
    if not least <= len(text) <= most:
        raise CannotDo(f"the input {given['custom_id']!r} takes {least} to {most} characters")
    return text


def _truth(given: Json, value: Any) -> bool:
    chosen = bool(given.get("default")) if value is None else value
    if not isinstance(chosen, bool):
        raise CannotDo(f"the checkbox {given['custom_id']!r} must be true or false")
    return chosen


def _radio(given: Json, value: Any) -> str | None:
    offered = [option["value"] for option in given["options"]]
    preset = next((option["value"] for option in given["options"] if option.get("default")), None)
    chosen: str | None = preset if value is None else value
    if chosen is None and _required(given):
        raise CannotDo(f"one of {given['custom_id']!r} must be chosen")
    if chosen is not None and chosen not in offered:
        raise CannotDo(f"{given['custom_id']!r} does not offer {chosen!r}")
    return chosen


def _several(given: Json, value: Any, resolver: Resolver) -> list[str]:
    kind = given["type"]
    presets = [option["value"] for option in given.get("options") or [] if option.get("default")]
    chosen = presets if value is None else value
    if not isinstance(chosen, list):
        raise CannotDo(f"{given['custom_id']!r} takes a list")
    if not chosen and _required(given) and (given.get("min_values") is None or given["min_values"]):
        raise CannotDo(f"{given['custom_id']!r} must not be empty")
    if kind in SELECTS:
        return chosen_values(given, chosen, resolver, optional=not _required(given))
    least = given.get("min_values")
    most = given.get("max_values")
    least = (1 if _required(given) else 0) if least is None else least
    most = (len(given["options"]) if kind == CHECKBOX_GROUP else 1) if most is None else most
    if chosen and not least <= len(chosen) <= most:
        raise CannotDo(f"{given['custom_id']!r} takes {least} to {most}")
    if kind == FILE_UPLOAD:
        return [resolver.file(each, given) for each in chosen]
    offered = {option["value"] for option in given["options"]}
    if not set(chosen) <= offered:
        raise CannotDo(f"{given['custom_id']!r} offers only {sorted(offered)}")
    return list(chosen)
