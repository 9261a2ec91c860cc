"""Copies of cards, the ledger of their movements, and their uses.

Code that changes a copy or its use locks the copy's row first, in order of id, so that nothing moves while it is being
examined, and no two transactions deadlock. On SQLite, a writing transaction is alone anyway.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Select, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.rows import added, every, fields
from bot.storage.schema.collections import CopyUse, collectors, copies, movements, reservations, starters
from bot.storage.upsert import changing, insert_or_skip
from cardsdb.ledger import Copy, LedgerEntry, Movement


async def create(tx: AsyncConnection, fresh: Iterable[Copy], reason: str, now: float) -> list[Copy]:
    """Create copies and enter them in the ledger; their ids are assigned here."""
    made = [msgspec.structs.replace(copy, id=await added(tx, copies, fields(copy, "id"))) for copy in fresh]
    await _enter(tx, [LedgerEntry(copy.id, None, copy.owner, reason) for copy in made], now)
    return made


async def move(tx: AsyncConnection, entries: Sequence[LedgerEntry], now: float, held: float = 0.0) -> None:
    """Move locked copies to their takers and enter the moves in the ledger; the copies are held there until `held`."""
    for entry in entries:
        await tx.execute(update(copies).where(copies.c.id == entry.copy).values(owner=entry.taker, held=held))
    await _enter(tx, entries, now)


async def _enter(tx: AsyncConnection, entries: Sequence[LedgerEntry], now: float) -> None:
    if entries:
        await tx.execute(insert(movements), [{**msgspec.structs.asdict(entry), "at": now} for entry in entries])


async def of(connection: AsyncConnection, user: int, *, lock: bool = False) -> list[Copy]:
    """Return a player's copies; if `lock` is set, nobody else may change them until the transaction ends."""
    query = select(copies).where(copies.c.owner == user).order_by(copies.c.id)
    return await every(connection, Copy, query.with_for_update() if lock else query)


async def read(connection: AsyncConnection, found: Iterable[int], *, lock: bool = False) -> list[Copy]:
    """Return copies as they are now; if `lock` is set, nobody else may change them until the transaction ends."""
    query = select(copies).where(copies.c.id.in_(list(found))).order_by(copies.c.id)
    return await every(connection, Copy, query.with_for_update() if lock else query)


async def lock_free(tx: AsyncConnection, users: Sequence[int], *, trade: int | None = None) -> list[Copy]:
    """Lock and return all copies of the given players that are not in use, or are used by this trade only.

    Copies that came into use while this transaction was waiting for the locks are not returned.
    """
    elsewhere = select(reservations.c.copy).where(reservations.c.copy == copies.c.id)
    if trade is not None:
        elsewhere = elsewhere.where(reservations.c.trade.is_distinct_from(trade))
    query = select(copies).where(copies.c.owner.in_(users), copies.c.bound.is_(False), ~elsewhere.exists())
    locked = await every(tx, Copy, query.order_by(copies.c.id).with_for_update())
    taken = select(reservations.c.copy).where(reservations.c.copy.in_([copy.id for copy in locked]))
    if trade is not None:
        taken = taken.where(reservations.c.trade.is_distinct_from(trade))
    used = set(await tx.scalars(taken))
    return [copy for copy in locked if copy.id not in used]


# Uses


async def reserve(tx: AsyncConnection, uses: Iterable[CopyUse]) -> bool:
    """Mark locked copies as in use, and return whether none of them was already in use."""
    free = [await insert_or_skip(tx, reservations, msgspec.structs.asdict(use)) for use in uses]
    return all(free)


async def release(tx: AsyncConnection, *, match: int | None = None, trade: int | None = None) -> None:
    """Release the copies that a match or a trade uses."""
    where = reservations.c.match == match if trade is None else reservations.c.trade == trade
    await tx.execute(delete(reservations).where(where))


async def release_some(tx: AsyncConnection, found: Iterable[int]) -> None:
    """Release locked copies, whatever uses them."""
    await tx.execute(delete(reservations).where(reservations.c.copy.in_(list(found))))


async def uses(
    connection: AsyncConnection, *, user: int | None = None, match: int | None = None, trade: int | None = None
) -> dict[int, CopyUse]:
    """Return the uses of the copies that a player owns, or that a match or a trade uses, by copy."""
    query = select(reservations).join(copies, copies.c.id == reservations.c.copy)
    if user is not None:
        query = query.where(copies.c.owner == user)
    elif match is not None:
        query = query.where(reservations.c.match == match)
    else:
        query = query.where(reservations.c.trade == trade)
    return {use.copy: use for use in await every(connection, CopyUse, query)}


# The ledger


async def entries(connection: AsyncConnection, *, match: int | None = None) -> list[LedgerEntry]:
    """Return the movements in a match, or all movements, in order."""
    columns = [movements.c[name] for name in LedgerEntry.__struct_fields__]
    query = select(*columns).order_by(movements.c.id)
    if match is not None:
        query = query.where(movements.c.match == match)
    return await every(connection, LedgerEntry, query)


async def history(connection: AsyncConnection, user: int, count: int, skipped: int = 0) -> list[Movement]:
    """Return `count` of a player's movements, newest first."""
    mine = or_(movements.c.giver == user, movements.c.taker == user)
    query = _movements().where(mine).order_by(movements.c.id.desc()).limit(count).offset(skipped)
    return [_movement(row) for row in (await connection.execute(query)).mappings()]


async def story(connection: AsyncConnection, match: int) -> list[Movement]:
    """Return what changed hands in a match, in order."""
    query = _movements().where(movements.c.match == match).order_by(movements.c.id)
    return [_movement(row) for row in (await connection.execute(query)).mappings()]


def _movements() -> Select[Any]:
    return select(copies.c.game, copies.c.card, movements).join(copies, copies.c.id == movements.c.copy)


def _movement(row: Mapping[str, Any]) -> Movement:
    entry = LedgerEntry(**{name: row[name] for name in LedgerEntry.__struct_fields__})
    return Movement(row["game"], row["card"], entry, row["at"])


# Collectors


async def finished(connection: AsyncConnection, user: int) -> tuple[int, float]:
    """Return how many matches a player has finished, and when the last one ended; both are 0 if there is none."""
    query = select(collectors.c.finished, collectors.c.last).where(collectors.c.user == user)
    row = (await connection.execute(query)).first()
    return (0, 0.0) if row is None else (row.finished, row.last)


async def count_finished(tx: AsyncConnection, user: int, now: float) -> None:
    """Count a match that a player has finished."""
    await _COUNTING.changed(tx, {"user": user, "finished": 1, "last": now})


_COUNTING: Final = changing(collectors, ["user"], ["last"], {"finished": collectors.c.finished + 1})


async def starter(connection: AsyncConnection, user: int, game: str) -> str | None:
    """Return the deck with which a player started a game's collection, or None."""
    query = select(starters.c.deck).where(starters.c.user == user, starters.c.game == game)
    deck: str | None = await connection.scalar(query)
    return deck


async def choose_starter(tx: AsyncConnection, user: int, game: str, deck: str, now: float) -> bool:
    """Record a player's starter deck for a game, and return whether it is the player's first one."""
    return await insert_or_skip(tx, starters, {"user": user, "game": game, "deck": deck, "at": now})


async def forget(tx: AsyncConnection, user: int) -> None:
    """Remove a player's id from the ledger, and delete the counts."""
    for column in (movements.c.giver, movements.c.taker):
        await tx.execute(update(movements).where(column == user).values({column.name: None}))
    await tx.execute(delete(collectors).where(collectors.c.user == user))
    await tx.execute(delete(starters).where(starters.c.user == user))
