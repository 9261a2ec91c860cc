"""What a server decides about playing there: which games, and which people may not play."""

from collections.abc import Collection, Iterable

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.kernel.errors import Refused
from bot.storage import people
from bot.storage.people import GuildRow
from engine.contract import Message


def games_of(row: GuildRow, games: Iterable[str]) -> list[str]:
    """Return the games that are played in a server, in the order in which they are offered everywhere."""
    return [game for game in games if game in row.games or not row.games]


async def check_game(connection: AsyncConnection, guild: int | None, game: str) -> None:
    """Raise Refused if a game is not played in a server; outside servers, every game is played."""
    row = await people.guild(connection, guild)
    if not games_of(row, [game]):
        raise Refused(Message("server.refused.game"))


async def check_people(
    connection: AsyncConnection, guild: int | None, user: int, others: Collection[int | None] = ()
) -> None:
    """Raise Refused if a person, or one of the others that they want to play with, may not play in a server."""
    if guild is None:
        return
    if await people.barred(connection, guild, [user]):
        raise Refused(Message("server.refused.barred"))
    for other in others:
        if other is not None:
            await check_other(connection, guild, other)


async def check_other(connection: AsyncConnection, guild: int, other: int) -> None:
    """Raise Refused, in words for those who chose them, if a person may not play in a server."""
    if await people.barred(connection, guild, [other]):
        raise Refused(Message("server.refused.other", {"person": other}))
