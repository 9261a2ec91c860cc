"""/season: the table of the server's season, and the way to earlier ones."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions import seasons
from bot.interactions.answers import Front, Reply
from bot.ui.texts.words import Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)


class Seasons(commands.Cog):
    """Seasons of a server."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="season", description=ENGLISH.plain("command.season"))
    @servers_only
    async def season(self, interaction: discord.Interaction) -> None:
        """Show the server's season."""
        await Reply(self.front, interaction).answer(seasons.show(self.front, interaction))
