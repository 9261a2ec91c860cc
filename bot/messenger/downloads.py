"""Files that people have uploaded to Discord."""

from http import HTTPStatus
from typing import Final

import aiohttp
import discord
import yarl
from msgspec import Struct

from bot.messenger.failures import BROKEN, Busy, Gone

DOWNLOAD: Final = aiohttp.ClientTimeout(total=20.0)
"""How long a download may take."""


SERVER_ERROR: Final = 500


class TooLarge(Exception):
    """The file is larger than allowed."""


class DiscordUpload(Struct, frozen=True):
    """A file that somebody uploaded to Discord: its name, its URL, and its declared size in bytes."""

    name: str
    url: str
    size: int


async def download(upload: DiscordUpload, most: int) -> bytes:
    """Return the content of a file that came with an interaction.

    Only files on Discord's own host are fetched, and reading stops once a file exceeds `most` bytes, whatever its
    declared size. Raises TooLarge, Gone and Busy.
    """
    try:
        url = yarl.URL(upload.url)
        where = url.origin()
    except ValueError as error:
        raise Gone(upload.url) from error
    if where != yarl.URL(discord.asset.Asset.BASE).origin():
        raise Gone(upload.url)
    if upload.size > most:
        raise TooLarge(upload.size)
    try:
        async with aiohttp.ClientSession(timeout=DOWNLOAD) as session, session.get(url, allow_redirects=False) as file:
            if file.status != HTTPStatus.OK:
                raise Gone(f"{upload.url}: {file.status}") if file.status < SERVER_ERROR else Busy(str(file.status))
            content = await _read(file.content, most)
    except BROKEN as error:
        raise Busy(str(error)) from error
    if len(content) > most:
        raise TooLarge(len(content))
    return content


async def _read(stream: aiohttp.StreamReader, most: int) -> bytes:
    """Return a stream's content, or its beginning as soon as it exceeds `most` bytes."""
    content = b""
    while len(content) <= most and (chunk := await stream.read(most + 1 - len(content))):
        content += chunk
    return content
