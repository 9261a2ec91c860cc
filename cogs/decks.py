"""/deck: a person's own decks; /format: the deck formats of a server."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from bot.host.decks.personal import NAME_LENGTH
from bot.interactions import deck_formats, decks
from bot.interactions.answers import Front, Reply
from bot.interactions.play import suggested_games
from bot.ui.texts.words import Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
GAME: Final = ENGLISH.plain("command.play.game")
NAME: Final = ENGLISH.plain("command.deck.name")
TO: Final = ENGLISH.plain("command.deck.to")
LONGEST_CODE: Final = 4000
"""The maximum length of a deck's code or text: as many characters as its modal accepts."""

FORMAT: Final = ENGLISH.plain("command.format.name")
Name = Range[str, 1, NAME_LENGTH]


class Decks(commands.GroupCog, group_name="deck", group_description=ENGLISH.plain("command.deck")):
    """A person's own decks."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="build", description=ENGLISH.plain("command.deck.build"))
    @app_commands.describe(deck=ENGLISH.plain("command.deck.build.deck"), game=GAME)
    async def build(self, interaction: discord.Interaction, deck: Name | None = None, game: str | None = None) -> None:
        """Build a new deck or edit an existing one."""
        await Reply(self.front, interaction).answer(decks.build(self.front, interaction, deck, game))

    @app_commands.command(name="list", description=ENGLISH.plain("command.deck.list"))
    async def listed(self, interaction: discord.Interaction) -> None:
        """List the person's decks."""
        await Reply(self.front, interaction).answer(decks.box(self.front, interaction))

    @app_commands.command(name="show", description=ENGLISH.plain("command.deck.show"))
    @app_commands.describe(deck=NAME)
    async def show(self, interaction: discord.Interaction, deck: str) -> None:
        """Show a deck."""
        await Reply(self.front, interaction).answer(decks.show(self.front, interaction, deck))

    @app_commands.command(name="copy", description=ENGLISH.plain("command.deck.copy"))
    @app_commands.describe(deck=NAME, name=TO)
    async def copy(self, interaction: discord.Interaction, deck: str, name: Name | None = None) -> None:
        """Copy a deck into the person's own decks."""
        await Reply(self.front, interaction).answer(decks.copy(self.front, interaction, deck, name))

    @app_commands.command(name="rename", description=ENGLISH.plain("command.deck.rename"))
    @app_commands.describe(deck=NAME, name=TO)
    async def rename(self, interaction: discord.Interaction, deck: str, name: Name) -> None:
        """Rename a deck."""
        await Reply(self.front, interaction).answer(decks.rename(self.front, interaction, deck, name))

    @app_commands.command(name="delete", description=ENGLISH.plain("command.deck.delete"))
    @app_commands.describe(deck=NAME)
    async def delete(self, interaction: discord.Interaction, deck: str) -> None:
        """Delete a deck after confirmation."""
        await Reply(self.front, interaction).answer(decks.delete(self.front, interaction, deck))

    @app_commands.command(name="import", description=ENGLISH.plain("command.deck.import"))
    @app_commands.describe(code=ENGLISH.plain("command.deck.import.code"), name=TO, game=GAME)
    async def take_in(
        self,
        interaction: discord.Interaction,
        code: Range[str, 1, LONGEST_CODE] | None = None,
        name: Name | None = None,
        game: str | None = None,
    ) -> None:
        """Import a deck from a code, or from text typed into a modal."""
        if code is None:
            await Reply(self.front, interaction).ask(decks.ask_text(self.front, interaction, game))
        else:
            await Reply(self.front, interaction).answer(decks.take_in(self.front, interaction, game, code, name))

    @app_commands.command(name="export", description=ENGLISH.plain("command.deck.export"))
    @app_commands.describe(deck=NAME)
    async def export(self, interaction: discord.Interaction, deck: str) -> None:
        """Export a deck as a code and as text."""
        await Reply(self.front, interaction).answer(decks.export(self.front, interaction, deck))

    @build.autocomplete("deck")
    @rename.autocomplete("deck")
    @delete.autocomplete("deck")
    async def suggest_own(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the person's own decks."""
        return await decks.suggested(self.front, interaction, current)

    @show.autocomplete("deck")
    @copy.autocomplete("deck")
    @export.autocomplete("deck")
    async def suggest_all(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the person's own decks and the ready-made ones."""
        return await decks.suggested(self.front, interaction, current, ready=True)

    @build.autocomplete("game")
    @take_in.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the games in which people bring decks."""
        return suggested_games(self.front, interaction, current, decks=True)


@servers_only
class Formats(commands.GroupCog, group_name="format", group_description=ENGLISH.plain("command.format")):
    """Deck formats: a game's own, and those that the server has added."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="list", description=ENGLISH.plain("command.format.list"))
    @app_commands.describe(game=GAME)
    async def listed(self, interaction: discord.Interaction, game: str) -> None:
        """List the formats available for a game."""
        await Reply(self.front, interaction).answer(deck_formats.listed(self.front, interaction, game))

    @app_commands.command(name="make", description=ENGLISH.plain("command.format.make"))
    @app_commands.describe(game=GAME, like=ENGLISH.plain("command.format.like"))
    async def make(self, interaction: discord.Interaction, game: str, like: str | None = None) -> None:
        """Add a format for the server, or change one."""
        await Reply(self.front, interaction).ask(deck_formats.write(self.front, interaction, game, like))

    @app_commands.command(name="remove", description=ENGLISH.plain("command.format.remove"))
    @app_commands.describe(game=GAME, name=FORMAT)
    async def remove(self, interaction: discord.Interaction, game: str, name: Name) -> None:
        """Delete one of the server's own formats."""
        await Reply(self.front, interaction).answer(deck_formats.remove(self.front, interaction, game, name))

    @listed.autocomplete("game")
    @make.autocomplete("game")
    @remove.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the games in which people bring decks."""
        return suggested_games(self.front, interaction, current, decks=True)

    @make.autocomplete("like")
    @remove.autocomplete("name")
    async def suggest_formats(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the formats of the chosen game."""
        return await deck_formats.suggested(self.front, interaction, str(interaction.namespace.game or ""), current)
