"""A parsed request from the bot."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote

from aiohttp import content_disposition_filename, parse_content_disposition

from sandbox.errors import ApiError, refusal
from sandbox.wire import Json, as_id, decode
from sandbox.world import UploadedPart

if TYPE_CHECKING:
    from aiohttp import web

_LARGEST = 25 * 1024 * 1024
"""The maximum size of a request. Discord documentation, "Reference: Uploading Files"."""

_FORM: Final = "multipart/form-data"
_BOUNDARY: Final = re.compile(r'boundary="?([^";]+)')


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
    if request.headers.get("Content-Type", "").startswith(_FORM):
        _read_parts(await request.read(), request.headers["Content-Type"], read)
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


def _read_parts(raw: bytes, kind: str, read: ApiRequest) -> None:
    """Read a multipart body: `payload_json`, and the files in the parts named files[0], files[1] ..."""
    boundary = _BOUNDARY.search(kind)
    if boundary is None:
        raise ApiError(400, 50035, "Invalid Form Body")
    for part in b"\r\n".join((b"", raw)).split(f"\r\n--{boundary[1]}".encode())[1:-1]:
        head, _, data = part.partition(b"\r\n\r\n")
        name, filename = _names(head)
        if name == "payload_json":
            read.body = _json(data)
        elif filename is not None:
            read.files.append(UploadedPart(filename, data))
    _describe(read)


@lru_cache(256)
def _names(head: bytes) -> tuple[str | None, str | None]:
    """Return the name of a part with these headers, and its file's name if it is one."""
    headers = dict(line.split(b":", 1) for line in head.split(b"\r\n") if b":" in line)
    disposition = next((value for key, value in headers.items() if key.lower() == b"content-disposition"), b"")
    _, found = parse_content_disposition(disposition.decode().strip())
    return found.get("name"), content_disposition_filename(found)


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
