"""Card sets by content."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import card_sets
from bot.storage.upsert import insert_or_skip
from cardsdb.sets import StoredSet


async def keep(tx: AsyncConnection, version: StoredSet) -> None:
    """Store a version of a set, unless this very content is stored already."""
    await insert_or_skip(tx, card_sets, msgspec.structs.asdict(version))


async def contents(connection: AsyncConnection, hashes: Sequence[str]) -> list[str]:
    """Return the contents of some versions, in their order. Raises KeyError where one is not stored."""
    rows = await connection.execute(select(card_sets.c.hash, card_sets.c.content).where(card_sets.c.hash.in_(hashes)))
    by_hash = {row.hash: row.content for row in rows}
    return [by_hash[name] for name in hashes]
