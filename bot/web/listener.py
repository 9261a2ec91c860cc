"""A listening port that closes connections whose requests are too slow or too large."""

import asyncio
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler
from aiohttp.web_protocol import RequestHandler

REQUEST_SECONDS: Final = 10.0
"""The time limit, in seconds, for a connection's first request to arrive, and for the body of each request."""

IDLE_SECONDS: Final = 75.0
"""How many seconds a connection may stay idle between requests: longer than proxies keep theirs open (60)."""

MOST_BODY: Final = 1024**2
"""The longest body, in bytes: an interaction with all its texts and entities is far smaller."""

MOST_HEADERS: Final = 64
"""How many headers a request may have."""

MOST_WAITING: Final = 256
"""How many connections without a request may be open; another one closes the oldest."""


class NotServed(Exception):
    """The address cannot be used; the message says why in one line."""


class Listener:
    """Serves an application's routes at one address.

    Attributes:
        app: the routes.

    Args:
        patience: the time limit, in seconds, for a connection's first request, and for the body of each request.
    """

    def __init__(self, patience: float = REQUEST_SECONDS) -> None:
        self.app = web.Application(client_max_size=MOST_BODY, middlewares=[self._in_time])
        self._patience = patience
        self._waiting: dict[RequestHandler, None] = {}
        self._runner = web.AppRunner(
            self.app, access_log=None, keepalive_timeout=IDLE_SECONDS, max_headers=MOST_HEADERS
        )
        self._server: asyncio.Server | None = None

    async def start(self, address: str, port: int) -> int:
        """Start serving and return the port; 0 picks a free one. Raises NotServed if the address cannot be used."""
        await self._runner.setup()
        try:
            self._server = await asyncio.get_running_loop().create_server(self._accept, address, port)
        except OSError as error:
            raise NotServed(f"nothing can be served at {address}:{port}: {error.strerror or error}") from error
        taken: int = self._server.sockets[0].getsockname()[1]
        return taken

    async def close(self) -> None:
        """Stop serving."""
        if self._server is not None:
            self._server.close()
        await self._runner.cleanup()

    def _accept(self) -> asyncio.BaseProtocol:
        """Return the protocol for a new connection, which is closed if no request arrives in time."""
        server = self._runner.server
        if server is None:
            raise RuntimeError("connections come only after the start")
        if len(self._waiting) >= MOST_WAITING:
            self._cut(next(iter(self._waiting)))
        connection = server()
        self._waiting[connection] = None
        asyncio.get_running_loop().call_later(self._patience, self._cut, connection)
        return connection

    def _cut(self, connection: RequestHandler) -> None:
        """Close a connection unless a request has arrived."""
        if connection in self._waiting:
            del self._waiting[connection]
            connection.force_close()

    @web.middleware
    async def _in_time(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Read the full body before handling a request; refuse the request if the body is late or cut off."""
        self._waiting.pop(request.protocol, None)
        try:
            async with asyncio.timeout(self._patience):
                await request.read()
        except (TimeoutError, ConnectionResetError):
            refusal = web.Response(status=web.HTTPRequestTimeout.status_code)
            refusal.force_close()
            return refusal
        return await handler(request)
