"""What the public may ask of a process over HTTP: Discord hands over its interactions there."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import msgspec
import structlog
from aiohttp import web

from bot.host.clock import Clock
from bot.listener import REQUEST_SECONDS, Listener

PING: Final = 1
PONG: Final = b'{"type":1}'
SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"

SIGNED_WITHIN: Final = 5 * 60.0
"""By how many seconds the time of a signature may differ from ours: far less than interactions are remembered for."""

IsSigned: TypeAlias = Callable[[str, str, bytes], bool]
"""Whether a signature in hexadecimal is Discord's over a time and a body."""

TakeIn: TypeAlias = Callable[[Any], Awaitable[None]]
"""Takes an interaction's payload."""

log = structlog.get_logger()


class Endpoint(Listener):
    """Takes interactions at `/interactions`.

    Args:
        is_signed: judges a signature.
        take_in: what interactions are handed on to; raises if a payload is none.
    """

    def __init__(self, clock: Clock, is_signed: IsSigned, take_in: TakeIn, patience: float = REQUEST_SECONDS) -> None:
        super().__init__(patience)
        self._clock = clock
        self._is_signed = is_signed
        self._take_in = take_in
        self.app.router.add_post("/interactions", self._interact)

    async def _interact(self, request: web.Request) -> web.Response:
        """Refuse what is not signed now, answer PING, and have everything else answered through the callback."""
        body = await request.read()
        signature, timestamp = request.headers.get(SIGNATURE, ""), request.headers.get(TIMESTAMP, "")
        if not self._is_now(timestamp) or not self._is_signed(signature, timestamp, body):
            return web.Response(status=HTTPStatus.UNAUTHORIZED)
        try:
            payload = msgspec.json.decode(body)
            if payload["type"] == PING:
                return web.Response(body=PONG, content_type="application/json")
            await self._take_in(payload)
        except Exception as error:  # noqa: BLE001 - whatever it holds, the sender is told and the log has it
            log.warning("no interaction", why=repr(error))
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _is_now(self, timestamp: str) -> bool:
        """Whether a time, in seconds since 1970, is about now: an old signature is one that somebody has kept."""
        if not (timestamp.isascii() and timestamp.isdigit()):
            return False
        return abs(self._clock.now() - int(timestamp)) <= SIGNED_WITHIN
