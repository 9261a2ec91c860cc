"""Discord's end of the line: takes every request of discord.py, keeps what it says, and answers without a network."""

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp
from msgspec import Struct

FIRST_ID: Final = 10**18
THREAD, DIRECT = 11, 1
BOT_ID: Final = 1
BOT: Final = {"id": str(BOT_ID), "username": "Tableside", "discriminator": "0", "avatar": None, "bot": True}


class Sent(Struct):
    """A request to Discord: the method and path, with ids replaced by a star, its JSON, and the files by name."""

    request: str
    payload: dict[str, Any]
    files: dict[str, bytes]


class Answered:
    """An HTTP response from Discord."""

    headers: Final = {"content-type": "application/json"}

    def __init__(self, content: Any) -> None:
        self.status = 404 if content is None else 200
        self.reason = "OK" if content is not None else "Not Found"
        self.content = {"code": 0, "message": "not here"} if content is None else content

    async def text(self, encoding: str = "utf-8") -> str:
        return json.dumps(self.content)


class DiscordStandIn:
    """Stands in for the session of discord.py's HTTP client. `note` is called with every request that it takes."""

    def __init__(self, note: Callable[[Sent], None]) -> None:
        self._note = note
        self._ids = count(FIRST_ID)
        self._direct: dict[str, str] = {}

    def new_id(self) -> int:
        """Return an id that nothing else has."""
        return next(self._ids)

    @asynccontextmanager
    async def request(self, method: str, url: str, data: Any = None, **_: Any) -> AsyncIterator[Answered]:
        """Take a request as aiohttp's session would."""
        path = urlsplit(str(url)).path.partition("/api/v10/")[2].split("/")
        sent = Sent(" ".join((method, _shape(path))), *_content(data))
        self._note(sent)
        yield Answered(self._answer(method, path, sent.payload))

    def _answer(self, method: str, path: list[str], payload: Mapping[str, Any]) -> Any:
        """Return what Discord answers; None for what is not there."""
        match method, *path:
            case "POST", "users", "@me", "channels":
                user = str(payload["recipient_id"])
                number = self._direct.setdefault(user, str(self.new_id()))
                person = {"id": user, "username": user, "discriminator": "0", "avatar": None}
                return {"id": number, "type": DIRECT, "recipients": [person]}
            case "POST", "channels", channel, *_, "threads":
                return {"id": str(self.new_id()), "type": THREAD, "parent_id": channel, "name": payload["name"]}
            case "POST", "interactions", *_:
                callback = {"id": path[1], "type": 3, "response_message_id": str(self.new_id())}
                return {"interaction": callback, "resource": {"type": payload["type"]}}
            case ("POST", "channels", channel, "messages") | ("PATCH", "channels", channel, "messages", _):
                return self._message(path, channel, payload)
            case ("POST", "webhooks", *_) | ("PATCH", "webhooks", *_):
                return self._message(path, "1", payload)
            case "GET", "channels", _, "messages":
                return []
            case "GET", *_:
                return None
            case "POST", *_:
                return {"id": str(self.new_id())}
            case _:
                return {}

    def _message(self, path: list[str], channel: str, payload: Mapping[str, Any]) -> dict[str, Any]:
        return message(path[-1] if path[-1].isdecimal() else str(self.new_id()), channel, payload)


def message(number: str, channel: str, payload: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message of the bot's as Discord describes it, with what `payload` says."""
    return {
        "id": number,
        "channel_id": channel,
        "author": BOT,
        "content": payload.get("content") or "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": payload.get("embeds") or [],
        "components": payload.get("components") or [],
        "pinned": False,
        "type": 0,
        "flags": payload.get("flags") or 0,
    }


def _shape(path: list[str]) -> str:
    """Return a path with a star for every id and token."""
    if path[0] in ("webhooks", "interactions"):
        return "/".join((path[0], "*", *path[3:]))
    return "/".join("*" if part.isdecimal() else part for part in path)


def _content(data: Any) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the JSON of a request's body, and its files by name."""
    if not data:
        return {}, {}
    if not isinstance(data, aiohttp.FormData):
        return json.loads(data), {}
    payload: dict[str, Any] = {}
    files = {}
    for about, _, value in data._fields:
        if about["name"] == "payload_json":
            payload = json.loads(value)
        else:
            files[about["filename"]] = value.read()
    return payload, files
