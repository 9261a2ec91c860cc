"""What the service remembers of itself from one start to the next."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import notes
from bot.storage.upsert import insert_or_change


async def note(connection: AsyncConnection, key: str) -> str | None:
    """Return what was noted under a key, or None."""
    value: str | None = await connection.scalar(select(notes.c.value).where(notes.c.key == key))
    return value


async def keep(tx: AsyncConnection, key: str, value: str) -> None:
    """Note something under a key."""
    await insert_or_change(tx, notes, {"key": key}, {"value": value})
