"""Crowns: which characters people have beaten."""

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema.crowns import CrownRow, crowns
from bot.storage.upsert import insert_or_skip


async def give(tx: AsyncConnection, row: CrownRow) -> None:
    """Store that a person has beaten a character, unless they have done so before."""
    await insert_or_skip(tx, crowns, msgspec.structs.asdict(row))


async def of_user(connection: AsyncConnection, user: int) -> frozenset[str]:
    """Return the characters that a person has beaten."""
    return frozenset(await connection.scalars(select(crowns.c.character).where(crowns.c.user == user)))
