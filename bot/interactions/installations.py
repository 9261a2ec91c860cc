"""For whom the bot is installed where an interaction comes from: for the place, or for one person alone."""

import discord


class NotHere(Exception):
    """It takes the bot itself in the place, and only a person has installed it."""


def is_by_person_alone(interaction: discord.Interaction) -> bool:
    """Whether the bot can do nothing there but answer the person: neither see the place nor write to it."""
    if interaction.context.guild:
        return not interaction.is_guild_integration()
    return interaction.context.private_channel
