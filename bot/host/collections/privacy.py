"""Deleting a player's collection: the copies lose their owner, and the ledger loses the name."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.host.collections import trades
from bot.host.kernel.host import Host
from bot.storage import boosters, copies
from bot.storage import trades as trade_rows
from cardsdb.ledger import LedgerEntry


async def forget(host: Host, tx: AsyncConnection, user: int) -> None:
    """Delete a player's collection, in the transaction that deletes the player's data.

    Open trades end, and a ledger entry takes every copy from its owner; then the name is removed from the ledger, whose
    entries stay otherwise unchanged. Cards at stake in a match that others still play stay at stake until it ends.
    """
    await trades.cancel_all(host, tx, user)
    owned = await copies.of(tx, user, lock=True)
    await copies.move(tx, [LedgerEntry(copy.id, user, None, "forgotten") for copy in owned], host.now())
    await copies.forget(tx, user)
    await boosters.forget(tx, user)
    await trade_rows.forget(tx, user)
