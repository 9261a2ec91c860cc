"""Avatars from Discord's file host."""

import asyncio

import discord
import structlog

from bot.messenger.downloads import DiscordUpload, TooLarge, download
from bot.messenger.failures import Busy, Gone
from bot.ui.pictures.avatar import LARGEST, PIXELS, checked

log = structlog.get_logger()


async def fetched(user: int, name: str) -> bytes | None:
    """Return a person's avatar as a small PNG, or None if it cannot be had. The log does not say whose it was."""
    url = f"{discord.Asset.BASE}/avatars/{user}/{name}.png?size={PIXELS}"
    try:
        content = await download(DiscordUpload(name, url, 0), LARGEST)
    except (Gone, Busy, TooLarge) as error:
        log.info("an avatar was not fetched", why=type(error).__name__)
        return None
    return await asyncio.to_thread(checked, content)
