"""The bot's side of the wire without any library: what Discord's rules are tested with."""

import asyncio
import io
import zlib
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp

from sandbox.client import Person
from sandbox.seen import Outcome
from sandbox.server import Sandbox
from sandbox.wire import Json, decode, encode

GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1, 2, 512, 4096
CONTENT = 1 << 15
PLAY: Json = {
    "name": "play",
    "description": "Play a game",
    "options": [
        {"type": 3, "name": "game", "description": "Which", "autocomplete": True},
        {"type": 4, "name": "seats", "description": "How many", "min_value": 1, "max_value": 8},
        {"type": 6, "name": "opponent", "description": "Whom"},
    ],
}


@dataclass(frozen=True)
class Answer:
    """What the sandbox answered."""

    status: int
    body: Any
    headers: dict[str, str] = field(repr=False)

    @property
    def code(self) -> int:
        return int(self.body["code"])

    def errors_at(self) -> list[str]:
        """Give the paths to what is wrong with the form."""
        return [path for path, _ in _leaves(self.body.get("errors", {}), "")]


def _leaves(tree: Json, path: str) -> list[tuple[str, Json]]:
    found = []
    for key, node in tree.items():
        if key == "_errors":
            found.append((path.lstrip("."), node))
        else:
            found += _leaves(node, f"{path}.{key}")
    return found


class RawBot:
    """Speaks REST with the bot's token, and opens gateway connections."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        files: dict[str, bytes] | None = None,
        token: str | None = "",
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Make one request; an empty token is the right one, None sends none."""
        sent = dict(headers or {})
        if token is not None:
            sent["Authorization"] = f"Bot {token or self.sandbox.token}"
        data: Any = None
        if files is not None:
            data = aiohttp.FormData()
            data.add_field("payload_json", encode(body or {}).decode(), content_type="application/json")
            for index, (name, content) in enumerate(files.items()):
                data.add_field(f"files[{index}]", io.BytesIO(content), filename=name)
        elif body is not None:
            data = encode(body)
            sent["Content-Type"] = "application/json"
        url = f"{self.sandbox.api_base}{path}"
        async with self._session.request(method, url, data=data, headers=sent) as response:
            raw = await response.read()
            parsed = decode(raw) if response.content_type == "application/json" and raw else raw or None
            return Answer(response.status, parsed, dict(response.headers))

    async def sync(self, *commands: Json) -> Answer:
        """Set the global commands."""
        return await self.call("PUT", f"/applications/{self.sandbox.application_id}/commands", list(commands))

    async def send(self, channel: int, **message: object) -> Answer:
        """Send a message to a channel."""
        return await self.call("POST", f"/channels/{channel}/messages", message)

    async def answer(self, interaction: Json, kind: int, **data: object) -> Answer:
        """Answer an interaction for the first time."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
        body: Json = {"type": kind}
        if data:
            body["data"] = data
        return await self.call("POST", path, body, token=None)

    async def webhook(self, method: str, interaction: Json, rest: str = "", **message: object) -> Answer:
        """Use an interaction's token: follow up, or read, edit and delete an answer."""
        path = f"/webhooks/{self.sandbox.application_id}/{interaction['token']}{rest}"
        return await self.call(method, path, message or None, token=None)

    async def gateway(
        self, intents: int = GUILDS | GUILD_MESSAGES | DIRECT_MESSAGES, query: str = "", **identify: object
    ) -> "RawGateway":
        """Connect and identify."""
        gateway = await self.connect(query)
        await gateway.send(2, {"token": self.sandbox.token, "intents": intents, "properties": {}, **identify})
        return gateway

    async def connect(self, query: str = "") -> "RawGateway":
        """Connect and hear HELLO."""
        socket = await self._session.ws_connect(f"{self.sandbox.gateway_url}?v=10&encoding=json{query}")
        gateway = RawGateway(socket)
        assert (await gateway.hear())["op"] == 10
        return gateway


class RawGateway:
    """One gateway connection."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.sequence = 0
        self.heard: list[Json] = []
        self._inflate = zlib.decompressobj()

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_str(encode({"op": op, "d": data}).decode())

    async def hear(self) -> Json:
        """Give the next message of the gateway."""
        async with asyncio.timeout(5):
            message = await self.socket.receive()
        if message.type == aiohttp.WSMsgType.BINARY:
            text = self._inflate.decompress(message.data)
        else:
            assert message.type == aiohttp.WSMsgType.TEXT, message
            text = message.data
        frame: Json = decode(text)
        if frame.get("s"):
            self.sequence = frame["s"]
        self.heard.append(frame)
        return frame

    async def event(self, name: str) -> Json:
        """Give the next event of this name, passing over others."""
        while True:
            frame = await self.hear()
            if frame.get("t") == name:
                payload: Json = frame["d"]
                return payload

    async def op(self, op: int) -> Json:
        """Give the next message with this opcode, passing over others."""
        while True:
            frame = await self.hear()
            if frame["op"] == op:
                return frame

    async def close(self) -> None:
        """Close the connection."""
        await self.socket.close()

    async def closed(self) -> int | None:
        """Wait until the gateway closes the connection, and give the code."""
        async with asyncio.timeout(5):
            while not (await self.socket.receive()).type.name.startswith("CLOS"):
                pass
        return self.socket.close_code


@dataclass
class Act:
    """What a person is doing: the interaction that the bot got, and what the person will have seen."""

    interaction: Json
    outcome: asyncio.Task[Outcome]

    async def done(self) -> Outcome:
        async with asyncio.timeout(5):
            return await self.outcome


async def act(gateway: RawGateway, doing: Coroutine[Any, Any, Outcome]) -> Act:
    """Let a person do something, and give the interaction that it raised."""
    task = asyncio.ensure_future(doing)
    interaction = await gateway.event("INTERACTION_CREATE")
    return Act(interaction, task)


async def used(gateway: RawGateway, person: Person, **options: object) -> Act:
    """Let a person use /play."""
    return await act(gateway, person.slash("play", options=options))
