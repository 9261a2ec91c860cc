"""/moderate: what moderators can do to a server's matches; hidden from everybody who may not manage messages."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.host.operations.closing import REASON_LENGTH
from bot.interactions import match as matches
from bot.interactions import stakes
from bot.interactions.answers import Front, Reply
from bot.ui.texts.words import Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
MATCH: Final = ENGLISH.plain("command.option.match")
Reason = app_commands.Range[str, 1, REASON_LENGTH]


@servers_only
@app_commands.default_permissions(manage_messages=True)
class Moderation(commands.GroupCog, group_name="moderate", group_description=ENGLISH.plain("command.moderate")):
    """Commands for a server's moderators and managers."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="close", description=ENGLISH.plain("command.moderate.close"))
    @app_commands.describe(match=MATCH, reason=ENGLISH.plain("command.moderate.reason"))
    async def close(self, interaction: discord.Interaction, reason: Reason, match: int | None = None) -> None:
        """Close one of this server's matches; for moderators."""
        act = matches.about(
            self.front, interaction, match, lambda number: matches.close(self.front, interaction, number, reason)
        )
        await Reply(self.front, interaction).ask(act)

    @app_commands.command(name="reverse", description=ENGLISH.plain("command.moderate.reverse"))
    @app_commands.describe(match=MATCH, reason=ENGLISH.plain("command.moderate.reason"))
    async def reverse(self, interaction: discord.Interaction, match: int, reason: Reason) -> None:
        """Give back the cards that changed hands in one of this server's matches for keeps; for its managers."""
        act = matches.about(
            self.front, interaction, match, lambda number: stakes.reverse(self.front, interaction, number, reason)
        )
        await Reply(self.front, interaction).ask(act)
