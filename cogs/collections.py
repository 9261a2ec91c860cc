"""/collection, /pack, /trade, and Trade in a person's context menu: people's own cards."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.host.collections import collection as shelf
from bot.interactions import collections, trade_drafts
from bot.interactions.answers import Front, Reply
from bot.interactions.play import suggested_games
from bot.ui.texts.words import Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
GAME: Final = ENGLISH.plain("command.collection.game")


class Collections(commands.Cog):
    """Commands for collecting and trading cards."""

    def __init__(self, bot: "Tableside") -> None:
        self.bot = bot
        self.front: Front = bot.front

    async def cog_load(self) -> None:
        """Add the Trade command to the context menu of every person."""
        menu = app_commands.ContextMenu(name=ENGLISH.plain("menu.trade"), callback=self.trade_with)
        self.bot.tree.add_command(servers_only(menu))

    @app_commands.command(name="collection", description=ENGLISH.plain("command.collection"))
    @app_commands.describe(game=GAME)
    async def collection(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show the person's own collection."""
        await Reply(self.front, interaction).answer(collections.collection(self.front, interaction, game))

    @app_commands.command(name="pack", description=ENGLISH.plain("command.pack"))
    @app_commands.describe(game=GAME)
    async def pack(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show or open the pack of the day."""
        await Reply(self.front, interaction).answer(collections.pack(self.front, interaction, game))

    @collection.autocomplete("game")
    @pack.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the games whose cards are collected."""
        collected = shelf.games(self.front.host)
        return [game for game in suggested_games(self.front, interaction, current) if game.value in collected]

    @app_commands.command(name="trade", description=ENGLISH.plain("command.trade"))
    @app_commands.describe(person=ENGLISH.plain("command.trade.person"))
    @servers_only
    async def trade(self, interaction: discord.Interaction, person: discord.User) -> None:
        """Prepare a trade."""
        await Reply(self.front, interaction).answer(trade_drafts.trade(self.front, interaction, person))

    async def trade_with(self, interaction: discord.Interaction, person: discord.User) -> None:
        """Prepare a trade with the person whose menu was used."""
        await Reply(self.front, interaction).answer(trade_drafts.trade(self.front, interaction, person))
