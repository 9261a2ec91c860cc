"""Which servers the bot has met: greeted, or in use before anything was noted about greetings."""

from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import guilds, matches, notes, tournaments
from bot.storage.upsert import insert_or_skip

GREETED: Final = "greeted"
"""What the key of the note about a server's greeting begins with; 0.1.0 wrote such notes already."""

_IN_USE: Final = (guilds.c.id, matches.c.guild, tournaments.c.guild)
"""The columns that have a server's id as soon as anybody there has used the bot."""


def _key(server: int) -> str:
    return f"{GREETED} {server}"


async def unmet(connection: AsyncConnection, servers: Collection[int]) -> list[int]:
    """Return those of some servers about whose greeting nothing is noted, in order."""
    keys = {_key(server): server for server in servers}
    noted = set(await connection.scalars(select(notes.c.key).where(notes.c.key.in_(keys))))
    return sorted(server for key, server in keys.items() if key not in noted)


async def in_use(connection: AsyncConnection, servers: Sequence[int]) -> set[int]:
    """Return those of some servers in which somebody has used the bot: a setting, a match or a tournament is there."""
    found: set[int] = set()
    for column in _IN_USE:
        found |= set(await connection.scalars(select(column).where(column.in_(servers)).distinct()))
    return found


async def meet(tx: AsyncConnection, server: int) -> bool:
    """Note that a server has been met, and return whether it had not been before."""
    return await insert_or_skip(tx, notes, {"key": _key(server), "value": "yes"})
