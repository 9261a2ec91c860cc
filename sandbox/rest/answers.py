"""Responses to the bot before they are serialized."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import web

from sandbox.wire import encode

if TYPE_CHECKING:
    from sandbox.errors import ApiError

_TYPE = "application/json"
"""The content type, without a charset: discord.py reads nothing else as JSON."""


@dataclass(slots=True)
class ApiAnswer:
    """A status, a body (None sends none) and headers; `html` is the page that Cloudflare sends instead."""

    status: int
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    html: str | None = None

    def on_the_wire(self) -> web.Response:
        """Build the HTTP response."""
        if self.html is not None:
            return web.Response(status=self.status, text=self.html, content_type="text/html")
        if self.body is None:
            return web.Response(status=self.status, headers=self.headers)
        return web.Response(status=self.status, body=encode(self.body), content_type=_TYPE, headers=self.headers)


def refused(error: ApiError) -> ApiAnswer:
    """Return the response for a refusal."""
    return ApiAnswer(error.status, error.body())
