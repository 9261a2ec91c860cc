"""/set: a server's own card sets."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import card_sets, uploads
from bot.interactions.answers import Front, Reply
from bot.rendering.languages import spoken_by
from bot.ui.cards.sets import SET_FILES
from bot.ui.texts.words import Words
from cogs.attachments import file_command
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
SUGGESTIONS: Final = 25
_named = app_commands.describe(name=ENGLISH.plain("command.set.name"))


@servers_only
class CardSets(commands.GroupCog, group_name="set", group_description=ENGLISH.plain("command.set")):
    """A server's own card sets."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @file_command("upload", ENGLISH.plain("command.set.upload"), SET_FILES)
    @app_commands.describe(file=ENGLISH.plain("command.set.upload.file"))
    async def upload(self, interaction: discord.Interaction, file: discord.Attachment | None = None) -> None:
        """Upload a set, or a new version of a set, as an attachment or through a modal."""
        if file is None:
            await Reply(self.front, interaction).ask(card_sets.ask_file(self.front, interaction))
        else:
            await Reply(self.front, interaction).answer(
                card_sets.upload(self.front, interaction, uploads.attached(file))
            )

    @app_commands.command(name="list", description=ENGLISH.plain("command.set.list"))
    async def list_sets(self, interaction: discord.Interaction) -> None:
        """List the server's sets."""
        await Reply(self.front, interaction).answer(card_sets.listed(self.front, interaction))

    @app_commands.command(name="show", description=ENGLISH.plain("command.set.show"))
    @_named
    async def show(self, interaction: discord.Interaction, name: str) -> None:
        """Show a set's cards."""
        await Reply(self.front, interaction).answer(card_sets.show(self.front, interaction, name))

    @app_commands.command(name="enable", description=ENGLISH.plain("command.set.enable"))
    @_named
    async def enable(self, interaction: discord.Interaction, name: str) -> None:
        """Enable a set for new tables."""
        await Reply(self.front, interaction).answer(card_sets.enable(self.front, interaction, name))

    @app_commands.command(name="disable", description=ENGLISH.plain("command.set.disable"))
    @_named
    async def disable(self, interaction: discord.Interaction, name: str) -> None:
        """Disable a set for new tables."""
        await Reply(self.front, interaction).answer(card_sets.disable(self.front, interaction, name))

    @app_commands.command(name="delete", description=ENGLISH.plain("command.set.delete"))
    @_named
    async def delete(self, interaction: discord.Interaction, name: str) -> None:
        """Delete a set after confirmation."""
        await Reply(self.front, interaction).answer(card_sets.delete(self.front, interaction, name))

    @app_commands.command(name="download", description=ENGLISH.plain("command.set.download"))
    @_named
    async def download(self, interaction: discord.Interaction, name: str) -> None:
        """Download a set's file."""
        await Reply(self.front, interaction).answer(card_sets.download(self.front, interaction, name))

    @app_commands.command(name="help", description=ENGLISH.plain("command.set.help"))
    @app_commands.describe(game=ENGLISH.plain("command.play.game"))
    async def help_with(self, interaction: discord.Interaction, game: str) -> None:
        """Get an example set and the schema."""
        await Reply(self.front, interaction).answer(card_sets.help_with(self.front, interaction, game))

    @help_with.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the games for which servers may write sets."""
        words = spoken_by(interaction)
        named = [(words.plain(f"{key}.name"), key) for key in card_sets.games(self.front)]
        return [Choice(name=name, value=key) for name, key in named if current.lower() in name.lower()]

    @show.autocomplete("name")
    @enable.autocomplete("name")
    @disable.autocomplete("name")
    @delete.autocomplete("name")
    @download.autocomplete("name")
    async def suggest_sets(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the server's sets."""
        found = await card_sets.names(self.front, interaction, current)
        return [Choice(name=name[:100], value=value) for name, value in found[:SUGGESTIONS]]
