"""Clicked surfaces: make sure that they show the newest state, whichever of two updates reaches Discord last.

The answer to a click shows the state when it was rendered. An update that the outbox sends in the meantime shows a
later state, yet may reach Discord before the answer; one that it was already sending may reach Discord after it.
"""

from typing import Any

import discord
import structlog

from bot.host.kernel.host import Host
from bot.storage import showings
from bot.storage.showings import Showing
from bot.ui.messages.custom_ids import read

log = structlog.get_logger()


async def clicked_on(host: Host, interaction: discord.Interaction) -> Showing | None:
    """Return the clicked surface, or None if the click was on something else."""
    message = interaction.message
    return None if message is None else await _shown_by(host, interaction, message.id)


async def _shown_by(host: Host, interaction: discord.Interaction, message: int) -> Showing | None:
    """Return the surface that a message shows, if it belongs to what the click was about; None if there is none."""
    clicked: Any = interaction.data or {}
    subject = read(clicked.get("custom_id")).subject
    if subject is None:
        return None
    async with host.database.glancing() as connection:
        return await showings.showing_at(connection, subject, message)


async def show_newest(host: Host, interaction: discord.Interaction, before: Showing | None) -> None:
    """Send a surface again if the outbox sent it, or was sending it, while a click's answer was updating it.

    `before` is the surface at the time of the click.
    """
    now = None if before is None else await clicked_on(host, interaction)
    if now is None or _shows_answer(now, interaction, before):
        return
    log.debug("surface was sent while a click on it was answered", surface=now.id)
    await _send_again(host, interaction, now)


async def stands(host: Host, interaction: discord.Interaction, message: int | None, before: Showing | None) -> bool:
    """Whether a click's answer is still the newest state of the surface that shows it, and none is due.

    `message` is the message with the answer if that is a new one; otherwise it is the clicked one, which showed
    `before` at the time of the click.
    """
    now = await _answered_on(host, interaction, message)
    return now is None or (now.wanted == now.shown and _shows_answer(now, interaction, before))


def _shows_answer(now: Showing, interaction: discord.Interaction, before: Showing | None) -> bool:
    """Whether the outbox has not sent a surface, and is not sending it, since a click was answered with it.

    A panel that a click was recorded for counts as shown since, and its look is unknown: see `panels.opened`.
    """
    if now.claimed is not None:
        return False
    if now.token == interaction.token:
        return now.digest is None
    return before is not None and now.shown == before.shown


async def show_again(host: Host, interaction: discord.Interaction, message: int | None) -> None:
    """Send the surface again that a click's answer showed; `message` is as for `stands`."""
    now = await _answered_on(host, interaction, message)
    if now is not None:
        await _send_again(host, interaction, now)


async def _answered_on(host: Host, interaction: discord.Interaction, message: int | None) -> Showing | None:
    return await (clicked_on(host, interaction) if message is None else _shown_by(host, interaction, message))


async def _send_again(host: Host, interaction: discord.Interaction, surface: Showing) -> None:
    async with host.database.transaction() as tx:
        await showings.overtaken(tx, surface.id, interaction.id)
    host.outbox_due.set()
