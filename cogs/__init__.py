"""Slash commands: each declares its options, calls the host and answers."""

from typing import TYPE_CHECKING

from cogs.card_lookup import CardLookup
from cogs.card_sets import CardSets
from cogs.collections import Collections
from cogs.decks import Decks, Formats
from cogs.lessons import Lessons
from cogs.match import Match, OwnMatches
from cogs.moderation import Moderation
from cogs.people import Me, Server
from cogs.play import Play
from cogs.privacy import Privacy
from cogs.puzzles import Puzzles
from cogs.ratings import Ratings
from cogs.seasons import Seasons
from cogs.tournaments import Tournaments

if TYPE_CHECKING:
    from bot.app import Tableside


async def setup(bot: "Tableside") -> None:
    """Add all commands to the bot. discord.py calls this function when it loads the package."""
    for cog in (
        Play,
        Lessons,
        Puzzles,
        Match,
        OwnMatches,
        CardLookup,
        Me,
        Server,
        Moderation,
        Privacy,
        CardSets,
        Decks,
        Formats,
        Collections,
        Ratings,
        Seasons,
        Tournaments,
    ):
        await bot.add_cog(cog(bot))
