"""Servers that the bot cannot reach, and how long everything there waits for it."""

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every, first
from bot.storage.schema import graces, matches
from bot.storage.schema.people import GraceRow
from bot.storage.upsert import insert_or_change


async def get(connection: AsyncConnection, guild: int) -> GraceRow | None:
    """Return what is known about the bot's absence from a server, past or present, or None."""
    return await first(connection, GraceRow, select(graces).where(graces.c.guild == guild))


async def keep(tx: AsyncConnection, row: GraceRow) -> None:
    """Store an absence from a server that this transaction holds."""
    values = msgspec.structs.asdict(row)
    await insert_or_change(tx, graces, {"guild": values.pop("guild")}, values)


async def is_removed(connection: AsyncConnection, guild: int | None) -> bool:
    """Return whether the bot has been removed from a server in which something was played, and is not back."""
    query = select(graces.c.guild).where(graces.c.guild == guild, graces.c.why == "removed")
    return await connection.scalar(query) is not None


async def unsettled(connection: AsyncConnection) -> set[int]:
    """Return the servers that the bot cannot reach, and those where something still waits for it."""
    rows = await every(connection, GraceRow, select(graces))
    paused = select(matches.c.guild).distinct().where(matches.c.paused != "thread", matches.c.guild.is_not(None))
    return {row.guild for row in rows if row.why is not None or row.waiting} | {*await connection.scalars(paused)}
