"""Connections to Discord, over which a request with files goes out in one piece."""

from typing import TYPE_CHECKING, Final

import aiohttp
from aiohttp.multipart import MultipartWriter

if TYPE_CHECKING:
    from aiohttp.client import ClientRequest, ClientTimeout
    from aiohttp.connector import Connection
    from aiohttp.tracing import Trace

MOST: Final = 1 << 20
"""The size, in bytes, from which a body goes out in parts: joining it would block the event loop for too long."""


class Connector(aiohttp.TCPConnector):
    """Opens connections as discord.py does, without a limit, and joins the parts of a body with files.

    aiohttp sends each part, its headers and each line between them separately. A message with one picture would
    take nine calls of the operating system, each of which may wake up the receiver.
    """

    def __init__(self) -> None:
        super().__init__(limit=0)

    async def connect(
        self,
        req: "ClientRequest",
        traces: "list[Trace]",
        timeout: "ClientTimeout",  # noqa: ASYNC109 - aiohttp's signature
    ) -> "Connection":
        """Return a connection for a request, whose body is joined first."""
        body = req.body
        if isinstance(body, MultipartWriter) and body.size is not None and body.size < MOST:
            await req.update_body(await body.as_bytes())
        return await super().connect(req, traces, timeout)
