"""/learn: lessons in which people learn a game by playing it."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import lessons
from bot.interactions.answers import Front, Reply
from bot.interactions.play import suggested_games
from bot.ui.texts.words import Words

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)


class Lessons(commands.Cog):
    """The command that lists lessons."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="learn", description=ENGLISH.plain("command.learn"))
    @app_commands.describe(game=ENGLISH.plain("command.play.game"))
    async def learn(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """List the lessons."""
        await Reply(self.front, interaction).answer(lessons.learn(self.front, interaction, game))

    @learn.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the available games."""
        return suggested_games(self.front, interaction, current)
