"""/play: open a table."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.front.answering import Answer, Front, answer, click_of, say
from bot.host import lobby
from bot.host.lobby import Lobby, Opening
from bot.host.paces import PACES
from bot.host.reading import decks_of
from bot.languages import spoken_by
from bot.ui import lobby as lobby_ui
from bot.ui.words import Words
from engine.players.house import LEVELS
from engine.registry import GAMES

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
DEFAULT_PACE: Final = "live"
SUGGESTIONS: Final = 25
"""How many suggestions Discord shows at the most."""


class Play(commands.Cog):
    """Opening tables."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="play", description=ENGLISH.plain("command.play"))
    @app_commands.describe(
        **{name: ENGLISH.plain(f"command.play.{name}") for name in ("game", "opponent", "house", "pace", "deck")}
    )
    @app_commands.choices(
        game=[Choice(name=ENGLISH.plain(f"{key}.name"), value=key) for key in GAMES],
        house=[Choice(name=ENGLISH.plain(f"house.{level}"), value=level) for level in LEVELS],
        pace=[Choice(name=ENGLISH.plain(f"pace.{pace}.name"), value=pace) for pace in PACES],
    )
    async def play(
        self,
        interaction: discord.Interaction,
        game: str | None = None,
        opponent: discord.User | None = None,
        house: str | None = None,
        pace: str | None = None,
        deck: str | None = None,
    ) -> None:
        """Open a table."""
        key = game or next(iter(GAMES))
        opened: list[Lobby] = []
        work = self._open(interaction, key, opponent, house, pace, deck, opened)
        message = await answer(interaction, work, private=False)
        if opened and message is not None and interaction.channel_id is not None:
            await lobby.shown(self.front.host, opened[0].match.id, interaction.channel_id, message)

    async def _open(
        self,
        interaction: discord.Interaction,
        game: str,
        opponent: discord.User | None,
        house: str | None,
        pace: str | None,
        deck: str | None,
        opened: list[Lobby],
    ) -> Answer:
        words = spoken_by(interaction)
        if game not in self.front.host.games:
            return say(words("lobby.refused.game"))
        if house is not None and house not in LEVELS:
            return say(words("lobby.refused.house"))
        if opponent is not None and opponent.bot:
            return say(words("lobby.refused.bot"))
        wanted = Opening(
            game=game,
            pace=pace or DEFAULT_PACE,
            guild=interaction.guild_id,
            channel=interaction.channel_id or 0,
            options=self.front.host.games[game].spec.options(),
            opponent=None if opponent is None else opponent.id,
            house=house,
            deck=deck,
        )
        table = await lobby.open_table(self.front.host, click_of(interaction), wanted)
        if table is None:
            return Answer(None)
        opened.append(table)
        words = await self.front.languages.public(table.match)
        return Answer(lobby_ui.lobby(table, self.front.host.games[game], words), "public")

    @play.autocomplete("deck")
    async def suggest_decks(self, interaction: discord.Interaction, current: str) -> list[Choice[str]]:
        """Suggest the ready decks of the game that is chosen."""
        game = interaction.namespace.game or next(iter(GAMES))
        names = [choice.ready.name for choice in await decks_of(self.front.host, game)]
        fitting = [name for name in names if current.lower() in name.lower()]
        return [Choice(name=name, value=name) for name in fitting[:SUGGESTIONS]]


async def setup(bot: "Tableside") -> None:
    """Add the cog; discord.py calls this."""
    await bot.add_cog(Play(bot))
