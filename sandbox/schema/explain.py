"""Explanations of why a value does not fit a schema, worded and nested as Discord does.

A fast validator decides whether a body is valid; this slower walk runs only if it is not. If a schema offers several
branches, the walk first picks the one that the value is meant for: the branch whose `type` allows the value's own
`type`.
"""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sandbox.wire import Json

Problem = tuple[tuple[str | int, ...], str, str]
"""The path to the bad value, Discord's inner code, and a sentence."""

_KINDS: Final[dict[str, tuple[type, ...]]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
_WRONG_KIND: Final = {
    "object": ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType"),
    "array": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    "string": ("STRING_TYPE_CONVERT", "Could not interpret value as string."),
    "integer": ("NUMBER_TYPE_COERCE", "Value is not int."),
    "number": ("NUMBER_TYPE_COERCE", "Value is not a number."),
    "boolean": ("BOOLEAN_TYPE_CHOICES", "Must be either true or false."),
    "null": ("BASE_TYPE_CHOICES", "Must be null."),
}
REQUIRED: Final = ("BASE_TYPE_REQUIRED", "This field is required")
_URL_SCHEMES: Final = frozenset({"http", "https", "discord"})


def is_url(text: str) -> bool:
    """Return whether Discord accepts this as a URL; `attachment://` names a file in the same message."""
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    if parts.scheme == "attachment":
        return bool(parts.netloc)
    return parts.scheme in _URL_SCHEMES and bool(parts.netloc) and not re.search(r"\s", text)


def is_timestamp(text: str) -> bool:
    """Return whether this is an ISO 8601 time."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


class Explainer:
    """Walks a schema and a value together. `document` is the document that the schema's references point into."""

    def __init__(self, document: Json) -> None:
        self._document = document
        self._resolve = lru_cache(maxsize=None)(self._look_up)
        self._known: dict[tuple[object, ...], _Branches] = {}

    def _look_up(self, reference: str) -> Any:
        node: Any = self._document
        for step in reference.partition("#")[2].strip("/").split("/"):
            node = node[step.replace("~1", "/").replace("~0", "~")]
        return node

    def resolved(self, schema: Json) -> Json:
        """Return the schema that a reference points to, or the schema itself if it is not a reference."""
        while "$ref" in schema:
            target: Json = self._resolve(schema["$ref"])
            schema = target
        return schema

    # ---------------------------------------------------------------- problems

    def problems(self, schema: Json, value: object, path: tuple[str | int, ...] = ()) -> list[Problem]:
        """List the problems with a value; the list is empty if the value fits."""
        schema = self.resolved(schema)
        branches = schema.get("oneOf") or schema.get("anyOf")
        if branches:
            chosen = self._choose(branches, value, path)
            if isinstance(chosen, list):
                return chosen
            return self.problems(chosen, value, path)
        found = [problem for each in schema.get("allOf", ()) for problem in self.problems(each, value, path)]
        found += self._own_problems(schema, value, path)
        return found

    def _choose(self, branches: list[Json], value: object, path: tuple[str | int, ...]) -> Json | list[Problem]:
        """Pick the branch that a value is meant for, or explain why none applies."""
        fitting = [self.resolved(each) for each in branches]
        fitting = [each for each in fitting if self._right_kind(each, value)]
        if not fitting:
            wanted = [self.resolved(each) for each in branches]
            return self._own_problems(wanted[-1], value, path) or [(path, *_WRONG_KIND["object"])]
        if isinstance(value, dict) and len(fitting) > 1:
            by_type = [each for each in fitting if self._type_allows(each, value.get("type"))]
            if not by_type and "type" in value:
                allowed = sorted({kind for each in fitting for kind in self._types_of(each)})
                return [((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {_listed(allowed)}.")]
            fitting = by_type or fitting
        return min(fitting, key=lambda each: len(self.problems(each, value, path)))

    def _right_kind(self, schema: Json, value: object) -> bool:
        kinds = _kinds_of(schema)
        if not kinds:
            branches = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf") or ()
            return not branches or any(self._right_kind(self.resolved(each), value) for each in branches)
        return any(_is_kind(value, kind) for kind in kinds)

    def _types_of(self, schema: Json) -> list[int]:
        own = schema.get("properties", {}).get("type")
        if own is None:
            return []
        own = self.resolved(own)
        found: list[int] = []
        for each in (own, *own.get("oneOf", ())):
            found += each.get("enum") or ([each["const"]] if "const" in each else [])
        return found

    def _type_allows(self, schema: Json, kind: object) -> bool:
        types = self._types_of(schema)
        return kind in types if kind is not None else not types or "type" not in schema.get("required", ())

    def _own_problems(self, schema: Json, value: object, path: tuple[str | int, ...]) -> list[Problem]:
        kinds = _kinds_of(schema)
        if kinds and not any(_is_kind(value, kind) for kind in kinds):
            return [(path, *_WRONG_KIND[kinds[0]])]
        allowed = schema.get("enum") or ([schema["const"]] if "const" in schema else None)
        if allowed is not None and value is not None and value not in allowed:
            return [(path, "BASE_TYPE_CHOICES", f"Value must be one of {_listed(allowed)}.")]
        if isinstance(value, list):
            return self._list_problems(schema, value, path)
        if isinstance(value, dict):
            return self._object_problems(schema, value, path)
        plain: Iterable[tuple[str, str]] = ()
        if isinstance(value, str):
            plain = _string_problems(schema, value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            plain = _number_problems(schema, value)
        return [(path, *problem) for problem in plain]

    def _list_problems(self, schema: Json, value: list[Any], path: tuple[str | int, ...]) -> list[Problem]:
        found = [(path, *problem) for problem in _length_problems(schema, len(value), "Items", "items")]
        if schema.get("uniqueItems") and any(each in value[:index] for index, each in enumerate(value)):
            found.append((path, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value"))
        if "items" in schema:
            for index, each in enumerate(value):
                found += self.problems(schema["items"], each, (*path, index))
        return found

    def _object_problems(self, schema: Json, value: Json, path: tuple[str | int, ...]) -> list[Problem]:
        found = [((*path, key), *REQUIRED) for key in schema.get("required", ()) if key not in value]
        known = schema.get("properties", {})
        extra = schema.get("additionalProperties")
        for key, each in value.items():
            if key in known:
                found += self.problems(known[key], each, (*path, key))
            elif isinstance(extra, dict):
                found += self.problems(extra, each, (*path, key))
        return found

    # ------------------------------------------------------------ unknown keys

    def unknown_keys(self, schema: Json, value: object) -> Iterator[str]:
        """Yield the keys that no branch of the document's schema mentions; they may be misspelt fields."""
        return self._unknown_keys((schema,), value, "")

    def _unknown_keys(self, schemas: Sequence[Json], value: object, path: str) -> Iterator[str]:
        if isinstance(value, list):
            items = self._branches(schemas, None).items
            for each in value if items else ():
                yield from self._unknown_keys(items, each, f"{path}[]")
        elif isinstance(value, dict):
            known = self._branches(schemas, value.get("type")).properties
            if known is None:
                return
            for key, each in value.items():
                if key not in known:
                    yield f"{path}.{key}".lstrip(".")
                elif isinstance(each, dict | list):
                    yield from self._unknown_keys(known[key], each, f"{path}.{key}")

    def _branches(self, schemas: Sequence[Json], kind: object) -> _Branches:
        """Return what all branches of some of the document's schemas say of an object of a kind, or of a list."""
        key = (*map(id, schemas), kind if isinstance(kind, str | int) else None)
        known = self._known.get(key)
        if known is None:
            branches = [branch for schema in schemas for branch in self._all_branches(schema, kind)]
            known = self._known[key] = _Branches.of(branches)
        return known

    def _all_branches(self, schema: Json, kind: object) -> Iterator[Json]:
        schema = self.resolved(schema)
        branches = [*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())]
        yield schema
        for each in branches:
            branch = self.resolved(each)
            types = self._types_of(branch)
            if kind is None or not types or kind in types:
                yield from self._all_branches(branch, kind)


class _Branches(NamedTuple):
    """What some branches of a schema say: of a list's items, and of an object's properties.

    Attributes:
        properties: the schemas of each property, or None if the object may have any.
    """

    items: Sequence[Json]
    properties: Mapping[str, Sequence[Json]] | None

    @classmethod
    def of(cls, branches: Sequence[Json]) -> _Branches:
        """Return what these branches say together."""
        items = [each["items"] for each in branches if "items" in each]
        closed = [each["properties"] for each in branches if "properties" in each]
        if not closed or any("additionalProperties" in each for each in branches):
            return cls(items, None)
        properties: dict[str, list[Json]] = {}
        for each in closed:
            for key, schema in each.items():
                properties.setdefault(key, []).append(schema)
        return cls(items, properties)


def _kinds_of(schema: Json) -> list[str]:
    kinds = schema.get("type", [])
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _is_kind(value: object, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _KINDS[kind])


def _listed(values: list[Any]) -> str:
    return "{" + ", ".join(str(each) for each in values) + "}"


def _length_problems(schema: Json, length: int, suffix: str, noun: str) -> Iterator[tuple[str, str]]:
    least, most = schema.get(f"min{suffix}"), schema.get(f"max{suffix}")
    too_short = least is not None and length < least
    too_long = most is not None and length > most
    if not (too_short or too_long):
        return
    where = "in length" if noun == "characters" else "items"
    if least and most is not None:
        yield "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    elif too_long:
        yield "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length."
    else:
        yield "BASE_TYPE_MIN_LENGTH", f"Must be {least} or more {where}."


def _string_problems(schema: Json, value: str) -> Iterator[tuple[str, str]]:
    yield from _length_problems(schema, len(value), "Length", "characters")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield "STRING_TYPE_REGEX", "String value did not match validation regex."
    if schema.get("format") == "uri" and not is_url(value):
        yield "URL_TYPE_INVALID_URL", "Not a well formed URL."
    if schema.get("format") == "date-time" and not is_timestamp(value):
        yield "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601."


def _number_problems(schema: Json, value: float) -> Iterator[tuple[str, str]]:
    least, most = schema.get("minimum"), schema.get("maximum")
    if most is not None and value > most:
        yield "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}."
    if least is not None and value < least:
        yield "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}."
