"""What a process does over HTTP: it shows whether it is well, and its figures; and it may take interactions there."""

import math
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Any, Final, TypeAlias

import msgspec
from aiohttp import web

from bot.host import health
from bot.host.context import Host

PING: Final = 1
PONG: Final = b'{"type":1}'
SIGNATURE: Final = "X-Signature-Ed25519"
TIMESTAMP: Final = "X-Signature-Timestamp"

IsSigned: TypeAlias = Callable[[str, str, bytes], bool]
"""Whether a signature in hexadecimal is Discord's over a time and a body."""

TakeIn: TypeAlias = Callable[[Any], Awaitable[None]]
"""Takes an interaction's payload."""


class NotServed(Exception):
    """The address cannot be served at; the message says why in one line."""


class Pages:
    """Serves `/health` and `/metrics`, and where they come over HTTP, takes interactions.

    Args:
        latencies: tells how many seconds each shard's heartbeat takes; not a number before the first.
    """

    def __init__(self, host: Host, latencies: Callable[[], Mapping[int, float]]) -> None:
        self._host = host
        self._latencies = latencies
        self.app = web.Application()
        self.app.router.add_get("/health", self._health)
        self.app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(self.app, access_log=None)

    async def start(self, address: str, port: int) -> int:
        """Begin to serve, and return the port: with 0, any that is free. Raises NotServed where it is taken."""
        await self._runner.setup()
        site = web.TCPSite(self._runner, address, port)
        try:
            await site.start()
        except OSError as error:
            raise NotServed(f"nothing can be served at {address}:{port}: {error.strerror or error}") from error
        taken: int = self._runner.addresses[0][1]
        return taken

    async def close(self) -> None:
        """Stop serving."""
        await self._runner.cleanup()

    def take_interactions(self, is_signed: IsSigned, take_in: TakeIn) -> None:
        """Take interactions at `/interactions` that are signed as `is_signed` wants it, and hand them on."""
        self._is_signed, self._take_in = is_signed, take_in
        self.app.router.add_post("/interactions", self._interact)

    async def _interact(self, request: web.Request) -> web.Response:
        """Discord's other door: what is not signed is refused, PING is answered, all else through the callback."""
        body = await request.read()
        signature, timestamp = request.headers.get(SIGNATURE, ""), request.headers.get(TIMESTAMP, "")
        if not self._is_signed(signature, timestamp, body):
            return web.Response(status=HTTPStatus.UNAUTHORIZED)
        payload = msgspec.json.decode(body)
        if payload["type"] == PING:
            return web.Response(body=PONG, content_type="application/json")
        await self._take_in(payload)
        return web.Response(status=HTTPStatus.ACCEPTED)

    async def _health(self, _: web.Request) -> web.Response:
        """Answer 200 where all is well and 503 where it is not, with what it is made of."""
        found = await health.look(self._host)
        body = msgspec.json.encode({"well": found.well, **msgspec.structs.asdict(found)})
        return web.Response(
            status=HTTPStatus.OK if found.well else HTTPStatus.SERVICE_UNAVAILABLE,
            body=body,
            content_type="application/json",
        )

    async def _metrics(self, _: web.Request) -> web.Response:
        metrics, found = self._host.metrics, await health.look(self._host)
        metrics.hears.set(found.hears)
        metrics.outbox_age.set(found.outbox_age)
        metrics.timers_late.set(found.timers_late)
        metrics.closed_dms.set(found.closed_dms)
        for shard, seconds in self._latencies().items():
            if math.isfinite(seconds):
                metrics.latency.labels(str(shard)).set(seconds)
        return web.Response(body=metrics.text(), content_type="text/plain", charset="utf-8")
