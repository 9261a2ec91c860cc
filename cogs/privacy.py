"""/privacy: export and delete a person's data."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions import privacy
from bot.interactions.answers import Front, Reply
from bot.ui.texts.words import Words

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)


class Privacy(commands.GroupCog, group_name="privacy", group_description=ENGLISH.plain("command.privacy")):
    """A person's own data."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="export", description=ENGLISH.plain("command.privacy.export"))
    async def export(self, interaction: discord.Interaction) -> None:
        """Export all data that is stored about the person."""
        await Reply(self.front, interaction).answer(privacy.export(self.front, interaction))

    @app_commands.command(name="delete", description=ENGLISH.plain("command.privacy.delete"))
    async def delete(self, interaction: discord.Interaction) -> None:
        """Delete the person's data after confirmation."""
        await Reply(self.front, interaction).answer(privacy.delete(self.front, interaction))
