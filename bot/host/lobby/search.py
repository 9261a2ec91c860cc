"""Looking for somebody to play with in a server: two people who look for the same get seats at one table.

A search is a table that anyone can join. It closes at the end of the time for which its opener looks.
"""

from collections.abc import Collection
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.click import Click
from bot.host.kernel.errors import Refused
from bot.host.kernel.host import Host
from bot.host.kernel.paces import DAY, HOUR, MINUTE
from bot.host.lobby.creation import Opening, open_within
from bot.host.lobby.lobby import Lobby, check_matches, find
from bot.host.lobby.seats import join_within
from bot.host.lobby.server_defaults import defaults_of
from bot.host.people.server_rules import check_game, check_people
from bot.storage import matches, outbox, people
from bot.storage.destination import Destination
from engine.contract import Message

LOOKING: Final = (30 * MINUTE, 2 * HOUR, DAY)
"""For how long a person can look for somebody, in seconds."""

TOLD_AGAIN: Final = HOUR
"""How long a person's next searches in a server are not announced to those who want to know of searches."""

MOST_TOLD: Final = 50
"""The maximum number of people who hear of one search."""


async def channels_of_searches(host: Host, guild: int, game: str, pace: str) -> set[int]:
    """Return the channels in which somebody looks for a match of a game and pace."""
    async with host.database.reading() as connection:
        return {row.channel for row in await matches.sought(connection, guild, game, pace, host.now())}


async def look_for(host: Host, click: Click, guild: int, wanted: Opening, readable: Collection[int]) -> Lobby | None:
    """Take a seat at the oldest table that fits and is in a readable channel, or else open one that looks for somebody.

    Raises Refused and WrongChannel. Returns None for an interaction that has already been taken up.
    """
    async with host.database.transaction() as tx:
        if not await click.take_up(host, tx):
            return None
        await people.hold_guild(tx, guild)
        pace = wanted.pace or (await defaults_of(host, tx, guild, wanted.game)).pace
        await check_game(tx, guild, wanted.game)
        await check_people(tx, guild, click.user)
        await check_matches(tx, click.user)
        lobbies = [
            await find(host, tx, row.id)
            for row in await matches.sought(tx, guild, wanted.game, pace, host.now())
            if row.channel in readable or row.opener == click.user
        ]
        if any(click.user in _seated(lobby) for lobby in lobbies):
            raise Refused(Message("lobby.refused.looking"))
        for lobby in lobbies:
            if lobby.open and not lobby.full and not await people.apart(tx, click.user, _seated(lobby)):
                return await join_within(host, tx, click, lobby)
        announced = await matches.has_sought(tx, click.user, guild, host.now() - TOLD_AGAIN)
        lobby = await open_within(host, tx, click, wanted)
        if not announced and await _listeners(tx, lobby):
            match = lobby.match.id
            await outbox.add_post(tx, match, "sought", Destination.lobby(match), {}, host.now())
        return lobby


def _seated(lobby: Lobby) -> list[int]:
    return [row.user for row in lobby.seats if row.user is not None]


async def listeners(host: Host, lobby: Lobby, *, within: AsyncConnection | None = None) -> list[int]:
    """Return the people who want to know of searches in the server of a table, and may join that table."""
    async with host.database.reading(within) as connection:
        return await _listeners(connection, lobby)


async def _listeners(connection: AsyncConnection, lobby: Lobby) -> list[int]:
    guild, seated = lobby.match.guild, _seated(lobby)
    if guild is None:
        return []
    asked = [user for user in await people.listeners(connection, guild) if user not in seated]
    barred = await people.barred(connection, guild, asked)
    apart = await people.pairs_apart(connection, [*asked, *seated])
    free = [user for user in asked if user not in barred]
    return [user for user in free if not any(frozenset((user, other)) in apart for other in seated)][:MOST_TOLD]
