"""Card sets, identified by their content."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import every
from bot.storage.schema import card_sets
from bot.storage.upsert import insert_or_skip
from cardsdb.sets import StoredSet


async def keep(tx: AsyncConnection, version: StoredSet) -> None:
    """Store a version of a set, unless the same content is already stored."""
    await insert_or_skip(tx, card_sets, msgspec.structs.asdict(version))


async def stored(connection: AsyncConnection, hashes: Sequence[str]) -> list[StoredSet]:
    """Return the versions with these hashes, in the same order. Raises KeyError if one is not stored."""
    found = await every(connection, StoredSet, select(card_sets).where(card_sets.c.hash.in_(hashes)))
    by_hash = {version.hash: version for version in found}
    return [by_hash[name] for name in hashes]


async def contents(connection: AsyncConnection, hashes: Sequence[str]) -> list[str]:
    """Return the contents with these hashes, in the same order. Raises KeyError if one is not stored."""
    return [version.content for version in await stored(connection, hashes)]
