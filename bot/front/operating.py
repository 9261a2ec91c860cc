"""/doctor: whether the bot can work where it is asked, and how the service is."""

import discord

from bot import doctor as doctors
from bot.doctor import check
from bot.front.answering import Answer, Front, say
from bot.host import health
from bot.host.health import POST_LATE, TIMER_LATE
from bot.languages import spoken_by


async def doctor(front: Front, interaction: discord.Interaction) -> Answer:
    """Say what works here, and what to do about what does not. No address and no path of the machine is told."""
    words, found = spoken_by(interaction), await health.look(front.host)
    checks = [
        doctors.permissions(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread)),
        check("database.fine", well=found.database),
        check("outbox", well=found.outbox_age < POST_LATE, seconds=round(found.outbox_age)),
        check("timers", well=found.timers_late < TIMER_LATE, seconds=round(found.timers_late)),
        doctors.versions(),
    ]
    lines = [f"{'✅' if each.well else '⚠️'} {words.message(each.said)}" for each in checks]
    return say("\n".join([f"**{words('doctor.title')}**", *lines]))
