"""What the public may ask of a process over HTTP: Discord hands over interactions and webhook events there."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.host.kernel.clock import Clock
from bot.web.listener import REQUEST_SECONDS, Listener

PING: Final = 1
PONG: Final = b'{"type":1}'
EVENT: Final = 1
ADDED: Final = "APPLICATION_AUTHORIZED"
"""The kind of webhook that is an event, not a ping, and the event of being added to a server, or to a person's account
(Discord's documentation, "Webhook Events")."""

SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"

SIGNED_WITHIN: Final = 5 * 60.0
"""By how many seconds the time of a signature may differ from ours: far less than interactions are remembered for."""

IsSigned: TypeAlias = Callable[[str, str, bytes], bool]
"""Whether a signature in hexadecimal is Discord's over a time and a body."""

TakeIn: TypeAlias = Callable[[Any], None]
"""Takes an interaction's payload."""

Welcome: TypeAlias = Callable[[int], Awaitable[None]]
"""Takes a server to which the bot was added; on return that is in the database."""

Handle: TypeAlias = Callable[[Any], Awaitable[web.StreamResponse]]
"""Answers what a signed request brought."""

log = structlog.get_logger()


class Endpoint(Listener):
    """Takes interactions at `/interactions`, and webhook events at `/events`.

    Args:
        is_signed: judges a signature.
        take_in: what interactions are handed on to; raises if a payload is none.
        welcome: what servers to which the bot was added are handed on to.
    """

    def __init__(
        self, clock: Clock, is_signed: IsSigned, take_in: TakeIn, welcome: Welcome, patience: float = REQUEST_SECONDS
    ) -> None:
        super().__init__(patience)
        self._clock = clock
        self._is_signed = is_signed
        self._take_in = take_in
        self._welcome = welcome
        self.app.router.add_post("/interactions", self._signed(self._interact))
        self.app.router.add_post("/events", self._signed(self._hear))

    def _signed(self, handle: Handle) -> Handler:
        """Return a handler that refuses what is not signed now, and what cannot be read."""

        async def judge(request: web.Request) -> web.StreamResponse:
            body = await request.read()
            signature, timestamp = request.headers.get(SIGNATURE, ""), request.headers.get(TIMESTAMP, "")
            if not self._is_now(timestamp) or not self._is_signed(signature, timestamp, body):
                return web.Response(status=HTTPStatus.UNAUTHORIZED)
            try:
                return await handle(msgspec.json.decode(body))
            except Exception as error:  # noqa: BLE001 - whatever it holds, the sender is told and the log has it
                log.warning("not taken", path=request.path, why=repr(error))
                return web.Response(status=HTTPStatus.BAD_REQUEST)

        return judge

    async def _interact(self, payload: Any) -> web.Response:
        """Answer PING, and have everything else answered through the callback."""
        if payload["type"] == PING:
            return web.Response(body=PONG, content_type="application/json")
        self._take_in(payload)
        return web.Response(status=HTTPStatus.ACCEPTED)

    async def _hear(self, payload: Any) -> web.Response:
        """Take a webhook event; one that is not acknowledged, Discord sends again. The ping's is the same answer."""
        if payload["type"] == EVENT and payload["event"]["type"] == ADDED:
            guild = payload["event"]["data"].get("guild")
            if guild is not None:
                await self._welcome(int(guild["id"]))
        return web.Response(status=HTTPStatus.NO_CONTENT, content_type="application/json")

    def _is_now(self, timestamp: str) -> bool:
        """Whether a time, in seconds since 1970, is about now: an old signature is one that somebody has kept."""
        if not (timestamp.isascii() and timestamp.isdigit()):
            return False
        return abs(self._clock.now() - int(timestamp)) <= SIGNED_WITHIN
