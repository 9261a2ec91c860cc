"""Surfaces that are clicked on: they show the newest, whichever of two changes Discord hears of last."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import structlog

from bot.host.context import Host
from bot.storage import outbox
from bot.storage.outbox import SurfaceRow
from bot.ui.custom_ids import Unreadable, parse

log = structlog.get_logger()


@asynccontextmanager
async def kept_current(host: Host, interaction: discord.Interaction) -> AsyncIterator[None]:
    """Answer an interaction inside; where a surface was clicked on that was sent meanwhile, it is sent once more.

    The answer shows how things stood when it was made. What the outbox sent in the meantime shows what came later, and
    yet may reach Discord before the answer does; what it was sending already may reach Discord after it.
    """
    before = await _clicked_on(host, interaction)
    yield
    if before is None:
        return
    now = await _clicked_on(host, interaction)
    if now is None or (now.shown == before.shown and now.claimed is None):
        return
    log.info("surface was sent while a click on it was answered", surface=now.id)
    async with host.database.transaction() as tx:
        await outbox.overtaken(tx, now.id, interaction.id)
    host.outbox_due.set()


async def _clicked_on(host: Host, interaction: discord.Interaction) -> SurfaceRow | None:
    """Return the surface that was clicked on, or None; what one person sees for a while only is never one."""
    message, data = interaction.message, interaction.data
    if message is None or message.flags.ephemeral or data is None:
        return None
    clicked: Any = data
    try:
        number = parse(str(clicked.get("custom_id", ""))).match
    except Unreadable:
        return None
    async with host.database.reading() as connection:
        return await outbox.surface_at(connection, number, message.id)
