"""Parsing of the control API's requests, and its error responses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from aiohttp import web

from sandbox.errors import ApiError, CannotDo
from sandbox.wire import Json, decode, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_CONFLICT = 409
_HERE = frozenset({"127.0.0.1", "localhost"})
_FOREIGN = "This address belongs to the sandbox's own page and to tests on this machine."


def answer(value: object) -> web.Response:
    """Answer with JSON."""
    return web.Response(body=encode(value), content_type="application/json")


async def body_of(request: web.Request) -> Json:
    """Read a request's JSON object; an empty body counts as an empty object."""
    raw = await request.read()
    if not raw:
        return {}
    try:
        body = decode(raw)
    except ValueError as error:
        raise CannotDo(f"the body is not JSON: {error}") from error
    if not isinstance(body, dict):
        raise CannotDo("the body must be a JSON object")
    return body


def field(body: Json, name: str) -> Any:
    """Return a required field."""
    if name not in body:
        raise CannotDo(f"the field {name!r} is missing")
    return body[name]


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Reject web pages from other origins, and turn refusals into responses with the reason."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        return web.Response(status=403, text=_FOREIGN)
    if not request.path.startswith("/sandbox/"):
        return await handler(request)
    if request.host.partition(":")[0] not in _HERE:
        return web.Response(status=403, text=_FOREIGN)
    try:
        return await handler(request)
    except CannotDo as error:
        return web.Response(status=_CONFLICT, body=encode({"error": str(error)}), content_type="application/json")
    except ApiError as error:
        return web.Response(
            status=error.status,
            body=encode({"error": error.message, "code": error.code}),
            content_type="application/json",
        )
