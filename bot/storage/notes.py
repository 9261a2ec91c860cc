"""Notes: key-value state of the service that outlives a restart."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import notes
from bot.storage.upsert import insert_or_change


async def note(connection: AsyncConnection, key: str, *, lock: bool = False) -> str | None:
    """Return the note under a key, or None; if `lock` is set, nobody else may change it until the transaction ends."""
    query = select(notes.c.value).where(notes.c.key == key)
    value: str | None = await connection.scalar(query.with_for_update() if lock else query)
    return value


async def keep(tx: AsyncConnection, key: str, value: str) -> None:
    """Store a note under a key."""
    await insert_or_change(tx, notes, {"key": key}, {"value": value})
