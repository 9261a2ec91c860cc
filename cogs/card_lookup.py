"""/card, /class, /rules and /help: look up cards, decks and rules."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.interactions import card_lookup, rules
from bot.interactions.answers import Front, Reply
from bot.interactions.play import suggested_games
from bot.rendering.languages import spoken_by
from bot.ui.texts.words import Words

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
SUGGESTIONS: Final = 25


class CardLookup(commands.Cog):
    """Lookup commands, which need no match."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="card", description=ENGLISH.plain("command.card"))
    @app_commands.describe(name=ENGLISH.plain("command.card.name"))
    async def card(self, interaction: discord.Interaction, name: str) -> None:
        """Look up a card."""
        work = card_lookup.card(self.front, name, interaction.guild_id, interaction.user.id, spoken_by(interaction))
        await Reply(self.front, interaction).answer(work)

    @card.autocomplete("name")
    async def suggest_cards(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest cards."""
        return _fitting(await card_lookup.card_names(self.front, interaction.guild_id), current)

    @app_commands.command(name="class", description=ENGLISH.plain("command.class"))
    @app_commands.describe(name=ENGLISH.plain("command.class.name"))
    async def ready_deck(self, interaction: discord.Interaction, name: str) -> None:
        """Look up a class or another ready-made deck."""
        work = card_lookup.ready_deck(
            self.front, name, interaction.guild_id, interaction.user.id, spoken_by(interaction)
        )
        await Reply(self.front, interaction).answer(work)

    @ready_deck.autocomplete("name")
    async def suggest_decks(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest classes and other ready-made decks."""
        return _fitting(await card_lookup.ready_names(self.front, interaction.guild_id), current)

    @app_commands.command(name="rules", description=ENGLISH.plain("command.rules"))
    @app_commands.describe(game=ENGLISH.plain("command.play.game"))
    async def rules(self, interaction: discord.Interaction, game: str | None = None) -> None:
        """Show a game's rules, page by page."""
        await Reply(self.front, interaction).answer(
            rules.rules(self.front, game, interaction.user.id, spoken_by(interaction))
        )

    @rules.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the available games."""
        return suggested_games(self.front, interaction, current)

    @app_commands.command(name="help", description=ENGLISH.plain("command.help"))
    async def help(self, interaction: discord.Interaction) -> None:
        """Show how to play here."""
        await Reply(self.front, interaction).answer(card_lookup.help_text(self.front, interaction))


def _fitting(names: Sequence[str], current: str) -> list[Choice[str]]:
    """Return the names that contain the typed text: first those that begin with it, then the others."""
    typed = current.lower()
    fitting = [name for name in names if typed in name.lower()]
    fitting.sort(key=lambda name: (not name.lower().startswith(typed), name))
    return [Choice(name=name, value=name) for name in fitting[:SUGGESTIONS]]
