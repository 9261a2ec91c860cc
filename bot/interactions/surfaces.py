"""Surfaces that are clicked on: they show the newest, whichever of two changes Discord hears of last.

The answer to a click shows how things stood when it was made. What the outbox sent in the meantime shows what came
later, and yet may reach Discord before the answer does; what it was sending already may reach Discord after it.
"""

from typing import Any

import discord
import structlog

from bot.host.kernel.host import Host
from bot.interactions.installations import is_by_person_alone
from bot.storage import outbox
from bot.storage.outbox import SurfaceRow
from bot.ui.custom_ids import read

log = structlog.get_logger()


async def clicked_on(host: Host, interaction: discord.Interaction) -> SurfaceRow | None:
    """Return the surface that was clicked on, or None.

    What one person sees for a while only is one only where the bot can do nothing but answer that person.
    """
    message, data = interaction.message, interaction.data
    if message is None or (message.flags.ephemeral and not is_by_person_alone(interaction)):
        return None
    clicked: Any = data or {}
    subject = read(clicked.get("custom_id")).subject
    if subject is None:
        return None
    async with host.database.reading() as connection:
        return await outbox.surface_at(connection, subject, message.id)


async def show_newest(host: Host, interaction: discord.Interaction, before: SurfaceRow | None) -> None:
    """Send a surface once more that was sent, or was on its way, while it was changed by the answer to a click on it.

    `before` is the surface as it was when the click came in.
    """
    now = None if before is None else await clicked_on(host, interaction)
    if before is None or now is None or (now.shown == before.shown and now.claimed is None):
        return
    log.info("surface was sent while a click on it was answered", surface=now.id)
    async with host.database.transaction() as tx:
        await outbox.overtaken(tx, now.id, interaction.id)
    host.outbox_due.set()
