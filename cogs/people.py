"""/me: a person's own settings, absence and blocks; /settings, /stats and /doctor: a server's."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.host.kernel.paces import AWAY_DAYS
from bot.interactions import doctor as operating
from bot.interactions import numbers, people, settings
from bot.interactions.answers import Front, Reply
from bot.ui.texts.words import Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)


class Me(commands.GroupCog, group_name="me", group_description=ENGLISH.plain("command.me")):
    """A person's own settings."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="settings", description=ENGLISH.plain("command.me.settings"))
    @app_commands.describe(timezone=ENGLISH.plain("command.me.settings.timezone"))
    async def settings(self, interaction: discord.Interaction, timezone: str | None = None) -> None:
        """Show the person's own settings, after setting a time zone if one is given."""
        await Reply(self.front, interaction).answer(settings.person(self.front, interaction, timezone))

    @settings.autocomplete("timezone")
    async def suggest_zones(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest time zones."""
        return settings.suggested_zones(self.front, interaction, current)

    @app_commands.command(name="away", description=ENGLISH.plain("command.me.away"))
    @app_commands.describe(days=ENGLISH.plain("command.me.away.days"))
    async def away(self, interaction: discord.Interaction, days: app_commands.Range[int, 0, AWAY_DAYS]) -> None:
        """Mark the person as away for a number of days, or as back if that number is 0."""
        await Reply(self.front, interaction).answer(people.away(self.front, interaction, days))

    @app_commands.command(name="block", description=ENGLISH.plain("command.me.block"))
    @app_commands.describe(person=ENGLISH.plain("command.me.block.person"))
    async def block(self, interaction: discord.Interaction, person: discord.User | None = None) -> None:
        """Block or unblock a person. If nobody is named, list the people who are blocked."""
        wanted = None if person is None else person.id
        await Reply(self.front, interaction).answer(people.block(self.front, interaction, wanted))


class Server(commands.Cog):
    """A server's settings, for those who manage it."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="settings", description=ENGLISH.plain("command.settings"))
    @servers_only
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(timezone=ENGLISH.plain("command.settings.timezone"))
    async def settings(self, interaction: discord.Interaction, timezone: str | None = None) -> None:
        """Show the server's settings, after setting its time zone if one is given."""
        await Reply(self.front, interaction).answer(settings.guild(self.front, interaction, timezone))

    @settings.autocomplete("timezone")
    async def suggest_zones(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest time zones."""
        return settings.suggested_zones(self.front, interaction, current)

    @app_commands.command(name="stats", description=ENGLISH.plain("command.stats"))
    @servers_only
    @app_commands.default_permissions(manage_guild=True)
    async def stats(self, interaction: discord.Interaction) -> None:
        """Show how much is played in the server."""
        await Reply(self.front, interaction).answer(numbers.show(self.front, interaction))

    @app_commands.command(name="doctor", description=ENGLISH.plain("command.doctor"))
    @servers_only
    @app_commands.default_permissions(manage_guild=True)
    async def doctor(self, interaction: discord.Interaction) -> None:
        """Show whether the bot can work in this channel."""
        await Reply(self.front, interaction).answer(operating.doctor(self.front, interaction))
