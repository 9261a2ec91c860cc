"""/stats: what was played in a server, for the people who manage it."""

from typing import Final

import discord

from bot.host.operations import numbers
from bot.interactions.answers import Answer, Front, say
from bot.rendering.languages import spoken_by
from bot.ui.servers.numbers import stats

WEEKS: Final = 26
"""How many weeks the file has."""


async def show(front: Front, interaction: discord.Interaction) -> Answer:
    """Answer with the numbers of the server where the command is used, if it wants to be counted."""
    words, found = spoken_by(interaction), await numbers.weeks(front.host, interaction.guild_id or 0, WEEKS)
    return say(words("stats.off")) if found is None else Answer(stats(found, words))
