"""/leaderboard, /profile, and Profile in a person's context menu: results of rated matches."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import ratings
from bot.interactions.answers import Front, Reply
from bot.interactions.play import suggested_games
from bot.ui.texts.words import Words

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
GAME: Final = ENGLISH.plain("command.play.game")


class Ratings(commands.Cog):
    """Commands that show the results of rated matches."""

    def __init__(self, bot: "Tableside") -> None:
        self.bot = bot
        self.front: Front = bot.front

    async def cog_load(self) -> None:
        """Add the Profile command to the context menu of every person."""
        menu = app_commands.ContextMenu(name=ENGLISH.plain("menu.profile"), callback=self.profile_of)
        self.bot.tree.add_command(menu)

    @app_commands.command(name="leaderboard", description=ENGLISH.plain("command.leaderboard"))
    @app_commands.describe(game=GAME, everywhere=ENGLISH.plain("command.leaderboard.everywhere"))
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        everywhere: bool = False,  # noqa: FBT001, FBT002 - an option of a command, which Discord passes by its name
    ) -> None:
        """Show a game's leaderboard."""
        await Reply(self.front, interaction).answer(
            ratings.leaderboard(self.front, interaction, game, everywhere=everywhere)
        )

    @app_commands.command(name="profile", description=ENGLISH.plain("command.profile"))
    @app_commands.describe(person=ENGLISH.plain("command.profile.person"), game=GAME)
    async def profile(
        self, interaction: discord.Interaction, person: discord.User | None = None, game: str | None = None
    ) -> None:
        """Show a person's results in rated matches."""
        await Reply(self.front, interaction).answer(
            ratings.profile(self.front, interaction, person or interaction.user, game)
        )

    async def profile_of(self, interaction: discord.Interaction, person: discord.User) -> None:
        """Show the results of the person whose menu was used."""
        await Reply(self.front, interaction).answer(ratings.profile(self.front, interaction, person, None))

    @leaderboard.autocomplete("game")
    @profile.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the available games."""
        return suggested_games(self.front, interaction, current)
