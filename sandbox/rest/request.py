"""A parsed request from the bot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from aiohttp import BodyPartReader

from sandbox.errors import ApiError, refusal
from sandbox.wire import Json, as_id, decode
from sandbox.world import UploadedPart

if TYPE_CHECKING:
    from aiohttp import web

_LARGEST = 25 * 1024 * 1024
"""The maximum size of a request. Discord documentation, "Reference: Uploading Files"."""


@dataclass(slots=True)
class ApiRequest:
    """One request: `template` is its path with names in braces, `args` the values of those names."""

    method: str
    path: str
    template: str
    args: dict[str, str]
    query: dict[str, str]
    token: str | None
    reason: str | None = None
    body: Any = None
    files: list[UploadedPart] = field(default_factory=list)

    @property
    def route(self) -> str:
        """The route's name, as in `POST /channels/{channel_id}/messages`."""
        return f"{self.method} {self.template}"

    @property
    def form(self) -> Json:
        """Return the body if it is an object, or else an empty one."""
        return self.body if isinstance(self.body, dict) else {}

    def id(self, name: str) -> int:
        """Return an id from the path; a path with anything else in that position does not exist."""
        value = as_id(self.args[name])
        if value is None:
            raise refusal("no_route")
        return value

    def flag(self, name: str) -> bool:
        """Return whether a query parameter is switched on."""
        return self.query.get(name, "").lower() in {"1", "true"}


async def read_request(request: web.Request, path: str, template: str, args: dict[str, str]) -> ApiRequest:
    """Read a request's parts.

    Raises:
        ApiError: If the request is too large (413, 40005) or is not JSON (400, 50109).
    """
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    read = ApiRequest(
        method=request.method,
        path=path,
        template=template,
        args=args,
        query=dict(request.query),
        token=token if scheme == "Bot" else None,
        reason=_reason(request),
    )
    if (request.content_length or 0) > _LARGEST:
        raise refusal("request_too_large")
    if request.content_type == "multipart/form-data":
        await _read_parts(request, read)
    elif request.can_read_body:
        raw = await request.read()
        if raw:
            read.body = _json(raw)
    return read


def _reason(request: web.Request) -> str | None:
    reason = request.headers.get("X-Audit-Log-Reason")
    return unquote(reason) if reason is not None else None


def _json(raw: bytes) -> Any:
    try:
        return decode(raw)
    except ValueError:
        raise refusal("bad_json") from None


async def _read_parts(request: web.Request, read: ApiRequest) -> None:
    """Read a multipart body: `payload_json`, and the files in the parts named files[0], files[1] ..."""
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(400, 50035, "Invalid Form Body")
        data = bytes(await part.read(decode=True))
        size += len(data)
        if size > _LARGEST:
            raise refusal("request_too_large")
        if part.name == "payload_json":
            read.body = _json(data)
        elif part.filename is not None:
            read.files.append(UploadedPart(part.filename, data))
    _describe(read)


def _describe(read: ApiRequest) -> None:
    """Copy the descriptions in the body's `attachments` to the files."""
    body = read.form
    message = body.get("data") if read.template.endswith("/callback") else body.get("message", body)
    attachments = message.get("attachments") if isinstance(message, dict) else None
    if not isinstance(attachments, list):
        return
    for attachment in attachments:
        number = as_id(attachment.get("id")) if isinstance(attachment, dict) else None
        if number is not None and number < len(read.files):
            file = read.files[number]
            file.description = attachment.get("description") or file.description
            file.filename = attachment.get("filename") or file.filename
