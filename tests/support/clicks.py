"""Clicks without Discord: real interactions as discord.py creates them, and the answers that it sends to Discord."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final, cast

import aiohttp
import discord

from bot.host.access import Rights
from bot.host.kernel.host import Host
from bot.interactions.answers import PATIENCE, Front
from bot.messenger.avatars import fetched
from bot.messenger.calls import Calls
from bot.messenger.emojis import Emojis
from bot.rendering.faces import Faces
from bot.rendering.languages import Languages
from bot.ui.games import RENDERERS
from bot.ui.games.renderer import Renderer

BUTTON, SELECT = 2, 3
LAYOUT, EPHEMERAL = 1 << 15, 1 << 6
EVERYTHING: Final = str((1 << 50) - 1)

_ids = count(10**18)


def message(author: dict[str, Any], channel: int) -> dict[str, Any]:
    """Return Discord's payload of an ephemeral message made of components."""
    return {
        "id": str(next(_ids)),
        "channel_id": str(channel),
        "author": author,
        "content": "",
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "type": 0,
        "flags": LAYOUT | EPHEMERAL,
    }


class Answered:
    """An HTTP response from Discord."""

    status, headers = 200, {"content-type": "application/json"}

    def __init__(self, content: dict[str, Any]) -> None:
        self.content = content

    async def text(self, encoding: str = "utf-8") -> str:
        return json.dumps(self.content)


class Discord:
    """A stand-in for Discord that receives discord.py's answers.

    `said` are their payloads, as sent, and `files` the files that each of them brings, by their names; `heard` is set
    at the first one.
    """

    def __init__(self) -> None:
        self.said: list[Any] = []
        self.files: list[dict[str, bytes]] = []
        self.heard = asyncio.Event()

    @asynccontextmanager
    async def request(self, method: str, url: str, data: Any = None, **_: Any) -> AsyncIterator[Answered]:
        files = data._fields if isinstance(data, aiohttp.FormData) else ()
        self.files.append({part[0]["filename"]: part[2].getvalue() for part in files if "filename" in part[0]})
        if isinstance(data, aiohttp.FormData):
            data = next(part[2] for part in data._fields if part[0]["name"] == "payload_json")
        self.said.append(json.loads(data) if data else None)
        self.heard.set()
        first = {"interaction": {"id": "1", "type": 3, "response_message_id": "2"}}
        yield Answered(first if "/callback" in url else message(BOT, 1))


BOT: Final[Any] = {"id": "1", "username": "Tableside", "discriminator": "0", "avatar": None}


class Clicks:
    """Creates interactions of people who have all permissions in a server's channel."""

    def __init__(self, guild: int, channel: int) -> None:
        self.guild, self.channel = guild, channel
        self.discord = Discord()
        client: Any = discord.Client(intents=discord.Intents.none())
        client.calls = Calls(client, cast("Any", None), Emojis(()))  # an answer needs no pace
        self._state = client._connection
        self._state.user = discord.ClientUser(state=self._state, data=BOT)
        setattr(self._state.http, "_HTTPClient__session", self.discord)  # noqa: B010 - discord.py keeps it to itself

    def of(
        self, user: int, custom_id: str | None, values: list[str] | None = None, on: int | None = None
    ) -> "discord.Interaction[Any]":
        """Return a click on a button, a choice of a select's `values`, or, without a custom id, a command.

        `on` is the id of the clicked message, which is another one for each click by default.
        """
        data: dict[str, Any] = {"id": "5", "name": "command", "type": 1}
        if custom_id is not None:
            data = {"custom_id": custom_id, "component_type": BUTTON if values is None else SELECT}
            data |= {} if values is None else {"values": values}
        return self._made(2 if custom_id is None else 3, user, data, on)

    def modal(self, user: int, custom_id: str, values: dict[str, str]) -> "discord.Interaction[Any]":
        """Return the submission of a modal with the values typed into its inputs."""
        parts = [
            {"type": 18, "id": number, "component": {"type": 4, "id": number, "custom_id": name, "value": value}}
            for number, (name, value) in enumerate(values.items(), 1)
        ]
        return self._made(5, user, {"custom_id": custom_id, "components": parts})

    def _made(self, kind: int, user: int, data: dict[str, Any], on: int | None = None) -> "discord.Interaction[Any]":
        person = {"id": str(user), "username": f"person {user}", "discriminator": "0", "avatar": None}
        payload: dict[str, Any] = {
            "id": str(next(_ids)),
            "application_id": "1",
            "type": kind,
            "token": "token",
            "version": 1,
            "guild_id": str(self.guild),
            "channel": {"id": str(self.channel), "type": 0, "name": "room", "position": 0, "permission_overwrites": []},
            "channel_id": str(self.channel),
            "member": {
                "user": person,
                "roles": [],
                "joined_at": "2020-01-01T00:00:00+00:00",
                "deaf": False,
                "mute": False,
                "flags": 0,
                "permissions": EVERYTHING,
            },
            "data": data,
            "locale": "en-US",
            "app_permissions": EVERYTHING,
            "entitlements": [],
            "attachment_size_limit": 10**7,
            "authorizing_integration_owners": {},
        }
        if kind == 3:
            payload["message"] = message(person, self.channel)
            payload["message"]["id"] = str(on or payload["message"]["id"])
        return discord.Interaction(data=payload, state=self._state)  # type: ignore[arg-type]


class Everywhere:
    """Permissions under which everyone may read and write in all channels, and do nothing else."""

    async def rights(self, guild: int, channel: int, user: int) -> Rights:
        return Rights(reads=True)

    async def is_private(self, guild: int, channel: int) -> bool:
        return False

    async def missing(self, guild: int, channels: Collection[int], *, threads: bool) -> dict[int, list[str]]:
        return {}

    async def role_fault(self, guild: int, role: int, chooser: int, mentioned: int | None = None) -> str | None:
        return None


def front_of(host: Host, renderers: Mapping[str, Renderer] = RENDERERS, patience: float = PATIENCE) -> Front:
    """Return the dependencies of answers to such clicks."""
    return Front(host, Languages(host), renderers, Everywhere(), Faces(host, fetched), patience)
