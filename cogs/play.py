"""/play, and Challenge in a person's context menu: open a table."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.host.decks import personal
from bot.host.kernel.paces import PACES
from bot.host.match.queries import deck_names
from bot.interactions import deck_formats
from bot.interactions.answers import Front, Reply
from bot.interactions.installations import is_by_person_alone
from bot.interactions.play import Opponent, Wish, play, suggested_games
from bot.interactions.play_menu import choose
from bot.ui.lobby.characters import described
from bot.ui.texts.words import Words
from cogs.contexts import servers_only
from engine.players.characters import CHARACTERS

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
OPTIONS: Final = ("game", "opponent", "house", "players", "pace", "format", "deck")
SUGGESTIONS: Final = 25
"""The maximum number of suggestions that Discord shows."""


class Play(commands.Cog):
    """Commands that open tables."""

    def __init__(self, bot: "Tableside") -> None:
        self.bot = bot
        self.front: Front = bot.front

    async def cog_load(self) -> None:
        """Add the Challenge command to the context menu of every person."""
        menu = app_commands.ContextMenu(name=ENGLISH.plain("menu.challenge"), callback=self.challenge)
        self.bot.tree.add_command(servers_only(menu))

    @app_commands.command(name="play", description=ENGLISH.plain("command.play"))
    @app_commands.describe(**{name: ENGLISH.plain(f"command.play.{name}") for name in OPTIONS})
    @app_commands.choices(
        house=[Choice(name=described(key, ENGLISH), value=key) for key in CHARACTERS],
        pace=[Choice(name=ENGLISH.plain(f"pace.{pace}.name"), value=pace) for pace in PACES],
    )
    async def play(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        opponent: discord.User | None = None,
        house: str | None = None,
        players: app_commands.Range[int, 2, 8] | None = None,
        pace: str | None = None,
        format: str | None = None,  # noqa: A002 - the name that people see
        deck: str | None = None,
    ) -> None:
        """Ask which game if nothing is typed; otherwise open a table."""
        if (game, opponent, house, players, pace, format, deck) == (None,) * len(OPTIONS):
            await Reply(self.front, interaction).answer(choose(self.front, interaction))
            return
        against = () if opponent is None else (Opponent.of(opponent),)
        wish = Wish(game, against, house, players, pace, deck, format)
        await Reply(self.front, interaction, private=wish.solo or is_by_person_alone(interaction)).answer(
            play(self.front, interaction, wish)
        )

    async def challenge(self, interaction: discord.Interaction, person: discord.User) -> None:
        """Challenge the person whose menu was used."""
        work = play(self.front, interaction, Wish(opponents=(Opponent.of(person),)))
        await Reply(self.front, interaction, private=False).answer(work)

    @play.autocomplete("game")
    async def suggest_games(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the available games."""
        return suggested_games(self.front, interaction, current)

    @play.autocomplete("deck")
    async def suggest_decks(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest decks for the chosen game: the person's own and the ready-made ones."""
        game = interaction.namespace.game or next(iter(self.front.host.games))
        names = await personal.names(self.front.host, interaction.user.id, game)
        names += await deck_names(self.front.host, game, interaction.guild_id)
        fitting = [name for name in names if current.lower() in name.lower()]
        return [Choice(name=name, value=name) for name in fitting[:SUGGESTIONS]]

    @play.autocomplete("format")
    async def suggest_formats(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest deck formats for the chosen game."""
        game = interaction.namespace.game or next(iter(self.front.host.games))
        return await deck_formats.suggested(self.front, interaction, game, current)
