"""The channels of destinations, and moves of destinations that have lost their channel."""

from typing import Final

from sqlalchemy import bindparam, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.schema import destinations, posts, surfaces
from bot.storage.upsert import insert_or_change


async def place(connection: AsyncConnection, name: Destination) -> int | None:
    """Return a destination's channel, or None if it has not been opened."""
    channel, _ = await place_and_moves(connection, name)
    return channel


_PLACE: Final = select(destinations.c.channel, destinations.c.moves).where(destinations.c.name == bindparam("of"))


async def place_and_moves(connection: AsyncConnection, name: Destination) -> tuple[int | None, int]:
    """Return a destination's channel, as `place` does, and how many times a new one has had to be found."""
    row = (await connection.execute(_PLACE, {"of": str(name)})).first()
    return (None, 0) if row is None else (row.channel, row.moves)


async def keep_place(tx: AsyncConnection, name: Destination, channel: int) -> None:
    """Store a destination's channel."""
    await insert_or_change(tx, destinations, {"name": str(name)}, {"channel": channel})


async def awaited(connection: AsyncConnection, name: Destination) -> bool:
    """Return whether any post or surface still has this destination; all may have been deleted while it was opened."""
    found = or_(*(exists().where(table.c.destination == str(name)) for table in (posts, surfaces)))
    return bool(await connection.scalar(select(found)))


async def lose_place(tx: AsyncConnection, name: Destination, channel: int) -> bool:
    """Record that a destination has lost its channel, so that a new one has to be found; its surfaces move with it.

    Returns whether it was still at that channel.
    """
    where = (destinations.c.name == str(name), destinations.c.channel == channel)
    found = await tx.execute(update(destinations).where(*where).values(channel=None, moves=destinations.c.moves + 1))
    if found.rowcount:
        values = {"wanted": surfaces.c.wanted + 1, "below": surfaces.c.wanted + 1, "message": None}
        await tx.execute(update(surfaces).where(surfaces.c.destination == str(name)).values(values))
    return found.rowcount > 0


async def retake_place(tx: AsyncConnection, name: Destination, channel: int) -> None:
    """Move a destination back to a channel that it lost before; the place that it would move to next stays the same."""
    values = {"channel": channel, "moves": destinations.c.moves - 1}
    await tx.execute(update(destinations).where(destinations.c.name == str(name)).values(values))
    anew = {"wanted": surfaces.c.wanted + 1, "below": surfaces.c.wanted + 1}
    await tx.execute(update(surfaces).where(surfaces.c.destination == str(name)).values(anew))


async def matches_at(connection: AsyncConnection, channel: int) -> list[int]:
    """Return the matches that are being played in a channel or thread, newest first."""
    names = await connection.scalars(
        select(destinations.c.name).where(destinations.c.channel == channel, destinations.c.name.like("match % thread"))
    )
    return sorted((Destination.parse(name).number for name in names), reverse=True)
