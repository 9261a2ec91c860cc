"""Validates requests, responses and events against Discord's OpenAPI file.

The file is Discord's (MIT licence, `discord/discord-api-spec`) and is not part of this repository: `TABLESIDE_OPENAPI`
names its path, or it is beside the checkout. Without it, nothing is checked, and the sandbox says so.

Two rules are relaxed for requests, because the documentation says so: an id may be a number, which Discord accepts and
discord.py sends, and a command's `default_member_permissions` may be a decimal string. The file lacks media channels
(type 16) and the types of files that options and inputs take, which the documentation describes, so they are added.
"""

from __future__ import annotations

import copy
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jsonschema_rs

from sandbox.channel_types import ChannelType
from sandbox.errors import invalid_form
from sandbox.rest.routing import Routes
from sandbox.schema.events import EVENT_SCHEMAS
from sandbox.schema.explain import Explainer, is_timestamp, is_url
from sandbox.wire import Json, decode

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.findings import Findings
    from sandbox.rest.request import ApiRequest

_OK, _CREATED, _NO_CONTENT = 200, 201, 204
_MAKING: Final = frozenset(
    {
        "POST /channels/{channel_id}/messages/{message_id}/threads",
        "POST /channels/{channel_id}/threads",
        "POST /guilds/{guild_id}/channels",
    }
)
"""Routes that answer with 201: needed if the file, which lists them, is missing."""
_HARMLESS: Final = frozenset(
    f"{prefix}{key}"
    for prefix in ("", "data.", "message.", "[].")
    for key in ("embeds[].flags", "embeds[].type", "tts", "nsfw")
)
"""Keys that discord.py sends but the file lacks; Discord accepts or ignores them."""
_FORUM: Final = int(ChannelType.FORUM)
_MEDIA: Final = int(ChannelType.MEDIA)
_TAKING_FILES: Final = (
    "ApplicationCommandAttachmentOption",
    "ApplicationCommandAttachmentOptionResponse",
    "FileUploadComponentForModalRequest",
)
_FILE_TYPES: Final[Json] = {"type": ["array", "null"], "items": {"type": "string"}}
_DECIMAL: Final[Json] = {"type": "string", "pattern": "^[0-9]+$"}
_FORMATS: Final[dict[str, Callable[[str], bool]]] = {"uri": is_url, "date-time": is_timestamp}


def find_openapi() -> Path | None:
    """Find Discord's OpenAPI file: at the path in `TABLESIDE_OPENAPI`, or else beside the checkout."""
    named = os.environ.get("TABLESIDE_OPENAPI")
    path = Path(named) if named else Path(__file__).parents[2].parent / "shared" / "data" / "discord-openapi.json"
    return path if path.is_file() else None


class SchemaChecker:
    """Checks traffic in both directions; without a file, it accepts everything."""

    def __init__(self, path: Path | None, findings: Findings) -> None:
        self.active = path is not None
        self._findings = findings
        if path is None:
            return
        self._requests, self._answers = _both_sides(path)
        self._paths: Json = self._answers.document["paths"]
        self._routes = Routes(tuple(self._paths))

    def check_request(self, asked: ApiRequest) -> None:
        """Refuse a body that Discord would refuse (50035, with the nested errors); warn about unknown keys."""
        operation = self._operation(asked.method, asked.path)
        if operation is None:
            return
        name, description = operation
        content = description.get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            return
        body = asked.body if asked.body is not None else {}
        schema = content["application/json"]["schema"]
        if not self._requests.fits(name, schema, body):
            raise invalid_form(
                self._requests.explainer.problems(schema, body)
                or [((), "BASE_TYPE_CHOICES", "The body fits no form that this route takes.")]
            )
        for key in self._requests.explainer.unknown_keys(schema, body):
            if key not in _HARMLESS:
                self._findings.add("warning", asked.route, f"Discord knows no field {key}")

    def check_answer(self, asked: ApiRequest, result: object) -> int:
        """Report a response of ours that Discord would not send; return the status that Discord would use."""
        operation = self._operation(asked.method, asked.path) if self.active else None
        if operation is None:
            return _CREATED if asked.route in _MAKING else _OK
        name, description = operation
        good = [status for status in description["responses"] if status.startswith("2")]
        if result is None:
            if str(_NO_CONTENT) not in good:
                self._findings.add("difference", asked.route, "answered nothing")
            return _NO_CONTENT
        for status in good:
            content = description["responses"][status].get("content", {})
            if "application/json" in content:
                self._complain(name, content["application/json"]["schema"], result)
                return int(status)
        self._findings.add("difference", asked.route, "answered with a body")
        return _OK

    def check_event(self, event: str, payload: Json) -> None:
        """Report an event of ours that Discord would not send."""
        if not self.active:
            return
        schema = EVENT_SCHEMAS.get(event)
        if schema is None:
            self._findings.add("difference", event, "this event has no schema here")
            return
        self._complain(event, schema, payload)

    def _complain(self, where: str, schema: Json, value: object) -> None:
        if self._answers.fits(where, schema, value):
            return
        problems = self._answers.explainer.problems(schema, value)
        if not problems:
            self._findings.add("difference", where, "fits no form that Discord uses")
        for path, _, message in problems:
            place = ".".join("[]" if isinstance(step, int) else step for step in path)
            self._findings.add("difference", where, f"{place}: {message}")

    def _operation(self, method: str, path: str) -> tuple[str, Json] | None:
        if not self.active:
            return None
        found = self._routes.find(path)
        if found is None or method.lower() not in self._paths[found[0]]:
            return None
        operation: Json = self._paths[found[0]][method.lower()]
        return f"{method} {found[0]}", operation


