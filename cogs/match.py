"""/hand, /games and /match: one's own matches."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

import discord
import structlog
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.host.match import queries
from bot.host.operations.closing import REASON_LENGTH
from bot.interactions import match as matches
from bot.interactions import panel, reviews, stakes
from bot.interactions.access import admit
from bot.interactions.answers import Answer, Front, answer, say
from bot.rendering.languages import spoken_by
from bot.ui import match_menu
from bot.ui.words import Rendered, Words
from cogs.contexts import servers_only

if TYPE_CHECKING:
    from bot.app import Tableside

ENGLISH: Final = Words(None)
MATCH: Final = ENGLISH.plain("command.option.match")
SUGGESTIONS: Final = 25


class Match(commands.GroupCog, group_name="match", group_description=ENGLISH.plain("command.match")):
    """What can be asked about a match: the one played here, the person's only one, or the one that is named."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="show", description=ENGLISH.plain("command.match.show"))
    @app_commands.describe(match=MATCH)
    async def show(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show how a match stands."""
        await self._about(interaction, match, lambda number: matches.board(self.front, number, interaction.user.id))

    @app_commands.command(name="leave", description=ENGLISH.plain("command.match.leave"))
    @app_commands.describe(match=MATCH)
    async def leave(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Leave a match, after a question."""

        async def ask(number: int) -> Answer:
            return await matches.leaving(self.front, number, spoken_by(interaction))

        await self._about(interaction, match, ask)

    @app_commands.command(name="log", description=ENGLISH.plain("command.match.log"))
    @app_commands.describe(match=MATCH)
    async def log(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show what happened in a match."""
        await self._about(interaction, match, lambda number: matches.story(self.front, number))

    @app_commands.command(name="export", description=ENGLISH.plain("command.match.export"))
    @app_commands.describe(match=MATCH)
    async def export(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Give a finished match as a file that can be checked."""
        words, user = spoken_by(interaction), interaction.user.id
        await self._about(interaction, match, lambda number: matches.export(self.front, number, user, words))

    @app_commands.command(name="review", description=ENGLISH.plain("command.match.review"))
    @app_commands.describe(match=MATCH)
    async def review(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show which of one's picks cost most in a finished match."""
        await answer(self.front, interaction, reviews.of_person(self.front, interaction, match))

    @app_commands.command(name="close", description=ENGLISH.plain("command.match.close"))
    @app_commands.describe(match=MATCH, reason=ENGLISH.plain("command.match.close.reason"))
    @servers_only
    async def close(
        self,
        interaction: discord.Interaction,
        reason: app_commands.Range[str, 1, REASON_LENGTH],
        match: int | None = None,
    ) -> None:
        """Close a match of this server, for moderators."""
        await self._about(interaction, match, lambda number: matches.close(self.front, interaction, number, reason))

    @app_commands.command(name="reverse", description=ENGLISH.plain("command.match.reverse"))
    @app_commands.describe(match=MATCH, reason=ENGLISH.plain("command.match.close.reason"))
    @servers_only
    async def reverse(
        self, interaction: discord.Interaction, match: int, reason: app_commands.Range[str, 1, REASON_LENGTH]
    ) -> None:
        """Take back what a match for keeps of this server has moved, for those who manage it."""
        await self._about(interaction, match, lambda number: stakes.reverse(self.front, interaction, number, reason))

    async def _about(
        self, interaction: discord.Interaction, match: int | None, act: Callable[[int], Awaitable[Answer]]
    ) -> None:
        await answer(self.front, interaction, about(self.front, interaction, match, act))

    @show.autocomplete("match")
    @leave.autocomplete("match")
    @log.autocomplete("match")
    async def suggest_matches(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        """Suggest one's own matches."""
        return await suggested(self.front, interaction, current)

    @export.autocomplete("match")
    @review.autocomplete("match")
    async def suggest_finished(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        """Suggest one's own finished matches."""
        rows = await queries.finished(self.front.host, interaction.user.id, SUGGESTIONS)
        return choices({row.id: row.game for row in rows}, interaction, current)


class Own(commands.Cog):
    """A person's hand, and the matches that wait."""

    def __init__(self, bot: "Tableside") -> None:
        self.front: Front = bot.front

    @app_commands.command(name="hand", description=ENGLISH.plain("command.hand"))
    @app_commands.describe(match=MATCH)
    async def hand(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Show one's hand."""
        act = about(self.front, interaction, match, lambda number: panel.hand(self.front, interaction, number))
        await answer(self.front, interaction, act)

    @hand.autocomplete("match")
    async def suggest_matches(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        """Suggest one's own matches."""
        return await suggested(self.front, interaction, current)

    @app_commands.command(name="games", description=ENGLISH.plain("command.games"))
    async def games(self, interaction: discord.Interaction) -> None:
        """List one's matches."""
        await answer(self.front, interaction, self._games(interaction))

    async def _games(self, interaction: discord.Interaction) -> Answer:
        found = await queries.waiting(self.front.host, interaction.user.id)
        return Answer(match_menu.games(found, interaction.user.id, spoken_by(interaction)))


async def about(
    front: Front, interaction: discord.Interaction, match: int | None, act: Callable[[int], Awaitable[Answer]]
) -> Answer:
    """Answer about a match: the one that is named, else the one played here, else the person's only one."""
    words = spoken_by(interaction)
    if match is None:
        found = await queries.candidates(front.host, interaction.user.id, interaction.channel_id)
        if not found:
            return say(words("match.none"))
        if len(found) > 1:
            return say(words("match.which", matches=Rendered(", ".join(f"**{number}**" for number in found))))
        match = found[0]
    structlog.contextvars.bind_contextvars(match=match)
    await admit(front.host, front.channels, interaction, number=match)
    return await act(match)


async def suggested(front: Front, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    """Suggest a person's matches whose number begins with what was typed."""
    found = await queries.waiting(front.host, interaction.user.id)
    return choices({each.match.id: each.match.game for each in found}, interaction, current)


def choices(games: Mapping[int, str], interaction: discord.Interaction, current: str) -> list[Choice[int]]:
    """Return matches, each with its game, whose number begins with what was typed."""
    words = spoken_by(interaction)
    fitting = [match for match in games if str(match).startswith(current)]
    return [
        Choice(name=words.plain("games.choice", match=match, game=words.plain(f"{games[match]}.name")), value=match)
        for match in fitting[:SUGGESTIONS]
    ]


async def setup(bot: "Tableside") -> None:
    """Add the cogs; discord.py calls this."""
    await bot.add_cog(Match(bot))
    await bot.add_cog(Own(bot))
