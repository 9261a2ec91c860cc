"""The part of a process's public address to which Discord sends interactions and webhook events."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from aiohttp import web
from aiohttp.typedefs import Handler

from bot.host.kernel.clock import Clock

PING: Final = 1
PONG: Final = b'{"type":1}'
EVENT: Final = 1
ADDED: Final = "APPLICATION_AUTHORIZED"
"""The type of a webhook that is an event rather than a ping, and the event that the bot was added to a server or to a
person's account (Discord's documentation, "Webhook Events")."""

SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"

SIGNED_WITHIN: Final = 5 * 60.0
"""The maximum difference between a signature's time and ours, in seconds: far less than interactions are remembered."""

IsSigned: TypeAlias = Callable[[str, str, bytes], bool]
"""Checks whether a hexadecimal signature is Discord's signature of a time and a body."""

TakeIn: TypeAlias = Callable[[Any], None]
"""Takes an interaction's payload."""

Welcome: TypeAlias = Callable[[int], Awaitable[None]]
"""Takes the id of a server to which the bot was added, and stores it in the database before returning."""

Handle: TypeAlias = Callable[[Any], Awaitable[web.StreamResponse]]
"""Answers the payload of a signed request."""

log = structlog.get_logger()


class InteractionsEndpoint:
    """Takes interactions at `/interactions`, and webhook events at `/events`.

    Args:
        is_signed: verifies a signature.
        take_in: called with each interaction; raises if the payload is not an interaction.
        welcome: called with each server to which the bot was added.
    """

    def __init__(self, clock: Clock, is_signed: IsSigned, take_in: TakeIn, welcome: Welcome) -> None:
        self._clock = clock
        self._is_signed = is_signed
        self._take_in = take_in
        self._welcome = welcome

    def add_to(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.router.add_post("/interactions", self._signed(self._interact))
        app.router.add_post("/events", self._signed(self._hear))

    def _signed(self, handle: Handle) -> Handler:
        """Return a handler that refuses requests without a valid, current signature or with an unreadable payload."""

        async def judge(request: web.Request) -> web.StreamResponse:
            body = await request.read()
            signature, timestamp = request.headers.get(SIGNATURE, ""), request.headers.get(TIMESTAMP, "")
            if not self._is_now(timestamp) or not self._is_signed(signature, timestamp, body):
                return web.Response(status=HTTPStatus.UNAUTHORIZED)
            try:
                return await handle(msgspec.json.decode(body))
            except Exception as error:  # noqa: BLE001 - any error is answered and logged
                log.warning("not taken", path=request.path, why=repr(error))
                return web.Response(status=HTTPStatus.BAD_REQUEST)

        return judge

    async def _interact(self, payload: Any) -> web.Response:
        """Answer a ping. Pass on any other interaction, which is then answered through the callback."""
        if payload["type"] == PING:
            return web.Response(body=PONG, content_type="application/json")
        self._take_in(payload)
        return web.Response(status=HTTPStatus.ACCEPTED)

    async def _hear(self, payload: Any) -> web.Response:
        """Acknowledge a webhook event or a ping. Discord resends events that are not acknowledged."""
        if payload["type"] == EVENT and payload["event"]["type"] == ADDED:
            guild = payload["event"]["data"].get("guild")
            if guild is not None:
                await self._welcome(int(guild["id"]))
        return web.Response(status=HTTPStatus.NO_CONTENT, content_type="application/json")

    def _is_now(self, timestamp: str) -> bool:
        """Whether a time, in seconds since 1970, is close to the present; an old signature could be a replay."""
        if not (timestamp.isascii() and timestamp.isdigit()):
            return False
        return abs(self._clock.now() - int(timestamp)) <= SIGNED_WITHIN
