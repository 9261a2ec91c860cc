"""The servers that know the bot: greeted ones, and those that used it before greetings were recorded."""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import guilds, matches, notes, tournaments
from bot.storage.upsert import insert_or_skip

GREETED: Final = "greeted"
"""The key prefix of notes about servers' greetings; 0.1.0 already wrote such notes."""

_IN_USE: Final = (guilds.c.id, matches.c.guild, tournaments.c.guild)
"""The columns that contain a server's id once anybody there has used the bot."""


def _key(server: int) -> str:
    return f"{GREETED} {server}"


async def unmet(connection: AsyncConnection, servers: Collection[int]) -> list[int]:
    """Return the servers, in order, that have no note about their greeting."""
    keys = {_key(server): server for server in servers}
    noted = set(await connection.scalars(select(notes.c.key).where(notes.c.key.in_(keys))))
    return sorted(server for key, server in keys.items() if key not in noted)


async def in_use(connection: AsyncConnection, servers: Sequence[int]) -> set[int]:
    """Return the servers in which somebody has used the bot: they have settings, a match or a tournament."""
    found: set[int] = set()
    for column in _IN_USE:
        found |= set(await connection.scalars(select(column).where(column.in_(servers)).distinct()))
    return found


async def meet(tx: AsyncConnection, server: int) -> bool:
    """Record that a server has met the bot, and return whether it is the first time."""
    return await insert_or_skip(tx, notes, {"key": _key(server), "value": "yes"})