def _is_any_url(text: str) -> bool:
    """Return whether this is a URL of any kind; Discord itself also sends the URLs of gateways."""
    return is_url(text) or text.startswith(("ws://", "wss://"))


@lru_cache(maxsize=2)
def _both_sides(path: Path) -> tuple[_Side, _Side]:
    """Read the file in two ways: with the two relaxations for requests, and without them for what the sandbox sends."""
    document: Json = decode(path.read_bytes())
    _add_media_channels(document)
    for name in _TAKING_FILES:
        document["components"]["schemas"][name]["properties"]["file_types"] = _FILE_TYPES
    relaxed = copy.deepcopy(document)
    relaxed["components"]["schemas"]["SnowflakeType"] = {
        "anyOf": [document["components"]["schemas"]["SnowflakeType"], {"type": "integer", "minimum": 0}]
    }
    for schema in relaxed["components"]["schemas"].values():
        needed = schema.get("properties", {}).get("default_member_permissions")
        if needed is not None and "integer" in needed.get("type", ()):
            schema["properties"]["default_member_permissions"] = {"anyOf": [needed, _DECIMAL]}
    return _Side(relaxed, _FORMATS), _Side(document, _FORMATS | {"uri": _is_any_url})


def _add_media_channels(document: Json) -> None:
    types = {"$ref": "#/components/schemas/ChannelTypes"}
    document["components"]["schemas"]["ChannelTypes"]["oneOf"].append({"title": "GUILD_MEDIA", "const": _MEDIA})
    waiting: list[Any] = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if types in node.get("allOf", ()) and _FORUM in node.get("enum", ()):
                node["enum"].append(_MEDIA)
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node


class _Side:
    """One reading of the document, with the validators for the schemas needed so far."""

    _NAME: Final = "discord:api"

    def __init__(self, document: Json, formats: dict[str, Callable[[str], bool]]) -> None:
        self.document = document
        self.explainer = Explainer(document)
        self._formats = formats
        self._registry = jsonschema_rs.Registry([(self._NAME, document)])
        self._validators: dict[str, Any] = {}

    def fits(self, name: str, schema: Json, value: object) -> bool:
        """Return whether a value fits the schema of this name."""
        validator = self._validators.get(name)
        if validator is None:
            validator = self._validators[name] = jsonschema_rs.validator_for(
                _absolute(schema, self._NAME),
                registry=self._registry,
                validate_formats=True,
                formats=self._formats,
            )
        answer: bool = validator.is_valid(value)
        return answer


def _absolute(schema: Any, name: str) -> Any:
    """Make a schema's references point into the named document."""
    if isinstance(schema, dict):
        return {key: f"{name}{each}" if key == "$ref" else _absolute(each, name) for key, each in schema.items()}
    if isinstance(schema, list):
        return [_absolute(each, name) for each in schema]
    return schema
