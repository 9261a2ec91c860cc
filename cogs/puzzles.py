"""/puzzle: the puzzle of the day, and others to practise."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions import puzzles
from bot.interactions.answers import Front, Reply
from bot.ui.texts.words import Words

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)


class Puzzles(commands.Cog):
    """The command that lists puzzles."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="puzzle", description=ENGLISH.plain("command.puzzle"))
    async def puzzle(self, interaction: discord.Interaction) -> None:
        """List the puzzles."""
        await Reply(self.front, interaction).answer(puzzles.puzzle(self.front, interaction))
