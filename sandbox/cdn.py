"""Files: their types, the sizes of pictures, and how they are served.

Discord determines a file's type from its bytes and adds the size of pictures, so that clients can lay them out.
"""

from __future__ import annotations

import mimetypes
import re
import struct
from typing import TYPE_CHECKING, Final

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.faults import Faults

_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
_SIGNATURES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"%PDF-", "application/pdf"),
)
_SIZES: Final = frozenset(str(2**power) for power in range(4, 13))
"""The sizes in which avatars can be had."""

_JPEG_SIZES: Final = frozenset({0xC0, 0xC1, 0xC2, 0xC3})


def clean_name(filename: str) -> str:
    """Return a file's name as Discord stores it: without spaces and other unsafe characters."""
    return _UNFIT.sub("_", filename.rpartition("/")[2]).strip("_") or "unknown"


def content_type(filename: str, data: bytes) -> str:
    """Determine a file's type from its bytes, or else from its name."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            return kind
    guessed = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    if guessed.startswith("text/") or guessed == "application/json":
        return f"{guessed}; charset=utf-8"
    return guessed


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Read a picture's width and height from its first bytes, or return None if the format is unknown."""
    try:
        if data.startswith(b"\x89PNG"):
            width, height = struct.unpack(">II", data[16:24])
            return width, height
        if data.startswith(b"GIF8"):
            width, height = struct.unpack("<HH", data[6:10])
            return width, height
        if data[8:12] == b"WEBP":
            return _webp_size(data)
        if data.startswith(b"\xff\xd8"):
            return _jpeg_size(data)
    except (struct.error, IndexError):
        return None
    return None


def _webp_size(data: bytes) -> tuple[int, int] | None:
    kind = data[12:16]
    if kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    position = 2
    while position < len(data):
        marker, length = struct.unpack(">xBH", data[position : position + 4])
        if marker in _JPEG_SIZES:
            height, width = struct.unpack(">HH", data[position + 5 : position + 9])
            return width, height
        position += 2 + length
    return None


class Cdn:
    """Serves avatars, emojis and the files attached to messages."""

    def __init__(self, find: Callable[[str], bytes | None], base: str, faults: Faults) -> None:
        self._find = find
        self._base = base
        self._faults = faults

    async def serve(self, request: web.Request) -> web.Response:
        """Return a file's bytes."""
        return self._served(request.path)

    async def serve_emoji(self, request: web.Request) -> web.Response:
        """Return an emoji as it was stored, whichever of Discord's formats is wanted."""
        return self._served(f"/emojis/{request.match_info['emoji']}")

    def _served(self, path: str) -> web.Response:
        if self._faults.cdn_down:
            raise web.HTTPServiceUnavailable
        data = self._find(f"{self._base}{path}")
        if data is None:
            raise web.HTTPNotFound
        name = path.rpartition("/")[2]
        return web.Response(
            body=data,
            headers={"Content-Type": content_type(name, data), "Cache-Control": "public, max-age=31536000"},
        )

    async def serve_avatar(self, request: web.Request) -> web.Response:
        """Return an avatar as it was stored; the size in which it is wanted has to be one that Discord offers."""
        if request.query.get("size", "128") not in _SIZES:
            raise web.HTTPBadRequest
        return await self.serve(request)
