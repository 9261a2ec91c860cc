"""/tournament: organise a tournament, take part, and see its state."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import tournament_management, tournaments
from bot.interactions.answers import Front, Reply
from bot.interactions.play import suggested_games
from bot.ui.texts.words import Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
WHICH: Final = ENGLISH.plain("command.tournament.which")


@servers_only
class Tournaments(commands.GroupCog, group_name="tournament", group_description=ENGLISH.plain("command.tournament")):
    """Commands for tournaments."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="create", description=ENGLISH.plain("command.tournament.create"))
    @app_commands.describe(
        title=ENGLISH.plain("command.tournament.title"), game=ENGLISH.plain("command.tournament.game")
    )
    async def create(self, interaction: discord.Interaction, title: app_commands.Range[str, 1, 64], game: str) -> None:
        """Set up a tournament."""
        await Reply(self.front, interaction).answer(tournament_management.create(self.front, interaction, title, game))

    @create.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the available games."""
        return suggested_games(self.front, interaction, current)

    @app_commands.command(name="manage", description=ENGLISH.plain("command.tournament.manage"))
    @app_commands.describe(tournament=WHICH)
    async def manage(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Show the organiser's panel."""
        await Reply(self.front, interaction).answer(tournament_management.manage(self.front, interaction, tournament))

    @app_commands.command(name="my", description=ENGLISH.plain("command.tournament.my"))
    @app_commands.describe(tournament=WHICH)
    async def my(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Show what the person has to do next in a tournament."""
        await self._look(interaction, tournament, tournaments.mine)

    @app_commands.command(name="standings", description=ENGLISH.plain("command.tournament.standings"))
    @app_commands.describe(tournament=WHICH)
    async def standings(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Show the standings."""
        await self._look(interaction, tournament, tournaments.standings)

    @app_commands.command(name="pairings", description=ENGLISH.plain("command.tournament.pairings"))
    @app_commands.describe(tournament=WHICH)
    async def pairings(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Show the pairings."""
        await self._look(interaction, tournament, tournaments.pairings)

    @app_commands.command(name="bracket", description=ENGLISH.plain("command.tournament.bracket"))
    @app_commands.describe(tournament=WHICH)
    async def bracket(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Show the bracket."""
        await self._look(interaction, tournament, tournaments.bracket)

    @app_commands.command(name="drop", description=ENGLISH.plain("command.tournament.drop"))
    @app_commands.describe(tournament=WHICH)
    async def drop(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Leave a tournament."""
        await Reply(self.front, interaction).answer(tournaments.drop(self.front, interaction, tournament))

    async def _look(
        self, interaction: discord.Interaction, tournament: int | None, look: tournaments.PageRenderer
    ) -> None:
        await Reply(self.front, interaction).answer(tournaments.look(self.front, interaction, tournament, look))

    @manage.autocomplete("tournament")
    async def suggest_managed(self, interaction: discord.Interaction, current: str | int) -> list[Choice[int]]:
        """Suggest the server's tournaments, with the drafts that the person may change."""
        return await tournaments.suggested(self.front, interaction, str(current), drafts=True)

    @my.autocomplete("tournament")
    @standings.autocomplete("tournament")
    @pairings.autocomplete("tournament")
    @bracket.autocomplete("tournament")
    @drop.autocomplete("tournament")
    async def suggest(self, interaction: discord.Interaction, current: str | int) -> list[Choice[int]]:
        """Suggest the server's tournaments."""
        return await tournaments.suggested(self.front, interaction, str(current))
