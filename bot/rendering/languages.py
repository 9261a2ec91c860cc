"""The language, and the names of players, for each reader."""

import discord
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.host import Host
from bot.host.match.panel_actions import Panel
from bot.host.match.players import players_of
from bot.storage import matches, people
from bot.storage.matches import MatchRow
from bot.ui.texts.words import Words


class Languages:
    """Finds the words for a reader."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def public(self, row: MatchRow, *, within: AsyncConnection | None = None) -> Words:
        """Return the words for what everybody sees of a match: in its server's language."""
        async with self._host.database.reading(within) as connection:
            guild = await people.guild(connection, row.guild)
            seats = await matches.seats_of(connection, row.id)
            cards = await self._host.cards(connection, row.game, tuple(row.sets))
        return Words(guild.locale, players_of(seats), cards)

    async def server(self, guild: int | None, *, within: AsyncConnection | None = None) -> Words:
        """Return the words for what everybody sees in a server, unrelated to a match."""
        async with self._host.database.reading(within) as connection:
            return Words((await people.guild(connection, guild)).locale)

    async def private(self, row: MatchRow, user: int, *, within: AsyncConnection | None = None) -> Words:
        """Return the words for what one person sees of a match: in that person's language."""
        async with self._host.database.reading(within) as connection:
            person = await people.user(connection, user)
            seats = await matches.seats_of(connection, row.id)
            cards = await self._host.cards(connection, row.game, tuple(row.sets))
        own = next((seat.seat for seat in seats if seat.user == user and not seat.left), None)
        return Words(person.locale, players_of(seats), cards, own)


def spoken_to(panel: Panel) -> Words:
    """Return the words for a panel's player."""
    return Words(panel.person.locale, panel.seats, panel.cards, panel.seat)


def spoken_by(interaction: discord.Interaction) -> Words:
    """Return the words for the person behind an interaction, unrelated to a match."""
    return Words(str(interaction.locale))
