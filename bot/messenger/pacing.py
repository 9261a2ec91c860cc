"""Traffic to Discord: count every response, pace requests, and stop before Discord bans the bot."""

import asyncio
from collections import deque
from http import HTTPStatus
from types import SimpleNamespace
from typing import Final

import aiohttp
from aiohttp import TraceConfig, TraceRequestEndParams, TraceRequestExceptionParams

from bot.host.kernel.host import Host

PER_SECOND: Final = 40.0
"""The most requests per second that all processes make together. Discord allows a bot fifty; ten are left for requests
that are not paced (discord.md 1.6). Answers to interactions do not count, and are never delayed."""

BURST: Final = 10
"""How many requests may be sent at once after a pause."""

REFUSED: Final = 1000
"""How many refused requests in ten minutes stop all sending: Discord bans an address after ten thousand."""

WATCHED: Final = 600.0


class Traffic:
    """One process's share of the requests that the bot may make."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._next = 0.0
        self._queue = asyncio.Lock()
        self._refused: deque[float] = deque()

    def trace(self) -> TraceConfig:
        """Return a trace that makes an HTTP client count its requests here."""
        trace = TraceConfig()
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._lost)
        return trace

    async def _ended(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, params: TraceRequestEndParams
    ) -> None:
        status, scope = params.response.status, params.response.headers.get("X-RateLimit-Scope", "unknown")
        self._host.metrics.requests.labels(str(status)).inc()
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            self._host.metrics.limited.labels(scope).inc()
        if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS):
            self.note_refusal(scope)

    async def _lost(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, _params: TraceRequestExceptionParams
    ) -> None:
        self._host.metrics.requests.labels("lost").inc()

    def note_refusal(self, scope: str) -> None:
        """Record that Discord has refused a request; a refusal because of a limit shared with others does not count."""
        if scope != "shared":
            self._refused.append(self._host.clock.steady())

    def note_unknown(self, request: str, status: int, code: int) -> None:
        """Record that Discord has refused a kind of request for an unknown reason."""
        self._host.metrics.unknown_refusals.labels(request, str(status), str(code)).inc()

    def barred(self) -> float | None:
        """Return how many seconds recent refusals still forbid any request, or None if requests are allowed."""
        now = self._host.clock.steady()
        while self._refused and self._refused[0] <= now - WATCHED:
            self._refused.popleft()
        if len(self._refused) < REFUSED:
            return None
        return self._refused[-REFUSED] + WATCHED - now

    async def turn(self) -> None:
        """Wait until this process may make another request; all live processes share the rate equally.

        Waiting requests go out one after another, each timed when it is sent: even if the machine has stood still for a
        while, they do not all go out at once.
        """
        async with self._queue:
            apart = self._host.workers / PER_SECOND
            early = self._next - self._host.clock.steady()
            if early > 0:
                await self._host.clock.sleep(early, self._host.stopping)
            self._next = max(self._host.clock.steady() - (BURST - 1) * apart, self._next) + apart
