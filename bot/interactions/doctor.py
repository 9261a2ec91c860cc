"""/doctor: whether the bot can work in a channel, and the health of the service."""

import discord

from bot import doctor as doctors
from bot.doctor import check
from bot.host.operations import health
from bot.host.operations.health import POST_LATE, TIMER_LATE
from bot.host.people import settings
from bot.interactions import places
from bot.interactions.answers import Answer, Front, say
from bot.rendering.languages import spoken_by
from bot.storage.people import GuildRow
from bot.ui.messages.outgoing import LONGEST
from bot.ui.texts.words import shortened


async def doctor(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with what works here and how to fix what does not. Reveal neither addresses nor paths on the machine."""
    words, found = spoken_by(interaction), await health.look(front.host)
    row = await settings.guild(front.host, interaction.guild_id or 0)
    checks = [
        doctors.permissions(interaction.app_permissions, places.kind_of(interaction), threads=row.threads),
        doctors.events(interaction.app_permissions),
        *doctors.lacking_there(await _elsewhere(front, interaction, row)),
        check("database.fine", well=found.database),
        check("outbox", well=found.outbox_age < POST_LATE, seconds=round(found.outbox_age)),
        check("timers", well=found.timers_late < TIMER_LATE, seconds=round(found.timers_late)),
        doctors.versions(),
    ]
    lines = [f"{'✅' if each.well else '⚠️'} {words.message(each.said)}" for each in checks]
    return say(shortened("\n".join([f"**{words('doctor.title')}**", *lines]), LONGEST))


async def _elsewhere(front: Front, interaction: discord.Interaction, row: GuildRow) -> dict[str, list[str]]:
    """Return the permissions that the bot lacks in the server's other game channels, by the channels' mentions."""
    others = [channel for channel in row.channels if channel != interaction.channel_id]
    found = await front.channels.missing(row.id, others, threads=row.threads)
    return {f"<#{channel}>": names for channel, names in found.items()}
