"""How the bot is installed where an interaction comes from: for the whole place, or for one person only."""

import discord

from bot.host.kernel.errors import NotAllowed
from bot.messenger.permissions import invitation
from engine.contract import Message


class NotHere(NotAllowed):
    """The place needs the bot itself, but only a person has installed it; `application` is the bot's own id."""

    def __init__(self, application: int) -> None:
        super().__init__(application)
        self.reason = Message("error.add_bot", {"link": invitation(application)})


def is_by_person_alone(interaction: discord.Interaction) -> bool:
    """Whether the bot can only answer the person, and can neither see the place nor post to it."""
    if interaction.context.guild:
        return not interaction.is_guild_integration()
    return interaction.context.private_channel
