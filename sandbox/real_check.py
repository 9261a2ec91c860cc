"""Hold the sandbox against the real service: the same calls on both, and what differs in the answers.

    DISCORD_TOKEN=... python -m sandbox.real_check CHANNEL_ID

It needs the token of a test bot and a text channel where that bot may write, attach files and make threads.
It makes some twenty calls, half of them wrong on purpose, a second apart, and deletes its message. Compared
are status, code, the paths of form errors, and the fields of the answer; a field that one side has and the
other has not is a difference to explain or to mend.
"""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import aiohttp

from sandbox.schema import find_openapi
from sandbox.server import Sandbox
from sandbox.wire import Json, decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterator

REAL: Final = "https://discord.com/api/v10"
_PAUSE: Final = 1.0
_ROW: Final = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
_LONG: Final = {"title": "t", "description": "x" * 3001}


@dataclass(frozen=True, slots=True)
class Probe:
    """One call. Names in braces stand for what earlier answers gave: `{channel}`, `{message}`, `{thread}`."""

    name: str
    method: str
    path: str
    body: Json | None = None
    keeps: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What is compared of an answer."""

    status: int
    code: int | None = None
    errors: tuple[str, ...] = ()
    fields: frozenset[str] = field(default_factory=frozenset)


PROBES: Final = (
    Probe("who am I", "GET", "/users/@me"),
    Probe("the gateway", "GET", "/gateway/bot"),
    Probe("the channel", "GET", "/channels/{channel}"),
    Probe("a message", "POST", "/channels/{channel}/messages", {"content": "Checking."}, keeps="message"),
    Probe("the same nonce", "POST", "/channels/{channel}/messages", {"content": "n", "nonce": "tableside-1"}),
    Probe("an edit", "PATCH", "/channels/{channel}/messages/{message}", {"content": "Checked."}),
    Probe("a button", "PATCH", "/channels/{channel}/messages/{message}", {"components": [_ROW]}),
    Probe("empty", "POST", "/channels/{channel}/messages", {}),
    Probe("too long", "POST", "/channels/{channel}/messages", {"content": "x" * 2001}),
    Probe("embeds too long", "POST", "/channels/{channel}/messages", {"embeds": [_LONG, _LONG]}),
    Probe("the same id twice", "POST", "/channels/{channel}/messages", {"components": [_ROW, _ROW]}),
    Probe(
        "a reply to nothing",
        "POST",
        "/channels/{channel}/messages",
        {"content": "x", "message_reference": {"message_id": "1"}},
    ),
    Probe("no such message", "GET", "/channels/{channel}/messages/1"),
    Probe("no such channel", "GET", "/channels/1"),
    Probe("no such user", "GET", "/users/1"),
    Probe("no id at all", "GET", "/channels/lobby"),
    Probe("a late callback", "POST", "/interactions/1/token/callback", {"type": 5}),
    Probe("no such token", "POST", "/webhooks/1/token", {"content": "x"}),
    Probe(
        "a thread",
        "POST",
        "/channels/{channel}/messages/{message}/threads",
        {"name": "Check"},
        keeps="thread",
    ),
    Probe("a second thread", "POST", "/channels/{channel}/messages/{message}/threads", {"name": "Check"}),
    Probe("archiving", "PATCH", "/channels/{thread}", {"archived": True}),
    Probe("renaming what is archived", "PATCH", "/channels/{thread}", {"name": "Other"}),
    Probe("clearing up", "DELETE", "/channels/{channel}/messages/{message}"),
)


async def run(base: str, token: str, channel: str, pause: float = 0.0) -> dict[str, Result]:
    """Make all calls in order and give what is compared, by the calls' names."""
    known = {"channel": channel, "message": "1", "thread": "1"}
    results: dict[str, Result] = {}
    headers = {"Authorization": f"Bot {token}", "Content-Type": "application/json"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for probe in PROBES:
            data = encode(probe.body) if probe.body is not None else None
            url = base + probe.path.format(**known)
            async with session.request(probe.method, url, data=data) as response:
                raw = await response.read()
                body = decode(raw) if raw else {}
                results[probe.name] = _result(response.status, body)
            if probe.keeps is not None and "id" in body:
                known[probe.keeps] = body["id"]
            await asyncio.sleep(pause)
    return results


def _result(status: int, body: Any) -> Result:
    if not isinstance(body, dict):
        return Result(status)
    errors = tuple(sorted(_error_paths(body.get("errors") or {}, "")))
    fields = frozenset() if "code" in body else frozenset(body)
    return Result(status, body.get("code"), errors, fields)


def _error_paths(tree: Json, path: str) -> Iterator[str]:
    for key, node in tree.items():
        if key == "_errors":
            yield path.lstrip(".")
        else:
            yield from _error_paths(node, f"{path}.{key}")


def differences(real: dict[str, Result], ours: dict[str, Result]) -> Iterator[str]:
    """Say where the two sides differ."""
    for name, theirs in real.items():
        mine = ours[name]
        if (theirs.status, theirs.code, theirs.errors) != (mine.status, mine.code, mine.errors):
            yield (
                f"{name}: {theirs.status} {theirs.code} {list(theirs.errors)} there, "
                f"{mine.status} {mine.code} {list(mine.errors)} here"
            )
        for word, names in (("there", theirs.fields - mine.fields), ("here", mine.fields - theirs.fields)):
            if names:
                yield f"{name}: only {word}: {', '.join(sorted(names))}"


async def compare(base: str, token: str, channel: str, pause: float = _PAUSE) -> list[str]:
    """Make the calls on the real service and on a sandbox of our own, and list what differs."""
    real = await run(base, token, channel, pause)
    async with Sandbox(openapi=find_openapi()) as sandbox:
        guild = sandbox.facts()["guilds"][0]
        ours = await run(sandbox.api_base, sandbox.token, guild["channels"]["lobby"])
    return list(differences(real, ours))


def main() -> None:
    """Compare with the real service, as the command line and the environment say."""
    token = os.environ.get("DISCORD_TOKEN")
    if token is None or len(sys.argv) != 2:  # noqa: PLR2004 - the program's name and the channel
        sys.exit("usage: DISCORD_TOKEN=... python -m sandbox.real_check CHANNEL_ID")
    found = asyncio.run(compare(REAL, token, sys.argv[1]))
    sys.stdout.write("\n".join(found) + "\n" if found else "Nothing differs.\n")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
