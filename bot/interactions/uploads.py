"""Files that people attach to a command or upload in a modal."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.host.kernel.errors import Refused, Unreadable
from bot.messenger.downloads import DiscordUpload, TooLarge, download
from bot.messenger.failures import Busy, Gone
from bot.ui.messages.custom_ids import readable
from engine.contract import Message

SIGN: Final = 4
"""The most bytes that a character of text can take."""


def attached(attachment: discord.Attachment) -> DiscordUpload:
    """Return the file attached to a command."""
    return DiscordUpload(attachment.filename, attachment.url, attachment.size)


def uploaded(click: discord.Interaction, values: Sequence[str]) -> DiscordUpload | None:
    """Return the file uploaded in a modal, or None. Raises Unreadable for a payload that no Discord client sends.

    Discord documentation, "Component Reference" (File Upload): its values are ids, found in the resolved data.
    """
    data: Any = click.data or {}
    resolved = data.get("resolved")
    found = resolved.get("attachments") if isinstance(resolved, dict) else None
    told = next((found[value] for value in values if value in found), None) if isinstance(found, dict) else None
    if told is None:
        return None
    if not isinstance(told, dict):
        raise Unreadable(told)
    name, url, size = (told.get(key) for key in ("filename", "url", "size"))
    if not isinstance(name, str) or not readable(name) or not isinstance(url, str) or not isinstance(size, int):
        raise Unreadable(told)
    return DiscordUpload(name, url, size)


async def content(upload: DiscordUpload, most: int) -> bytes:
    """Return the content of a file. Raises Refused if it has more than `most` bytes or cannot be downloaded."""
    try:
        return await download(upload, most)
    except TooLarge as error:
        raise Refused(Message("upload.refused.large", {"most": most // 1000})) from error
    except (Gone, Busy) as error:
        raise Refused(Message("upload.refused.download")) from error


async def text(upload: DiscordUpload, longest: int) -> str:
    """Return the text in a file. Raises Refused if it is too large for `longest` characters or is not readable text."""
    found = await content(upload, SIGN * longest)
    try:
        read = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(Message("upload.refused.text")) from error
    if not readable(read):
        raise Refused(Message("upload.refused.text"))
    return read
