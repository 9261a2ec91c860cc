"""Where destinations are: the channels that were opened for them, and what goes along if one is lost."""

from typing import Final

from sqlalchemy import bindparam, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.destination import Destination
from bot.storage.schema import destinations, posts, surfaces
from bot.storage.upsert import insert_or_change


async def place(connection: AsyncConnection, name: Destination) -> int | None:
    """Return the channel of a named destination, or None where it has not been opened."""
    channel, _ = await place_and_moves(connection, name)
    return channel


_PLACE: Final = select(destinations.c.channel, destinations.c.moves).where(destinations.c.name == bindparam("of"))


async def place_and_moves(connection: AsyncConnection, name: Destination) -> tuple[int | None, int]:
    """Return the channel of a named destination, as `place`, and how often it had to be found anew."""
    row = (await connection.execute(_PLACE, {"of": str(name)})).first()
    return (None, 0) if row is None else (row.channel, row.moves)


async def keep_place(tx: AsyncConnection, name: Destination, channel: int) -> None:
    """Remember the channel of a named destination."""
    await insert_or_change(tx, destinations, {"name": str(name)}, {"channel": channel})


async def awaited(connection: AsyncConnection, name: Destination) -> bool:
    """Return whether anything has a destination: nothing has one's that was deleted while it was being opened."""
    found = or_(*(exists().where(table.c.destination == str(name)) for table in (posts, surfaces)))
    return bool(await connection.scalar(select(found)))


async def lose_place(tx: AsyncConnection, name: Destination, channel: int) -> bool:
    """Note that a destination is no longer at a channel, so that it has to be found anew; its surfaces go along.

    Returns whether it was there.
    """
    where = (destinations.c.name == str(name), destinations.c.channel == channel)
    found = await tx.execute(update(destinations).where(*where).values(channel=None, moves=destinations.c.moves + 1))
    if found.rowcount:
        values = {"wanted": surfaces.c.wanted + 1, "below": surfaces.c.wanted + 1, "message": None}
        await tx.execute(update(surfaces).where(surfaces.c.destination == str(name)).values(values))
    return found.rowcount > 0


async def retake_place(tx: AsyncConnection, name: Destination, channel: int) -> None:
    """Let a destination that was moved be at a channel that it has lost before; the next place stays the next one."""
    values = {"channel": channel, "moves": destinations.c.moves - 1}
    await tx.execute(update(destinations).where(destinations.c.name == str(name)).values(values))
    anew = {"wanted": surfaces.c.wanted + 1, "below": surfaces.c.wanted + 1}
    await tx.execute(update(surfaces).where(surfaces.c.destination == str(name)).values(anew))


async def matches_at(connection: AsyncConnection, channel: int) -> list[int]:
    """Return the matches that are played in a channel or thread, the newest first."""
    names = await connection.scalars(
        select(destinations.c.name).where(destinations.c.channel == channel, destinations.c.name.like("match % thread"))
    )
    return sorted((Destination.parse(name).number for name in names), reverse=True)
