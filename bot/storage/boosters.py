"""Booster packs: sealed before they are opened."""

from collections.abc import Sequence

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import first
from bot.storage.schema.collections import PackRow, packs
from bot.storage.upsert import insert_or_skip


async def of_day(connection: AsyncConnection, user: int, game: str, day: int, *, lock: bool = False) -> PackRow | None:
    """Return a player's pack for a day, or None if none has been sealed; if `lock` is set, nobody else can open it."""
    query = select(packs).where(packs.c.user == user, packs.c.game == game, packs.c.day == day)
    return await first(connection, PackRow, query.with_for_update() if lock else query)


async def get(connection: AsyncConnection, number: int) -> PackRow | None:
    """Return a pack, or None."""
    return await first(connection, PackRow, select(packs).where(packs.c.id == number))


async def seal(tx: AsyncConnection, user: int, game: str, day: int, secret: bytes, sets: Sequence[str]) -> None:
    """Create a player's pack for a day unless it exists, and delete unopened packs from earlier days."""
    old = (packs.c.user == user, packs.c.game == game, packs.c.day < day, packs.c.opened.is_(None))
    await tx.execute(delete(packs).where(*old))
    await insert_or_skip(tx, packs, {"user": user, "game": game, "day": day, "secret": secret, "sets": list(sets)})


async def opened(tx: AsyncConnection, number: int, word: str, cards: Sequence[str], now: float) -> None:
    """Record the contents of an opened pack."""
    await tx.execute(update(packs).where(packs.c.id == number).values(word=word, cards=list(cards), opened=now))


async def forget(tx: AsyncConnection, user: int) -> None:
    """Remove a player's id and lucky words from the packs."""
    await tx.execute(update(packs).where(packs.c.user == user).values(user=None, word=None))
