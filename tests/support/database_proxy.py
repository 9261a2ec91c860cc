"""A way to a PostgreSQL server that can be cut: whoever goes by it loses the server, and nobody else does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import URL, make_url

CHUNK: Final = 1 << 16
PORT: Final = 5432
"""The port in the name of a server's socket, unless the address says another."""


class DatabaseProxy:
    """Passes on everything between clients and a server's socket, except while it is cut.

    Attributes:
        url: the address of the database for those who go by the proxy.
    """

    def __init__(self, url: URL) -> None:
        self._socket = f"{url.query['host']}/.s.PGSQL.{url.port or PORT}"
        self._links: set[asyncio.StreamWriter] = set()
        self._is_cut = False
        self._server: asyncio.Server
        self.url = url

    async def start(self) -> None:
        """Listen at a free port of this machine."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = self.url.difference_update_query(["host"]).set(host="127.0.0.1", port=port)

    def cut(self) -> None:
        """End all connections, and refuse new ones."""
        self._is_cut = True
        for writer in self._links:
            writer.transport.abort()

    def mend(self) -> None:
        """Let connections through again."""
        self._is_cut = False

    async def close(self) -> None:
        """End all connections for good."""
        self.cut()
        self._server.close()
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_unix_connection(self._socket)
        ends = {writer, far_writer}
        self._links |= ends
        await asyncio.gather(_pass_on(reader, far_writer), _pass_on(far_reader, writer))
        self._links -= ends


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    writer.close()


@asynccontextmanager
async def database_proxy(url: str) -> AsyncIterator[DatabaseProxy]:
    """Open a proxy for the database at a URL."""
    proxy = DatabaseProxy(make_url(url))
    await proxy.start()
    try:
        yield proxy
    finally:
        await proxy.close()
